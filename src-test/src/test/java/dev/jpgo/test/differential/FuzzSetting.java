package dev.jpgo.test.differential;

import dev.jpgo.core.world.Mode;
import dev.jpgo.test.differential.Setting.Guards;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/**
 * What is done to all methods of a program.
 *
 * @param kind what it is in principle
 * @param setting the setting of all methods, where they have one in common
 * @param seed decides what is left to chance
 * @param effects how much a program does until flags fail that fail while it runs
 */
record FuzzSetting(Kind kind, Optional<Setting> setting, long seed, int effects) {
  private static final int MAX_EFFECTS = 300;

  /** Kinds of settings. */
  enum Kind {
    /** Through SSA and back. */
    ROUND_TRIP,
    /** Tier 2, all methods alike. */
    TIER_TWO,
    /** Each method by a setting of its own. */
    MIXED
  }

  /** The setting that a seed's program is run under: each method's own, one drawn, a fixed one. */
  static FuzzSetting of(long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L + 2);
    int effects = 1 + random.nextInt(MAX_EFFECTS);
    return switch ((int) (seed % 4)) {
      case 0 -> fixed(seed / 4, effects);
      case 1 -> tierTwo(Setting.drawn(random), effects);
      default -> new FuzzSetting(Kind.MIXED, Optional.empty(), random.nextInt(), effects);
    };
  }

  private static FuzzSetting fixed(long seed, int effects) {
    return switch ((int) (seed % 6)) {
      case 0 -> new FuzzSetting(Kind.ROUND_TRIP, Optional.empty(), 0, effects);
      case 1 -> tierTwo(Setting.of(Mode.INTERPRETER), effects);
      case 2 -> tierTwo(Setting.of(Mode.INTERPRETER).with(Guards.FAIL), effects);
      case 3 -> tierTwo(Setting.of(Mode.INTERPRETER).with(Guards.BREAK), effects);
      case 4 -> tierTwo(Setting.of(Mode.C1), effects);
      default -> tierTwo(Setting.of(Mode.JIT), effects);
    };
  }

  private static FuzzSetting tierTwo(Setting setting, int effects) {
    return new FuzzSetting(Kind.TIER_TWO, Optional.of(setting), setting.seed(), effects);
  }

  /** What it does to a method. */
  Transformation transformation(Transformations all) {
    return switch (kind) {
      case ROUND_TRIP -> all.roundTrip();
      case TIER_TWO -> all.tierTwo(setting.orElseThrow());
      case MIXED -> all.mixed(seed);
    };
  }

  /** Makes a version of a program. */
  ProgramVersion apply(
      ProgramClasses program, Transformations all, Predicate<ProgramMethod> included) {
    return ProgramVersion.of(program, name(), transformation(all), effects, included);
  }

  /** Says all that is needed to have it again. */
  String name() {
    return switch (kind) {
      case ROUND_TRIP -> "round trip";
      case TIER_TWO -> setting.orElseThrow() + ", flags break after " + effects;
      case MIXED -> "mixed " + seed + ", flags break after " + effects;
    };
  }
}
