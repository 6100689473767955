package dev.jpgo.test.differential;

import dev.jpgo.core.phase.inline.RandomChoices;
import dev.jpgo.core.world.Mode;
import java.util.Set;

/**
 * How programs are brought to tier 2 in this JVM.
 *
 * @param mode how the VM is said to execute
 * @param guardsHold whether the assumption flag is true
 * @param profiled whether methods have (random) profiles
 * @param random what else is left to chance
 * @param seed decides what is
 */
record Setting(
    Mode mode, boolean guardsHold, boolean profiled, Set<RandomChoices.Kind> random, long seed) {
  static Setting of(Mode mode) {
    return new Setting(mode, true, false, Set.of(), 0);
  }

  Setting withGuardsFailing() {
    return new Setting(mode, false, profiled, random, seed);
  }

  /** Everything is left to chance, random profiles included. */
  Setting withRandomChoices(long seed) {
    return new Setting(mode, guardsHold, true, Set.of(RandomChoices.Kind.values()), seed);
  }
}
