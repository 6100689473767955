package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.List;
import java.util.Map;

/**
 * What was counted of one method.
 *
 * @param method the method
 * @param codeHash hash of its original code ({@code CodeHash}); counts mean nothing for other code
 * @param calls times it was called
 * @param edges count of each edge, in the order of {@code Cfg.edges()}; empty when never
 *     instrumented
 * @param conservationError largest relative difference between what flowed into a block and out of
 *     it
 * @param receivers by call site: the ordinal of the call among the method's instructions with an
 *     opcode
 */
public record MethodProfile(
    MethodId method,
    long codeHash,
    long calls,
    List<Long> edges,
    double conservationError,
    Map<Integer, TypeHistogram> receivers) {
  public MethodProfile {
    edges = List.copyOf(edges);
    receivers = Map.copyOf(receivers);
  }
}
