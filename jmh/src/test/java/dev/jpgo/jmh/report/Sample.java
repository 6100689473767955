package dev.jpgo.jmh.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jpgo.jmh.driver.Arm;
import dev.jpgo.jmh.driver.Cell;
import dev.jpgo.jmh.driver.Fork;
import dev.jpgo.jmh.driver.Iteration;
import dev.jpgo.jmh.driver.JvmFacts;
import dev.jpgo.jmh.driver.Metric;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.workload.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A document of made-up figures. */
final class Sample {
  private static final VmSpec VM = new VmSpec("17-xint", Path.of("java"), List.of("-Xint"));

  private Sample() {}

  /** A program with a control, an agent twice as fast, and a peer that failed. */
  static ObjectNode document(boolean duet) {
    Document document =
        new Document(Document.Kind.PROGRAMS, List.of("bench", "--programs", "<h2>"));
    document.settings().put("forks", 2);
    document.jvm(VM, new JvmFacts("17.0.1", List.of("a & b")), List.of());
    document.variant(Variant.BASE);
    document.variant(Variant.CONTROL);
    document.variant(Variant.AGENT);
    List<Fork> base = List.of(fork(0.4, 7), fork(0.4, 7));
    List<Arm> arms = new ArrayList<>();
    arms.add(new Arm(Variant.CONTROL, false, base, List.of(fork(0.4, 7), fork(0.4, 7)), ""));
    arms.add(new Arm(Variant.AGENT, false, base, List.of(fork(0.2, 7), fork(0.2, 7)), ""));
    Variant jacoco = Variant.of(Variant.Kind.JACOCO);
    document.variant(jacoco);
    arms.add(new Arm(jacoco, false, base, List.of(), "h2 on 17-xint, jacoco: exit code 1"));
    document.unavailable("graal", "17-xint", "h2", "C2 does not run here");
    document.result(CellJson.of(new Cell(VM, Program.H2, base, arms, ""), duet, true));
    return new ObjectMapper().convertValue(document.finished(), ObjectNode.class);
  }

  /** A result in which a variant computed something else. */
  static ObjectNode different(Variant variant) {
    Document document = new Document(Document.Kind.PROGRAMS, List.of());
    document.variant(Variant.BASE);
    document.variant(variant);
    List<Fork> base = List.of(fork(0.4, 7));
    Arm arm = new Arm(variant, false, base, List.of(fork(0.4, 8)), "");
    document.result(CellJson.of(new Cell(VM, Program.H2, base, List.of(arm), ""), false, false));
    return new ObjectMapper().convertValue(document.finished(), ObjectNode.class);
  }

  private static Fork fork(double seconds, long checksum) {
    List<Iteration> iterations = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      long nanos = Math.round(seconds * 1e9);
      iterations.add(new Iteration(nanos, nanos, checksum, 0.5 + (i + 1) * seconds));
    }
    Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
    metrics.put(Metric.START, 0.5);
    metrics.put(Metric.RSS_PEAK, 100e6);
    return new Fork(iterations, metrics, MissingNode.getInstance());
  }
}
