package dev.jpgo.jmh.peer;

import dev.jpgo.jmh.driver.ProgramPath;
import dev.jpgo.jmh.driver.Scratch;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.workload.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What ProGuard and R8 make of the jars that a program loads classes from. Both get the same keep
 * rules, the resource {@code keep.pro}: every class and member stays and keeps its name, since real
 * programs look them up by name, and every method body may be optimized. Jars that the program
 * loads nothing from stay as they are, and the tools do not see them: what is missing they leave
 * alone.
 */
final class OptimizedJars implements AutoCloseable {
  private static final String RULES = "keep.pro";

  /** A tool's run is too short for C2 to pay. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  private final Map<Variant.Kind, Map<Program, String>> done = new EnumMap<>(Variant.Kind.class);
  private @Nullable Path folder;

  /**
   * The class path with the optimized classes before the original jars, whose resources are used:
   * several jars may have one of the same name.
   *
   * @throws PeerUnavailable if the tool is not here or fails
   */
  String classPath(Variant.Kind tool, Program program)
      throws PeerUnavailable, IOException, InterruptedException {
    Map<Program, String> known = done.computeIfAbsent(tool, none -> new EnumMap<>(Program.class));
    String path = known.get(program);
    if (path == null) {
      path = make(tool, program);
      known.put(program, path);
    }
    return path;
  }

  private String make(Variant.Kind tool, Program program)
      throws PeerUnavailable, IOException, InterruptedException {
    String peer = tool.name().toLowerCase(java.util.Locale.ROOT);
    String toolPath = PeerJars.of(peer);
    ProgramPath whole = ProgramPath.of(program);
    if (!whole.own().stream().allMatch(Files::isRegularFile)) {
      throw new PeerUnavailable("it needs the built jar: mvn package");
    }
    SortedSet<Path> used = new LoadedJars(folder()).of(program, whole);
    Path made = folder().resolve(program.label() + "-" + peer + ".jar");
    Path rules = folder().resolve(RULES);
    if (!Files.exists(rules)) {
      try (var resource = OptimizedJars.class.getResourceAsStream(RULES)) {
        Files.copy(java.util.Objects.requireNonNull(resource), rules);
      }
    }
    List<String> arguments =
        tool == Variant.Kind.R8
            ? r8(made, rules, used)
            : new ProGuardArguments(made, rules).of(used);
    List<String> command = new ArrayList<>(List.of(java(), QUICK, "-cp", toolPath));
    command.addAll(arguments);
    ToolRun.run(peer + " on " + program.label(), command, folder());
    return made + File.pathSeparator + whole; // for what is no class
  }

  private static List<String> r8(Path made, Path rules, SortedSet<Path> used) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "com.android.tools.r8.R8",
                "--classfile",
                "--release",
                "--no-data-resources",
                "--lib",
                System.getProperty("java.home"),
                "--pg-conf",
                rules.toString(),
                "--output",
                made.toString()));
    used.forEach(jar -> arguments.add(jar.toString()));
    return arguments;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private Path folder() throws IOException {
    if (folder == null) {
      folder = Scratch.folder("peers");
    }
    return folder;
  }

  @Override
  public void close() throws IOException {
    if (folder != null) {
      Scratch.delete(folder);
    }
  }
}
