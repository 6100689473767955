package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.world.FlagAllocator;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.inline.RandomChoices;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Disturbances of the agent's work for tests: what it may do either way it does at random, and what
 * it hopes not to happen happens. Each is legal, so that a program means what it meant; only speed
 * is given up. One instance serves one controller, on its thread.
 *
 * <p>Choices about one method depend on the seed, the method and its version alone, not on when its
 * turn comes: threads do not run alike twice, but mostly the same code is made.
 */
public final class Stress {
  /** What there is to disturb; in lower case the words of the option {@code stress}. */
  enum Kind {
    RECEIVERS,
    MISSES,
    INLINING,
    OSR,
    RETIER
  }

  /** One in so many versions a round. */
  private static final int RARELY = 20;

  private final Set<Kind> kinds;
  private final Set<RandomChoices.Kind> choices;
  private final long seed;
  private final Random random;
  private final List<FlagAllocator.Flag> doomed = new ArrayList<>();

  private Stress(Set<Kind> kinds, long seed) {
    this.kinds = kinds;
    this.seed = seed;
    this.random = new Random(seed);
    this.choices = EnumSet.noneOf(RandomChoices.Kind.class);
    if (kinds.contains(Kind.RECEIVERS)) {
      choices.add(RandomChoices.Kind.RECEIVERS);
    }
    if (kinds.contains(Kind.INLINING)) {
      choices.add(RandomChoices.Kind.INLINING);
    }
  }

  /** What the options ask for; says which seed it took if none was given. */
  public static Stress of(OptionValues options, Log log) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (String word : options.get(Options.STRESS)) {
      kinds.add(Kind.valueOf(word.toUpperCase(Locale.ROOT)));
    }
    long seed = options.get(Options.STRESS_SEED);
    if (!kinds.isEmpty() && !options.given(Options.STRESS_SEED)) {
      seed = new Random().nextInt(Integer.MAX_VALUE);
      log.warn("stress.seed=" + seed);
    }
    return new Stress(kinds, seed);
  }

  /** No disturbance. */
  static Stress none() {
    return new Stress(EnumSet.noneOf(Kind.class), 0);
  }

  /** Whether what a method becomes is decided at random, so that it is no one else's to make. */
  boolean isCodeRandom() {
    return !choices.isEmpty();
  }

  /** What the planner decides freely for the version of a method that is being made. */
  FreeChoices choices(MethodRecord method) {
    if (!isCodeRandom()) {
      return FreeChoices.SENSIBLE;
    }
    return new RandomChoices(seed * 31 + method.id().number() + method.generation(), choices);
  }

  InlineLimits limits(InlineLimits usual) {
    boolean inlines = usual.maxDepth() > 0;
    return inlines && kinds.contains(Kind.INLINING)
        ? InlineLimits.unsparing().withLocks(usual.locks())
        : usual;
  }

  /** A version of a method rests on this flag: it will not for long. */
  void made(FlagAllocator.Flag flag) {
    if (kinds.contains(Kind.MISSES)) {
      if (random.nextBoolean()) {
        flag.clear();
      } else {
        doomed.add(flag);
      }
    }
  }

  /** Time goes by: clears some flags while code that reads them runs. */
  void round() {
    for (Iterator<FlagAllocator.Flag> each = doomed.iterator(); each.hasNext(); ) {
      FlagAllocator.Flag flag = each.next();
      if (random.nextInt(RARELY) == 0) {
        flag.clear();
        each.remove();
      }
    }
  }

  /** Whether a loop is to be left for the next version however often it has run. */
  boolean handsOver(boolean wanted) {
    return wanted || kinds.contains(Kind.OSR);
  }

  /** What loop headers get in place of something else. */
  public Patchpoints patchpoints(Patchpoints usual) {
    return usual == Patchpoints.HANDOVER && kinds.contains(Kind.OSR)
        ? Patchpoints.HANDOVER_AT_ONCE
        : usual;
  }

  /** Whether an optimized method is to be profiled again, for no reason. */
  boolean sendsBack() {
    return kinds.contains(Kind.RETIER) && random.nextInt(RARELY) == 0;
  }

  /** How often a method may go back. */
  int reprofiles(int usual) {
    return kinds.contains(Kind.RETIER) ? Integer.MAX_VALUE : usual;
  }
}
