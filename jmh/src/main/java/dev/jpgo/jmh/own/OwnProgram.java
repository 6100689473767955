package dev.jpgo.jmh.own;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.Metric;
import dev.jpgo.jmh.driver.Scratch;
import dev.jpgo.jmh.driver.Treatment;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The user's program on one VM: starts its processes, with standard input empty and output to
 * files. The output of the first is what that of the others is compared with.
 */
final class OwnProgram implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long SLOWER = 20;
  private static final long GRACE_NANOS = 60_000_000_000L;
  private static final int SHOWN = 60;

  /** How the agent's line ends when it does not start; see {@code JpgoAgent}. */
  private static final String REFUSED = "; the application runs without the agent";

  private final VmSpec vm;
  private final List<String> vmOptions;
  private final List<String> arguments;
  private final String agentOptions;
  private final long controlDelayMillis;
  private final Path folder;
  private final Path reference;
  private long limitNanos = Long.MAX_VALUE;

  /**
   * @param arguments what comes after {@code java}
   */
  OwnProgram(
      VmSpec vm,
      List<String> vmOptions,
      List<String> arguments,
      String agentOptions,
      long controlDelayMillis)
      throws IOException {
    this.vm = vm;
    this.vmOptions = vmOptions;
    this.arguments = arguments;
    this.agentOptions = agentOptions;
    this.controlDelayMillis = controlDelayMillis;
    this.folder = Scratch.folder("own");
    this.reference = folder.resolve("first.out");
  }

  /**
   * Runs it once.
   *
   * @throws ForkFailure if it cannot be started, or takes more than {@value #SLOWER} times as long
   *     as the first, and a minute, or if the agent did not start
   */
  OwnRun run(Treatment treatment) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path stats = folder.resolve("stats");
    Files.deleteIfExists(stats);
    List<String> command = new ArrayList<>();
    command.add(vm.java().toString());
    command.addAll(vm.flags());
    command.addAll(vmOptions);
    command.addAll(treatment.arguments(agentOptions, controlDelayMillis, stats.toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(out.toFile());
    builder.redirectError(folder.resolve("err").toFile());
    long begin = System.nanoTime();
    Process process = Scratch.start(builder);
    ProcessWatch watch = new ProcessWatch(process, begin);
    try {
      process.getOutputStream().close();
      if (!watch.await(limitNanos)) {
        throw new ForkFailure(
            treatment.variant().label() + ": ended, it took far longer than the first run");
      }
    } finally {
      process.destroyForcibly();
    }
    String difference = difference(out);
    Map<Metric, Double> metrics = watch.metrics();
    if (limitNanos == Long.MAX_VALUE) {
      limitNanos = GRACE_NANOS + SLOWER * (System.nanoTime() - begin);
    }
    JsonNode said = statistics(stats, metrics);
    if (treatment.variant().kind() == Variant.Kind.AGENT && said.isMissingNode()) {
      String refusal = refusal(errors());
      if (!refusal.isEmpty()) {
        // the base would be compared with itself
        throw new ForkFailure(treatment.variant().label() + ": the agent did not run: " + refusal);
      }
    }
    return new OwnRun(process.exitValue(), Files.size(out), difference, metrics, said);
  }

  /** The last line that the last process wrote to standard error, or "". */
  String lastWords() throws IOException {
    List<String> lines = errors();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1).strip();
  }

  /** What the last process wrote to standard error, without blank lines. */
  private List<String> errors() throws IOException {
    return new String(Files.readAllBytes(folder.resolve("err")), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank())
        .toList();
  }

  /**
   * What the agent said if it did not start, or "". That there are no statistics does not tell: a
   * program that is killed, or halts, leaves none either.
   */
  static String refusal(List<String> errors) {
    for (String line : errors) {
      if (line.startsWith("jpgo: ")
          && (line.endsWith(REFUSED) || line.endsWith("this -javaagent is ignored"))) {
        return line.strip();
      }
    }
    return "";
  }

  private String difference(Path out) throws IOException {
    if (!Files.exists(reference)) {
      Files.copy(out, reference);
      return "";
    }
    long at = Files.mismatch(reference, out);
    if (at < 0) {
      return "";
    }
    String expected = Files.readString(reference, StandardCharsets.ISO_8859_1);
    String found = Files.readString(out, StandardCharsets.ISO_8859_1);
    int line = 1 + (int) expected.substring(0, (int) at).chars().filter(c -> c == '\n').count();
    return "standard output differs in line "
        + line
        + ": "
        + line(found, (int) at)
        + " instead of "
        + line(expected, (int) at);
  }

  private static String line(String text, int at) {
    int begin = text.lastIndexOf('\n', at - 1) + 1;
    int end = text.indexOf('\n', at);
    String line = text.substring(begin, end < 0 ? text.length() : Math.max(begin, end));
    if (line.isEmpty() && at >= text.length()) {
      return "nothing more";
    }
    return "\"" + (line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line) + "\"";
  }

  private static JsonNode statistics(Path file, Map<Metric, Double> metrics) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) == 0) {
      return MissingNode.getInstance();
    }
    JsonNode stats = JSON.readTree(file.toFile());
    JsonNode redefinition = stats.path("redefinition");
    metrics.put(Metric.PAUSES, redefinition.path("batches").asDouble());
    metrics.put(Metric.PAUSE_TOTAL, redefinition.path("pauseMillisTotal").asDouble());
    metrics.put(Metric.PAUSE_MAX, redefinition.path("pauseMillisMax").asDouble());
    return stats;
  }

  @Override
  public void close() throws IOException {
    Scratch.delete(folder);
  }
}
