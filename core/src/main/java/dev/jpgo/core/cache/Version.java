package dev.jpgo.core.cache;

import dev.jpgo.core.ir.Position;
import dev.jpgo.core.phase.CompileStats;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.FlagField;
import java.util.List;
import java.util.Map;

/**
 * What a compilation made of a method, as data.
 *
 * @param name the method's
 * @param descriptor the method's
 * @param facts what it was told
 * @param decisions as in {@link dev.jpgo.core.phase.CompileResult}
 * @param stats likewise
 * @param outcome code, or why there is none
 */
public record Version(
    String name,
    String descriptor,
    Facts facts,
    List<InlineDecision> decisions,
    CompileStats stats,
    Outcome outcome) {
  public Version {
    decisions = List.copyOf(decisions);
  }

  /** Code or not. */
  public sealed interface Outcome {}

  /**
   * Code that is better than the original.
   *
   * @param classFile a class with this one method
   * @param flag the flag that it reads
   * @param lines what its synthetic lines stand for
   */
  public record Better(byte[] classFile, FlagField flag, Map<Integer, Position> lines)
      implements Outcome {}

  /** The method stays as it is. */
  public record Unchanged(String reason) implements Outcome {}
}
