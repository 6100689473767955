package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.List;
import java.util.Map;

/**
 * What was counted of one method.
 *
 * @param method the method
 * @param codeHash hash of its original code ({@code CodeHash}); counts mean nothing for other code.
 *     0 when it was not hashed: then nothing but calls is known
 * @param calls times it was called
 * @param edges count of each edge, in the order of {@code Cfg.edges()}; empty when never
 *     instrumented
 * @param imbalance largest difference between what flowed into a block and out of it that frames
 *     inside the method do not explain; see {@link EdgeSolver}
 * @param receivers by call site: the ordinal of the call among the method's instructions with an
 *     opcode
 * @param sites what was seen at other instructions
 */
public record MethodProfile(
    MethodId method,
    long codeHash,
    long calls,
    List<Long> edges,
    long imbalance,
    Map<Integer, TypeHistogram> receivers,
    List<SiteCounts> sites) {
  public MethodProfile {
    edges = List.copyOf(edges);
    receivers = Map.copyOf(receivers);
    sites = List.copyOf(sites);
  }

  /** A method of which edges and receivers were counted, and nothing else. */
  public MethodProfile(
      MethodId method,
      long codeHash,
      long calls,
      List<Long> edges,
      long imbalance,
      Map<Integer, TypeHistogram> receivers) {
    this(method, codeHash, calls, edges, imbalance, receivers, List.of());
  }

  /** The imbalance relative to the largest count: 0 is none, 1 means that counts mean nothing. */
  public double conservationError() {
    return EdgeCounts.relative(imbalance, edges);
  }
}
