package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.events.Statistics.MethodState;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the counters and records hold at one moment, as a profile and as numbers. Runs on the
 * controller thread, or when that has stopped.
 */
public final class ProfileSnapshot {
  private final ClassRegistry registry;
  private final ProgramWorld world;
  private final CompiledCode code;

  public ProfileSnapshot(ClassRegistry registry, CompiledCode code) {
    this.code = code;
    this.registry = registry;
    this.world = new ProgramWorld(registry, false);
  }

  /**
   * The methods that ran, as far as is known. A method that never left tier 0 is left out when the
   * bytes of its class are not in memory any more: its name is not kept.
   */
  public List<ProfiledMethod> methods() {
    List<ProfiledMethod> methods = new ArrayList<>();
    for (ClassRecord record : registry.all()) {
      byte[] original = registry.bytes(record);
      if (record.attachment() instanceof ClassState state
          && state.layout() != null
          && original != null) {
        collect(state, record.info(), original, methods);
      }
    }
    return methods;
  }

  private void collect(
      ClassState state, ClassInfo info, byte[] original, List<ProfiledMethod> into) {
    for (MethodInfo method : info.methods()) {
      Optional<MethodProfile> profile = world.profile(state.record(), method);
      MethodRecord record = state.promoted(method.ordinal());
      if (profile.isPresent() && (profile.get().calls() > 0 || record != null)) {
        into.add(
            new ProfiledMethod(
                ProfileLabels.of(profile.get()),
                state.record().loaderRecord().kind(),
                tier(record),
                method.codeLength(),
                record == null ? Optional.empty() : code.describe(record, original),
                record == null ? List.of() : record.steps()));
      }
    }
  }

  private static int tier(@Nullable MethodRecord record) {
    return record == null ? 0 : record.highestTier();
  }

  /** Counts methods by where they stand. */
  public void count(Statistics statistics) {
    long[] counts = new long[MethodState.values().length];
    for (ClassRecord record : registry.all()) {
      if (record.attachment() instanceof ClassState state) {
        count(state, counts);
      }
    }
    for (MethodState each : MethodState.values()) {
      statistics.methods(each, counts[each.ordinal()]);
    }
  }

  private void count(ClassState state, long[] counts) {
    TierZeroLayout layout = state.layout();
    int methods = layout == null ? state.record().methods() : layout.methods();
    counts[MethodState.SEEN.ordinal()] += methods;
    if (state.status() == ClassState.Status.EXCLUDED) {
      counts[MethodState.EXCLUDED.ordinal()] += methods;
    } else if (state.status() == ClassState.Status.REFUSED) {
      counts[MethodState.QUARANTINED.ordinal()] += methods;
    } else if (layout != null) {
      int promoted = 0;
      for (MethodRecord method : state.promoted()) {
        if (method.tier() != Tier.COUNTED) {
          promoted++;
          MethodState where = where(method.tier());
          counts[where.ordinal()]++;
        }
      }
      counts[MethodState.TIER0.ordinal()] += methods - promoted;
    }
  }

  /** A method that is settled has been through all tiers and is in none: it counts as tier 0. */
  private static MethodState where(Tier tier) {
    return switch (tier) {
      case PROFILED -> MethodState.TIER1;
      case OPTIMIZED -> MethodState.TIER2;
      case QUARANTINED -> MethodState.QUARANTINED;
      case PLAIN, COUNTED, SETTLED -> MethodState.TIER0;
    };
  }
}
