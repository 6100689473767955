package dev.jpgo.test.suites;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the test classes of a jar and writes a line for each test: unique id, outcome, milliseconds
 * since the last line, what was thrown, with tabs between them. Arguments: the jar, the file to
 * write, a pattern for names of classes to leave out.
 */
public final class SuiteMain {
  private static final String TESTS = "^(.*[.$])?(Test[^.$]*|[^.$]*(Test|Tests|TestCase))$";

  private SuiteMain() {}

  public static void main(String[] arguments) throws IOException {
    LauncherDiscoveryRequest tests =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClasspathRoots(Set.of(Path.of(arguments[0]))))
            .filters(
                ClassNameFilter.includeClassNamePatterns(TESTS),
                ClassNameFilter.excludeClassNamePatterns(arguments[2]))
            .build();
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(Path.of(arguments[1])), false, StandardCharsets.UTF_8)) {
      LauncherFactory.create().execute(tests, new Recorder(out));
    }
    // suites leave threads behind
    System.exit(0);
  }

  private static final class Recorder implements TestExecutionListener {
    private final PrintStream out;
    private long last = System.nanoTime();

    Recorder(PrintStream out) {
      this.out = out;
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier test, String reason) {
      line(test, "SKIPPED", reason);
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
        String why = result.getThrowable().map(String::valueOf).orElse("");
        line(test, result.getStatus().name(), why);
      }
    }

    private void line(TestIdentifier test, String outcome, String why) {
      long now = System.nanoTime();
      long millis = (now - last) / 1_000_000;
      last = now;
      out.println(word(test.getUniqueId()) + '\t' + outcome + '\t' + millis + '\t' + word(why));
    }

    private static String word(String text) {
      return text.replaceAll("[\\t\\r\\n]", " ");
    }
  }
}
