package dev.jpgo.jmh.experiment;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.PoolFolder;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.Installation;
import dev.jpgo.jmh.driver.Scratch;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.experiment.subject.PoolSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Many short processes that leave their counts in pools of so many files, in a file each, or
 * nowhere: how long they take, and whether every call is in the sum once.
 */
@Command(
    name = "profilepool",
    description = "Have many short processes leave their counts in pools of profiles.")
final class ProfilePoolExperiment implements Callable<Integer> {
  /** Every call is counted, and nothing is optimized, so that sums are known beforehand. */
  private static final String EXACT = "delay=0,tier1.calls=1000000000,tier1.loops=1000000000";

  private static final String ERRORS = "errors.txt";

  @Mixin private ExperimentOptions options = new ExperimentOptions();

  @Option(names = "--processes", description = "Of each setting (${DEFAULT-VALUE}).")
  private int processes = 80;

  @Option(names = "--at-once", description = "Processes at a time (${DEFAULT-VALUE}).")
  private int atOnce = 16;

  @Option(
      names = "--out",
      split = ",",
      paramLabel = "PATTERN",
      description = "Where profiles go; none: nowhere (${DEFAULT-VALUE}).")
  private List<String> patterns =
      List.of("none", "%p.jpgo", "%1m.jpgo", "%2m.jpgo", "%4m.jpgo", "%8m.jpgo");

  @Override
  public Integer call() throws IOException, InterruptedException {
    Report report =
        new Report(
            "out=",
            "vm",
            "processes",
            "seconds",
            "one process: 50% / 99% / max ms",
            "files",
            "parts left",
            "runs",
            "calls",
            "counts");
    boolean exact = true;
    for (VmSpec vm : options.vms()) {
      for (String pattern : patterns) {
        Path folder = Scratch.folder("pool");
        exact &= run(vm, pattern, folder, report);
        Scratch.delete(folder);
      }
    }
    options.publish(report);
    if (!exact) {
      throw new ForkFailure("counts are missing, or there twice");
    }
    return 0;
  }

  /** Adds a row; answers whether the counts are as they must be. */
  private boolean run(VmSpec vm, String pattern, Path folder, Report report)
      throws IOException, InterruptedException {
    boolean none = pattern.equals("none");
    List<String> command = command(vm, none ? EXACT : EXACT + ",out=" + folder + "/" + pattern);
    long begin = System.nanoTime();
    Latencies each = runAll(command, folder);
    double seconds = (System.nanoTime() - begin) / 1e9;
    PoolFolder pools = new PoolFolder(folder);
    Profile total = pools.total();
    long calls = steps(total);
    boolean exact =
        total.runs() == processes && calls == (long) processes * PoolSubject.CALLS || none;
    report.row(
        none ? "none" : "`" + pattern + "`",
        vm.name(),
        processes,
        seconds,
        Report.text(each.millis(0.5))
            + " / "
            + Report.text(each.millis(0.99))
            + " / "
            + Report.text(each.maxMillis()),
        pools.files().size(),
        pools.parts().size(),
        total.runs(),
        calls,
        none ? "-" : exact ? "exact" : "WRONG");
    return exact;
  }

  private List<String> command(VmSpec vm, String agentOptions) {
    List<String> command = new ArrayList<>();
    command.add(vm.java().toString());
    command.addAll(vm.flags());
    command.addAll(options.vmOptions());
    String agent = options.agent("", agentOptions).options();
    command.add("-javaagent:" + Installation.agentJar() + "=" + agent);
    command.add("-cp");
    command.add(Installation.benchClassPath());
    command.add(PoolSubject.class.getName());
    return command;
  }

  /** How long each took. */
  private Latencies runAll(List<String> command, Path folder)
      throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < processes; i++) {
        running.add(threads.submit(() -> runOne(command, folder)));
      }
      long[] nanos = new long[processes];
      for (int i = 0; i < processes; i++) {
        nanos[i] = running.get(i).get();
      }
      return Latencies.of(List.of(nanos));
    } catch (ExecutionException failed) {
      String why = String.valueOf(failed.getCause());
      List<String> said = Files.readAllLines(folder.resolve(ERRORS));
      throw new ForkFailure(said.isEmpty() ? why : why + "\n" + String.join("\n", said));
    } finally {
      threads.shutdownNow();
    }
  }

  private static long runOne(List<String> command, Path folder)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve(ERRORS).toFile()));
    long begin = System.nanoTime();
    int code = Scratch.start(builder).waitFor();
    if (code != 0) {
      throw new ForkFailure("a process ended with exit code " + code);
    }
    return System.nanoTime() - begin;
  }

  /** Calls of {@link PoolSubject#step}. */
  private static long steps(Profile profile) {
    String owner = PoolSubject.class.getName().replace('.', '/');
    long calls = 0;
    for (ProfiledMethod method : profile.methods()) {
      MethodId id = method.counts().method();
      if (id.owner().equals(owner) && id.name().equals("step")) {
        calls += method.counts().calls();
      }
    }
    return calls;
  }
}
