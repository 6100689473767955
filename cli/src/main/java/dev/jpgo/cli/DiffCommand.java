package dev.jpgo.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compare two profiles method by method, what changed most first. */
@Command(
    name = "diff",
    description = "Compare two profiles method by method, what changed most first.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DiffCommand implements Callable<Integer> {
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
    if (json) {
      List<Object> list = new ArrayList<>();
      for (ComparedMethod method : shown) {
        list.add(method.json());
      }
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("different", methods.size());
      data.put("methods", list);
      JsonOutput.print(out, data);
      return ExitCode.OK;
    }
    out.println(methods.size() + " methods differ in their share of calls, or in their code");
    out.println("   BEFORE      AFTER    CHANGE    CALLS BEFORE     CALLS AFTER  METHOD");
    for (ComparedMethod method : shown) {
      out.println(method.line());
    }
    out.flush();
    return ExitCode.OK;
  }
}
