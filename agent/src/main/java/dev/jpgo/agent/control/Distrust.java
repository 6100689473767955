package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.warm.KnownMethods;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.List;

/** Forgets what an earlier run knew, where it misled the optimizer. */
final class Distrust {
  private final KnownMethods known;
  private final ClassRegistry registry;

  Distrust(KnownMethods known, ClassRegistry registry) {
    this.known = known;
    this.registry = registry;
  }

  /**
   * A version of this method was not made for what the program does. What an earlier run knew of
   * it, and of what is inlined in it, is not asked again.
   *
   * @return those of the inlined methods that are in tier 2 for that alone, and should be profiled
   *     too
   */
  List<MethodRecord> forget(MethodRecord method) {
    List<MethodRecord> made = new ArrayList<>();
    method.owner().forgetKnown(method.ordinal());
    if (known.hot() > 0 && method.compiled().isPresent()) {
      forget(method.owner().record(), method.compiled().get().decisions(), made);
    }
    return made;
  }

  private void forget(ClassRecord from, List<InlineDecision> decisions, List<MethodRecord> made) {
    for (InlineDecision decision : decisions) {
      LoadedClass owner = registry.find(from, decision.target().owner()).orElse(null);
      if (decision.inlined()
          && owner instanceof ClassRecord record
          && record.attachment() instanceof ClassState state) {
        forget(record, decision.inner(), made);
        if (record.known()) {
          forget(state, decision.target(), made);
        }
      }
    }
  }

  private static void forget(ClassState state, MethodId target, List<MethodRecord> made) {
    MethodInfo info = state.record().info().method(target.name(), target.descriptor()).orElse(null);
    if (info != null && state.known(info.ordinal()) != null) {
      state.forgetKnown(info.ordinal());
      MethodRecord method = state.promoted(info.ordinal());
      if (method != null && method.tier() == Tier.OPTIMIZED && method.layout().isEmpty()) {
        made.add(method);
      }
    }
  }
}
