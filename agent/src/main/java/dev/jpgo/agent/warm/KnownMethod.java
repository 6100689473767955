package dev.jpgo.agent.warm;

import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A method whose edges an earlier run counted.
 *
 * @param profile what was counted
 * @param tier highest tier it reached then
 * @param hot whether it was worth tier 2 then
 * @param executions sum of its edges: how much of it ran
 * @param needs internal names of the classes that it had code of inlined, besides its own: without
 *     them the optimizer would make less of it
 */
public record KnownMethod(
    MethodProfile profile, int tier, boolean hot, long executions, List<String> needs) {
  /** A loop that runs for so long in so few calls is worth a way in. */
  private static final long LOOPING_ITERATIONS = 1000;

  private static final long FEW_CALLS = 64;

  /**
   * A method of a profile.
   *
   * @param enough executions from which on a method that was only profiled counts as hot
   */
  static KnownMethod of(ProfiledMethod method, long enough) {
    long executions = 0;
    for (Long edge : method.counts().edges()) {
      executions = Math.min(executions, Long.MAX_VALUE - edge) + edge; // saturated in merged files
    }
    boolean hot = method.tier() == 2 || method.tier() == 1 && executions >= enough;
    return new KnownMethod(
        method.counts(), method.tier(), hot, executions, hot ? needs(method) : List.of());
  }

  private static List<String> needs(ProfiledMethod method) {
    Set<String> names = new LinkedHashSet<>();
    if (method.compiled().isPresent()) {
      collect(method.compiled().get().decisions(), names);
    }
    names.remove(method.counts().method().owner());
    return new ArrayList<>(names);
  }

  private static void collect(List<InlineDecision> decisions, Set<String> names) {
    for (InlineDecision decision : decisions) {
      String owner = decision.target().owner();
      if (decision.inlined()) {
        if (owner.indexOf("/0x") < 0) { // a hidden class: it has another name each time
          names.add(owner);
        }
        collect(decision.inner(), names);
      }
    }
  }

  /** Whether it spent its time in a loop rather than in calls of it. */
  public boolean loops() {
    return profile.calls() <= FEW_CALLS && executions > LOOPING_ITERATIONS;
  }
}
