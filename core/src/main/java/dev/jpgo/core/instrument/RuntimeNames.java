package dev.jpgo.core.instrument;

import java.util.List;

/**
 * What generated code calls the runtime. The agent's build relocates the package in this very
 * string, so that in the agent these name classes of {@code java.lang}. The names are put together
 * at run time, not by the compiler: it would fold them into descriptors of other classes, inside
 * which the build does not find them.
 */
public final class RuntimeNames {
  private static final String PACKAGE = "dev/jpgo/runtime/";

  public static final String COUNTERS = PACKAGE.concat("JpgoCounters");
  public static final String TYPES = PACKAGE.concat("JpgoTypes");
  public static final String VALUES = PACKAGE.concat("JpgoValues");
  public static final String LOCKS = PACKAGE.concat("JpgoLocks");
  public static final String OSR = PACKAGE.concat("JpgoOsr");
  public static final String HANDOVER = PACKAGE.concat("JpgoHandover");
  public static final String TRIALS = PACKAGE.concat("JpgoTrials");
  public static final String RECORDS = PACKAGE.concat("JpgoRecords");
  public static final String FLAG_HOLDER = PACKAGE.concat("JpgoFlagHolder");
  private static final String CHUNK = PACKAGE.concat("JpgoChunk");
  private static final String FLAGS = PACKAGE.concat("JpgoFlags");

  private static final String CONSTANTS = PACKAGE.concat("JpgoConstants");

  /** What counters, probes, loop entries and methods on trial call, beside holders. */
  private static final List<String> PROBES =
      List.of(COUNTERS, TYPES, VALUES, LOCKS, OSR, HANDOVER, TRIALS);

  private RuntimeNames() {}

  /** Internal names of what the code of tiers 0 and 1 calls, but for the chunks of counters. */
  public static List<String> probes() {
    return PROBES;
  }

  /** Internal name of the holder of the k-th chunk of counters. */
  public static String chunk(int chunk) {
    return CHUNK + chunk;
  }

  /** Internal name of the k-th holder of assumption flags. */
  public static String flags(int holder) {
    return FLAGS + holder;
  }

  /** Internal name of the k-th holder of objects that optimized code compares with. */
  public static String constants(int holder) {
    return CONSTANTS + holder;
  }

  /** Name of an object's field in its holder; its descriptor is that of {@code Object}. */
  public static String constant(int index) {
    return "c" + index;
  }

  /** Name of a flag in its holder; its descriptor is {@code Z}. */
  public static String flag(int index) {
    return "f" + index;
  }

  /** Name of the counter beside a flag; its descriptor is {@code J}. */
  public static String misses(int index) {
    return "m" + index;
  }
}
