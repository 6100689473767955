package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.List;
import java.util.function.Predicate;

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

  /** Whether a method of one of these classes was inlined, at any depth. */
  public static boolean anyOf(List<InlineDecision> decisions, Predicate<String> ofClass) {
    for (InlineDecision each : decisions) {
      if (each.inlined && (ofClass.test(each.target.owner()) || anyOf(each.inner, ofClass))) {
        return true;
      }
    }
    return false;
  }
}
