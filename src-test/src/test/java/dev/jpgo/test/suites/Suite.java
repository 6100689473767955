package dev.jpgo.test.suites;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A test suite that the build copied: see {@code suites} in the module's pom. Each has a folder
 * with its jars in {@code lib} and its test classes unpacked in {@code tests}, since many tests
 * want their resources as files.
 */
enum Suite {
  COLLECTIONS("commons-collections4", ""),
  CODEC(
      "commons-codec",
      ".*[.](DigestUtils|HmacAlgorithms|MessageDigestAlgorithms|[A-Za-z]*Performance)Test"),
  CSV("commons-csv", ".*[.]perf[.].*"),
  LANG(
      "commons-lang3",
      ".*[.](DurationFormatUtils|ExtendedMessageFormat|FastDateFormat"
          + "|FastDateParser(_TimeZoneStrategy)?|Java15BugFastDateParser)Test"),
  MATH(
      "commons-math3",
      ".*[.](BOBYQAOptimizer|CMAESOptimizer|FastMath|FieldRotation(Dfp|DS)|KolmogorovSmirnovTest"
          + "|FixedElapsedTime|LegendreHighPrecision|PSquarePercentile|PolynomialFitter|AbstractRandomGenerator"
          + "|BitsStreamGenerator|ISAAC|MersenneTwister|RandomDataGenerator|RandomGeneratorFactory"
          + "|Well[0-9]+[abc])Test"),
  TEXT(
      "commons-text",
      ".*[.](UrlStringLookup|DnsStringLookup|ExtendedMessageFormat"
          + "|StringSubstitutorWithInterpolator[A-Za-z]*)Test");

  private final String folder;
  private final String leftOut;

  Suite(String folder, String leftOut) {
    this.folder = folder;
    this.leftOut = leftOut;
  }

  /**
   * A pattern for the names of test classes that are not run: measurements, tests that fail when
   * they take more than so many seconds, tests that fill a megabyte with random numbers before each
   * method, and those that go through all time zones of all locales, all days of several years, or
   * millions of numbers.
   */
  String leftOut(Vm vm) {
    if (this == TEXT && vm.interpreted()) {
      // a million numbers in each locale, and texts that are read in steps of every size
      return leftOut + "|.*[.](DoubleFormat|StringSubstitutor[A-Za-z]*)Test";
    }
    return leftOut.isEmpty() ? "none" : leftOut;
  }

  /**
   * JVM flags that the suite's own build gives. One of Lang's tests that must look into the JDK and
   * may not leaves behind what makes ten thousand others fail.
   */
  String[] flags() {
    if (this != LANG) {
      return new String[0];
    }
    return Stream.of(
            "lang",
            "lang.invoke",
            "lang.reflect",
            "net",
            "text",
            "time",
            "time.chrono",
            "util",
            "util.concurrent",
            "util.stream")
        .map(name -> "--add-opens=java.base/java." + name + "=ALL-UNNAMED")
        .toArray(String[]::new);
  }

  /** Whether its tests end in reasonable time where nothing is compiled. */
  boolean forInterpreters() {
    return this == CODEC || this == CSV || this == TEXT;
  }

  Path tests() {
    return home().resolve("tests");
  }

  /** What is on the class path of a run. */
  Path[] classPath() throws IOException {
    List<Path> entries = new ArrayList<>();
    entries.add(ForkedJvm.projectRoot().resolve("src-test/target/test-classes"));
    entries.add(tests());
    entries.addAll(jars(home().resolve("lib")));
    entries.addAll(jars(home().resolveSibling("junit")));
    return entries.toArray(new Path[0]);
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private Path home() {
    return ForkedJvm.projectRoot().resolve("src-test/target/suites").resolve(folder);
  }

  /**
   * A folder for a run, laid out as tests expect: their resources where they were in the sources.
   */
  Path workplace(Path parent) throws IOException {
    Path work = Files.createTempDirectory(parent, folder);
    Files.createDirectories(work.resolve("target"));
    Path sources = Files.createDirectories(work.resolve("src/test"));
    Files.createSymbolicLink(sources.resolve("resources"), tests());
    return work;
  }

  @Override
  public String toString() {
    return folder;
  }
}
