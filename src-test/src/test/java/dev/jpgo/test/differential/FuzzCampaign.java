package dev.jpgo.test.differential;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Generated programs on a VM. One that compiles makes and runs them by itself; for one that only
 * interprets they are made here.
 */
final class FuzzCampaign {
  private static final int CHUNK = 1000;
  private static final int BATCH = 100;
  private static final long LIMIT_SECONDS = 3600;

  private final Path folder;
  private final Transformations transformations = new Transformations(16);

  /**
   * @param folder where programs are kept for a while
   */
  FuzzCampaign(Path folder) {
    this.folder = folder;
  }

  /** Runs programs on a VM; what it answers are the differences. */
  List<String> run(Vm vm, long firstSeed, int programs) throws IOException {
    if (!vm.interpreted()) {
      return differences(vm, "" + firstSeed, "" + programs);
    }
    List<String> differences = new ArrayList<>();
    for (long seed = firstSeed; seed < firstSeed + programs; seed += CHUNK) {
      int count = (int) Math.min(CHUNK, firstSeed + programs - seed);
      Path file = folder.resolve(seed + FuzzMain.FILES);
      write(file, seed, count);
      differences.addAll(differences(vm, file.toString()));
      Files.delete(file);
    }
    return differences;
  }

  /** Makes programs and writes them to a file, for VMs that would take minutes to make them. */
  void write(Path file, long firstSeed, int count) throws IOException {
    List<FuzzProgram> programs = new ArrayList<>();
    for (long seed = firstSeed; seed < firstSeed + count; seed += BATCH) {
      int size = (int) Math.min(BATCH, firstSeed + count - seed);
      programs.addAll(FuzzProgram.make(seed, size, transformations));
    }
    ProgramFile.write(file, programs);
  }

  private static List<String> differences(Vm vm, String... arguments) {
    ForkedJvm jvm = ForkedJvm.on(vm).with("-XX:+UseSerialGC", "-Xmx1g").within(LIMIT_SECONDS);
    if (!vm.interpreted()) {
      // or no program lives to see the compiler
      jvm.with(
          "-XX:CompileCommand=quiet", "-XX:CompileCommand=CompileThresholdScaling,fuzz.*::*,0.05");
    }
    ForkedJvm.Result result = jvm.run(FuzzMain.class, arguments);
    List<String> differences = new ArrayList<>();
    for (String each : result.out().split("(?m)^(?=DIFFERENCE)")) {
      if (each.startsWith("DIFFERENCE")) {
        differences.add(each);
      }
    }
    if (differences.isEmpty() && result.exitCode() != 0) {
      differences.add("ended with " + result.exitCode() + "\n" + result.out() + result.err());
    }
    return differences;
  }
}
