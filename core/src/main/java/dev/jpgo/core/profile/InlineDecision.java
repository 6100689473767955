package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.List;

/**
 * What was decided at one call site, yes or no, with the reason: a node of the inline tree.
 *
 * @param site ordinal of the call among the real instructions of the original code that holds it
 * @param line source line of the call, 0 when not known
 * @param target the method called: the selected one when inlined, else the one named at the site
 * @param inlined whether its body took the place of the call
 * @param reason why, in one short phrase
 * @param count how often the site ran, as far as counted
 * @param inner decisions about the call sites of the inlined body; empty when not inlined
 */
public record InlineDecision(
    int site,
    int line,
    MethodId target,
    boolean inlined,
    String reason,
    long count,
    List<InlineDecision> inner) {
  /** Deepest nesting of decisions that a profile file holds. */
  public static final int MAX_DEPTH = 64;

  public InlineDecision {
    inner = List.copyOf(inner);
  }
}
