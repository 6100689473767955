package dev.jpgo.jmh.peer;

import dev.jpgo.jmh.driver.Installation;
import dev.jpgo.jmh.runner.WorkloadRunner;
import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Tells which jars a program loads classes from, by having it run once.
 *
 * @param folder for the VM's log
 */
record LoadedJars(Path folder) {
  private static final String SOURCE = "source: file:";

  /**
   * Those of {@code all} that are used.
   *
   * @throws PeerUnavailable if the program fails
   */
  SortedSet<Path> of(Program program, SortedSet<Path> all)
      throws IOException, InterruptedException, PeerUnavailable {
    Path log = folder.resolve(program.label() + "-classes.log");
    ToolRun.run(
        program.label(),
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:off",
            "-Xlog:class+load=info:file=" + log + "::filecount=0",
            "-cp",
            Installation.benchClassPath(),
            WorkloadRunner.class.getName(),
            program.label(),
            "0",
            "1"),
        folder);
    SortedSet<Path> used = new TreeSet<>();
    for (String line : Files.readAllLines(log)) {
      int at = line.indexOf(SOURCE);
      if (at > 0) {
        String place = line.substring(at + SOURCE.length()).strip();
        all.stream().filter(jar -> place.equals(jar.toString())).forEach(used::add);
      }
    }
    return used;
  }
}
