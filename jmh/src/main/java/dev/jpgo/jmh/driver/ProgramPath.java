package dev.jpgo.jmh.driver;

import dev.jpgo.jmh.workload.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The class path of a measured program: the workloads and what runs them, and the program's own
 * libraries. What other programs need is not on it: a JVM looks for an agent's class in each jar of
 * the class path before it comes to the agent's, which with all libraries took an interpreter 0.2
 * s.
 *
 * @param own the jar of all workloads, or folders of classes
 * @param libraries the program's jars
 */
public record ProgramPath(List<Path> own, List<Path> libraries) {

  /**
   * That of {@code program}, from the built jars, or where classes are in folders from the class
   * path of this JVM.
   *
   * @throws IllegalStateException if a library is missing
   */
  public static ProgramPath of(Program program) {
    List<Path> own = new ArrayList<>();
    SortedSet<Path> jars = new TreeSet<>();
    Path here = Installation.benchJar();
    if (Files.isDirectory(here)) {
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        (Files.isDirectory(Path.of(entry)) ? own : jars).add(Path.of(entry));
      }
    } else {
      own.add(here.resolveSibling("jpgo-bench-programs.jar"));
      jars.addAll(jarsIn(here.resolveSibling("lib")));
    }
    List<Path> libraries = new ArrayList<>();
    for (String artifact : program.libraries()) {
      List<Path> found = named(artifact, jars);
      if (found.isEmpty()) {
        throw new IllegalStateException(program.label() + " needs " + artifact + ": no such jar");
      }
      libraries.addAll(found);
    }
    return new ProgramPath(own, libraries);
  }

  /** An artifact may come as several jars, one of them its sources. */
  private static List<Path> named(String artifact, SortedSet<Path> jars) {
    Pattern name = Pattern.compile(Pattern.quote(artifact) + "-\\d.*\\.jar");
    return jars.stream()
        .filter(jar -> name.matcher(jar.getFileName().toString()).matches())
        .collect(Collectors.toList());
  }

  private static List<Path> jarsIn(Path folder) {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.jar")) {
      found.forEach(jars::add);
    } catch (IOException unreadable) {
      throw new IllegalStateException("no libraries in " + folder + "; build them", unreadable);
    }
    return jars;
  }

  /** All of them, as {@code -cp} takes it. */
  @Override
  public String toString() {
    return Stream.concat(own.stream(), libraries.stream())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
