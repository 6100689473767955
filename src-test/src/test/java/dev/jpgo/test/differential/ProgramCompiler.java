package dev.jpgo.test.differential;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Compiles generated programs, each seed's with the compiler that the seed says. */
final class ProgramCompiler {
  /** Seeds that have the same compiler, from a multiple of this on. */
  private static final int ALIKE = 1000;

  private ProgramCompiler() {}

  /** Compiles the programs of some seeds into a folder. */
  static void compile(long firstSeed, int count, Path folder) throws IOException {
    for (Map<String, byte[]> program : compile(firstSeed, count).values()) {
      for (Map.Entry<String, byte[]> each : program.entrySet()) {
        Path file = folder.resolve(each.getKey().replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, each.getValue());
      }
    }
  }

  /**
   * Compiles the programs of some seeds.
   *
   * @return class files by class name, by seed
   */
  static Map<Long, Map<String, byte[]>> compile(long firstSeed, int count) {
    Map<Long, Map<String, byte[]>> programs = new TreeMap<>();
    long end = firstSeed + count;
    for (long seed = firstSeed; seed < end; seed = seed - seed % ALIKE + ALIKE) {
      compileAlike(seed, Math.min(end, seed - seed % ALIKE + ALIKE), programs);
    }
    return programs;
  }

  private static void compileAlike(
      long firstSeed, long end, Map<Long, Map<String, byte[]>> programs) {
    Map<String, String> sources = new TreeMap<>();
    Map<String, Long> seeds = new HashMap<>();
    for (long seed = firstSeed; seed < end; seed++) {
      String packageName = ProgramGenerator.packageName(seed);
      sources.put(packageName, ProgramGenerator.generate(seed));
      seeds.put(packageName, seed);
    }
    StringBuilder messages = new StringBuilder();
    Map<String, byte[]> classes =
        SourceCompiler.of(firstSeed)
            .compile(sources, messages)
            .orElseThrow(
                () -> new AssertionError("a generated program does not compile:\n" + messages));
    classes.forEach(
        (name, bytes) -> {
          Long seed = seeds.get(name.substring(0, name.lastIndexOf('.')));
          programs.computeIfAbsent(seed, s -> new TreeMap<>()).put(name, bytes);
        });
  }

  /**
   * Compiles one source text as the program of a seed, from which it was made.
   *
   * @return its class files by class name, or empty when the compiler refuses it
   */
  static Optional<Map<String, byte[]>> compile(long seed, String source) {
    Map<String, String> sources = Map.of(ProgramGenerator.packageName(seed), source);
    return SourceCompiler.of(seed).compile(sources, new StringBuilder());
  }
}
