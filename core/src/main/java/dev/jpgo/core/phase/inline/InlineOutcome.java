package dev.jpgo.core.phase.inline;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.Assumption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What inlining did to a method.
 *
 * @param decisions one for each call site, in code order
 * @param assumptions what the method now rests on
 * @param callSites calls looked at, those of inlined bodies included
 * @param inlined bodies copied
 * @param devirtualized those of them that were virtual or interface calls
 * @param guards flag checks left
 * @param functional calls of lambdas that became calls of what implements them
 */
public record InlineOutcome(
    List<InlineDecision> decisions,
    List<Assumption> assumptions,
    int callSites,
    int inlined,
    int devirtualized,
    int guards,
    int functional) {
  public InlineOutcome {
    decisions = List.copyOf(decisions);
    assumptions = List.copyOf(assumptions);
  }

  /** How often the calls ran, as far as counted, that a method took in, at any depth. */
  public static double takenIn(List<InlineDecision> decisions) {
    double calls = 0;
    for (InlineDecision decision : decisions) {
      if (decision.inlined()) {
        calls += decision.count() + takenIn(decision.inner());
      }
    }
    return calls;
  }

  /** Whether one of some calls, or of those in what was inlined for them, was not counted. */
  public static boolean lacksCounts(List<InlineDecision> decisions) {
    for (InlineDecision decision : decisions) {
      if (decision.reason().startsWith(CallTargets.UNCOUNTED) || lacksCounts(decision.inner())) {
        return true;
      }
    }
    return false;
  }

  /** The methods that were inlined, at any depth, with calls in them that were not counted. */
  public static Set<MethodId> uncounted(List<InlineDecision> decisions) {
    Set<MethodId> found = new LinkedHashSet<>();
    for (InlineDecision decision : decisions) {
      for (InlineDecision inner : decision.inner()) {
        if (inner.reason().startsWith(CallTargets.UNCOUNTED)) {
          found.add(decision.target());
        }
      }
      found.addAll(uncounted(decision.inner()));
    }
    return found;
  }
}
