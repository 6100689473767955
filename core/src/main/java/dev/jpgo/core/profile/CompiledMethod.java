package dev.jpgo.core.profile;

import java.util.List;
import java.util.Optional;

/**
 * What the optimizer made of a method, for {@code jpgo explain}.
 *
 * @param codeBytesBefore length of the original bytecode
 * @param codeBytesAfter length of the optimized bytecode
 * @param decisions one for each call site of the method that was considered, in code order
 * @param text bytecode before and after; empty when the agent was not asked to keep it
 */
public record CompiledMethod(
    int codeBytesBefore,
    int codeBytesAfter,
    List<InlineDecision> decisions,
    Optional<BytecodeText> text) {
  public CompiledMethod {
    decisions = List.copyOf(decisions);
  }
}
