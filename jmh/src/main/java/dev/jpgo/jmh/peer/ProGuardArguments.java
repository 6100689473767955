package dev.jpgo.jmh.peer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * ProGuard's command line.
 *
 * @param made what it is to write
 * @param rules what to keep
 */
record ProGuardArguments(Path made, Path rules) {
  /** What changes signatures of members that may be optimized, or merges classes. */
  private static final List<String> SIGNATURES_STAY =
      List.of(
          "!class/merging/*",
          "!class/unboxing/*",
          "!class/marking/*",
          "!field/removal/*",
          "!field/marking/*",
          "!method/removal/*",
          "!method/marking/*",
          "!method/specialization/*");

  /**
   * The arguments, main class first.
   *
   * @throws PeerUnavailable if this JDK does not ship its classes in a form that ProGuard reads
   */
  List<String> of(SortedSet<Path> used) throws IOException, PeerUnavailable {
    List<String> arguments = new ArrayList<>(List.of("proguard.ProGuard"));
    for (Path jar : used) {
      add(arguments, "-injars", quoted(jar) + "(!META-INF/versions/**,!module-info.class)");
    }
    add(arguments, "-outjars", quoted(made) + "(**.class)");
    Path modules = Path.of(System.getProperty("java.home"), "jmods");
    if (!Files.isDirectory(modules)) {
      throw new PeerUnavailable("ProGuard needs a JDK with a folder jmods to run on");
    }
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(modules, "{java.,jdk.unsupp}*.jmod")) {
      for (Path module : all) {
        add(arguments, "-libraryjars", quoted(module) + "(!**.jar;!module-info.class)");
      }
    }
    arguments.add("-dontobfuscate");
    arguments.add("-ignorewarnings");
    add(arguments, "-optimizationpasses", "3");
    add(arguments, "-optimizations", String.join(",", SIGNATURES_STAY));
    add(arguments, "-include", quoted(rules));
    return arguments;
  }

  private static void add(List<String> arguments, String option, String value) {
    arguments.add(option);
    arguments.add(value);
  }

  private static String quoted(Path path) {
    return "'" + path + "'";
  }
}
