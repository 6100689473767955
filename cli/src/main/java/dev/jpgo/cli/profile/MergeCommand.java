package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.GivenPath;
import dev.jpgo.cli.common.JsonOutput;
import dev.jpgo.cli.common.Offered;
import dev.jpgo.cli.common.OutputPlace;
import dev.jpgo.cli.common.Progress;
import dev.jpgo.cli.common.Version;
import dev.jpgo.cli.common.Words;
import dev.jpgo.core.profile.PoolContent;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileMerger;
import dev.jpgo.core.profile.Texts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Adds profiles up. Each thread has a sum of its own and no input is kept, so memory depends on how
 * many different methods there are, not on how many files.
 */
@Command(
    name = "merge",
    description = "Add profiles up.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class MergeCommand implements Callable<Integer> {
  private static final int SKIPPED_SHOWN = 20;

  /** What a shell offers. */
  static final class Failures extends Offered {
    Failures() {
      super(List.of("any", "all"));
    }
  }

  @Spec private CommandSpec spec;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "Where to.")
  private Path out = Path.of("");

  @Option(
      names = "--weight",
      paramLabel = "W:FILE",
      description = "A profile whose counts are taken W times; may be given more than once.")
  private List<String> weighted = List.of();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many files are read at once; default: one for each processor.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--failure",
      paramLabel = "any|all",
      defaultValue = "any",
      completionCandidates = Failures.class,
      description = "Fail when any file cannot be read, or only when all of them cannot.")
  private String failure = "any";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(arity = "0..*", paramLabel = "FILE", description = "Profiles.")
  private List<String> files = List.of();

  private final Map<String, String> skipped = new TreeMap<>();
  private final Set<Path> absorbed = ConcurrentHashMap.newKeySet();
  private final AtomicInteger done = new AtomicInteger();

  /** A file and how many times it counts. */
  private record Input(Path file, long weight) {
    boolean isPart() {
      return file.toString().endsWith(".part");
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    List<Input> inputs = inputs();
    Path target = OutputPlace.check(out);
    ProfileMerger sum = new ProfileMerger();
    // what a pool has taken over is known before its parts are looked at
    merge(inputs.stream().filter(input -> !input.isPart()).toList(), inputs.size(), sum);
    merge(inputs.stream().filter(Input::isPart).toList(), inputs.size(), sum);
    Profile result = sum.result();
    int merged = inputs.size() - skipped.size();
    report();
    if (failure.equals("any") && !skipped.isEmpty() || merged == 0) {
      throw new CliException(
          ExitCode.BAD_FILE,
          skipped.size()
              + " of "
              + inputs.size()
              + " profiles cannot be read; nothing was written"
              + (merged == 0 ? "" : " (--failure all merges the others)"));
    }
    try {
      ProfileFile.write(target, result);
    } catch (IOException e) {
      throw OutputPlace.failed(target, e);
    }
    print(target, merged, result);
    return ExitCode.OK;
  }

  private List<Input> inputs() {
    if (!failure.equals("any") && !failure.equals("all")) {
      throw new CliException(
          ExitCode.USAGE, "--failure " + failure + " is not allowed: any or all");
    }
    if (threads < 1) {
      throw new CliException(ExitCode.USAGE, "--threads " + threads + " is not allowed: 1 or more");
    }
    List<Input> inputs = new ArrayList<>();
    for (String file : files) {
      inputs.add(new Input(GivenPath.of(file), 1));
    }
    for (String each : weighted) {
      inputs.add(weighted(each));
    }
    if (inputs.isEmpty()) {
      throw new CliException(ExitCode.USAGE, "merge needs at least one profile");
    }
    return inputs;
  }

  private static Input weighted(String text) {
    int colon = text.indexOf(':');
    String number = text.substring(0, Math.max(0, colon));
    if (colon < 0 || !number.matches("[1-9]\\d{0,8}")) {
      throw new CliException(
          ExitCode.USAGE,
          "--weight " + text + " is not allowed: a number from 1 to 999999999, a colon, a file");
    }
    return new Input(GivenPath.of(text.substring(colon + 1)), Long.parseLong(number));
  }

  private void merge(List<Input> inputs, int all, ProfileMerger into) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    List<Thread> workers = new ArrayList<>();
    Progress progress = Progress.onTerminal(spec.commandLine().getErr(), all);
    for (int i = 0; i < Math.min(threads, inputs.size()); i++) {
      Thread worker = new Thread(() -> work(inputs, next, into, progress), "merge-" + i);
      worker.start();
      workers.add(worker);
    }
    for (Thread worker : workers) {
      worker.join();
    }
    progress.end();
  }

  private void work(List<Input> inputs, AtomicInteger next, ProfileMerger into, Progress progress) {
    ProfileMerger own = new ProfileMerger();
    Texts texts = new Texts();
    for (int i = next.getAndIncrement(); i < inputs.size(); i = next.getAndIncrement()) {
      try {
        add(inputs.get(i), own, texts);
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        skip(inputs.get(i).file(), reason(e));
      }
      progress.at(done.incrementAndGet());
    }
    Profile result = own.result();
    synchronized (into) {
      into.add(result, 1);
    }
  }

  private void add(Input input, ProfileMerger own, Texts texts) throws IOException {
    Path file = input.file().toAbsolutePath().normalize();
    if (absorbed.contains(file)) {
      skip(input.file(), "its counts are in the pool's file already");
      return;
    }
    PoolContent content = ProfileFile.readAll(file, texts);
    for (String part : content.absorbed()) {
      absorbed.add(file.resolveSibling(part));
    }
    own.add(content.profile(), input.weight());
  }

  private static String reason(Throwable e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    return e instanceof OutOfMemoryError ? "no memory for it" : String.valueOf(e.getMessage());
  }

  private void skip(Path file, String why) {
    String name = file.toAbsolutePath().normalize() + ": ";
    synchronized (skipped) {
      skipped.put(file.toString(), why.startsWith(name) ? why.substring(name.length()) : why);
    }
  }

  private void report() {
    PrintWriter err = spec.commandLine().getErr();
    int shown = 0;
    for (Map.Entry<String, String> each : skipped.entrySet()) {
      if (shown++ == SKIPPED_SHOWN) {
        err.println("jpgo: and " + (skipped.size() - SKIPPED_SHOWN) + " more");
        break;
      }
      err.println("jpgo: skipped " + each.getKey() + ": " + each.getValue());
    }
    err.flush();
  }

  private void print(Path target, int merged, Profile result) {
    PrintWriter writer = spec.commandLine().getOut();
    if (json && !OutputPlace.isStandardOutput(target)) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("file", target.toString());
      data.put("merged", merged);
      data.put("skipped", skipped);
      data.put("runs", result.runs());
      data.put("methods", result.methods().size());
      JsonOutput.print(writer, data);
      return;
    }
    OutputPlace.say(
        writer,
        target,
        "wrote "
            + target
            + ": "
            + Words.count(merged, "profile")
            + " of "
            + Words.count(result.runs(), "run")
            + ", "
            + Words.count(result.methods().size(), "method")
            + (skipped.isEmpty()
                ? ""
                : "; " + Words.count(skipped.size(), "profile") + " skipped"));
  }
}
