package dev.jpgo.test.differential;

import java.util.Map;
import java.util.Optional;

/** What compiles generated programs, in this JVM and in memory. */
interface SourceCompiler {
  /**
   * Compiles programs, many at once: what a compiler reads of the JDK it then reads once.
   *
   * @param sources texts by package; each package has one
   * @param messages what is wrong with them is appended here
   * @return all class files by class name, or empty when a text is refused
   */
  Optional<Map<String, byte[]>> compile(Map<String, String> sources, StringBuilder messages);

  /**
   * What compiles the program of a seed. Two compilers say most things in two ways, and ecj takes
   * less than half the time, so it has three of four thousands. Linking a concatenation that is an
   * {@code invokedynamic} takes as long as the rest of a program, so each has it in one of eight.
   */
  static SourceCompiler of(long seed) {
    int thousand = (int) (seed / 1000 % 8);
    boolean linked = thousand < 2;
    return thousand % 4 == 0 ? new JavacCompiler(linked) : new EcjCompiler(linked);
  }
}
