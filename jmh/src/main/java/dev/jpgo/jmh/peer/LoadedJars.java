package dev.jpgo.jmh.peer;

import dev.jpgo.jmh.driver.ProgramPath;
import dev.jpgo.jmh.runner.WorkloadRunner;
import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Tells which jars a program loads classes from, by having it run once. Of the jar of all workloads
 * that is a jar of the classes that were loaded.
 *
 * @param folder for the VM's log
 */
record LoadedJars(Path folder) {
  private static final String SOURCE = "source: file:";

  /**
   * Those of {@code whole} that are used.
   *
   * @throws PeerUnavailable if the program fails
   */
  SortedSet<Path> of(Program program, ProgramPath whole)
      throws IOException, InterruptedException, PeerUnavailable {
    Path log = folder.resolve(program.label() + "-classes.log");
    ToolRun.run(
        program.label(),
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:off",
            "-Xlog:class+load=info:file=" + log + "::filecount=0",
            "-cp",
            whole.toString(),
            WorkloadRunner.class.getName(),
            program.label(),
            "0",
            "1"),
        folder);
    SortedSet<Path> used = new TreeSet<>();
    SortedSet<String> ours = new TreeSet<>();
    for (String line : Files.readAllLines(log)) {
      int at = line.indexOf(SOURCE);
      if (at > 0) {
        Path place = Path.of(line.substring(at + SOURCE.length()).strip());
        if (whole.own().contains(place)) {
          ours.add(line.substring(line.lastIndexOf(' ', at - 2) + 1, at).strip());
        } else if (whole.libraries().contains(place)) {
          used.add(place);
        }
      }
    }
    used.add(part(program, whole.own().get(0), ours));
    return used;
  }

  private Path part(Program program, Path workloads, SortedSet<String> classes) throws IOException {
    Path part = folder.resolve(program.label() + "-workload.jar");
    try (JarFile whole = new JarFile(workloads.toFile());
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(part))) {
      for (String name : classes) {
        JarEntry entry = whole.getJarEntry(name.replace('.', '/') + ".class");
        if (entry != null) { // no lambda's
          out.putNextEntry(new JarEntry(entry.getName()));
          whole.getInputStream(entry).transferTo(out);
          out.closeEntry();
        }
      }
    }
    return part;
  }
}
