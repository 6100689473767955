package dev.jpgo.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Say how alike two profiles are, and which methods make the difference. */
@Command(
    name = "overlap",
    description = "Say how alike two profiles are, and which methods make the difference.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class OverlapCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many methods at most; default ${DEFAULT-VALUE}, 0 for all.",
      defaultValue = "20")
  private int top;

  @Parameters(index = "0", paramLabel = "BEFORE", description = "A profile.")
  private Path before;

  @Parameters(index = "1", paramLabel = "AFTER", description = "Another profile.")
  private Path after;

  @Override
  public Integer call() {
    Shares first = new Shares(ProfileSource.read(before));
    Shares second = new Shares(ProfileSource.read(after));
    List<ComparedMethod> methods = new ArrayList<>(ComparedMethod.of(first, second));
    methods.removeIf(method -> method.difference() == 0 && method.note().isEmpty());
    List<ComparedMethod> shown =
        top == 0 || methods.size() <= top ? methods : methods.subList(0, top);
    PrintWriter out = spec.commandLine().getOut();
    Shares.Common common = first.common(second);
    if (json) {
      List<Object> list = new ArrayList<>();
      for (ComparedMethod method : shown) {
        list.add(method.json());
      }
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("calls", common.calls());
      data.put("edges", common.edges());
      data.put("receivers", common.receivers());
      data.put("hotSet", common.hotSet());
      data.put("worst", list);
      JsonOutput.print(out, data);
      return ExitCode.OK;
    }
    out.println(line("calls", common.calls()));
    out.println(line("edges", common.edges()));
    out.println(line("receivers", common.receivers()));
    out.println(line("hot set", common.hotSet()));
    out.println();
    out.println("   BEFORE      AFTER    CHANGE    CALLS BEFORE     CALLS AFTER  METHOD");
    for (ComparedMethod method : shown) {
      out.println(method.line());
    }
    out.flush();
    return ExitCode.OK;
  }

  private static String line(String what, double common) {
    return String.format(Locale.ROOT, "%-10s %7.3f%% in common", what, 100 * common);
  }
}
