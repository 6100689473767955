package dev.jpgo.test.differential;

import dev.jpgo.core.phase.inline.RandomChoices;
import dev.jpgo.core.world.Mode;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/**
 * How a method is brought to tier 2 in this JVM.
 *
 * @param mode how the VM is said to execute
 * @param guards what becomes of the assumption flag
 * @param late whether the last class of the hierarchy is unknown to the optimizer, as one that is
 *     not loaded yet; flags must not hold then
 * @param profiled whether methods have (random) profiles
 * @param random what else is left to chance
 * @param seed decides what is
 */
record Setting(
    Mode mode,
    Guards guards,
    boolean late,
    boolean profiled,
    Set<RandomChoices.Kind> random,
    long seed) {
  /** The life of an assumption flag. */
  enum Guards {
    HOLD("holds"),
    FAIL("broken"),
    /** They hold first and fail when the late class is loaded, or some time before that. */
    BREAK("breaking");

    /** The field of {@link AssumptionFlags}. */
    final String flag;

    Guards(String flag) {
      this.flag = flag;
    }
  }

  static Setting of(Mode mode) {
    return new Setting(mode, Guards.HOLD, false, false, Set.of(), 0);
  }

  /** Any of them all, interpreters most of the time since they have most ways to go wrong. */
  static Setting drawn(Random random) {
    Mode mode = random.nextBoolean() ? Mode.INTERPRETER : draw(random, Mode.values());
    Set<RandomChoices.Kind> kinds = EnumSet.noneOf(RandomChoices.Kind.class);
    for (RandomChoices.Kind kind : RandomChoices.Kind.values()) {
      if (random.nextBoolean()) {
        kinds.add(kind);
      }
    }
    Guards guards = draw(random, Guards.values());
    boolean late = guards != Guards.HOLD && random.nextInt(4) > 0;
    return new Setting(mode, guards, late, random.nextInt(3) > 0, kinds, random.nextInt());
  }

  Setting with(Guards otherGuards) {
    return new Setting(mode, otherGuards, otherGuards != Guards.HOLD, profiled, random, seed);
  }

  /** Everything is left to chance, random profiles included. */
  Setting withRandomChoices(long otherSeed) {
    return new Setting(mode, guards, late, true, Set.of(RandomChoices.Kind.values()), otherSeed);
  }

  private static <E> E draw(Random random, E[] values) {
    return values[random.nextInt(values.length)];
  }
}
