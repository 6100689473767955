package dev.jpgo.core.instrument;

/**
 * What generated code calls the runtime. The agent's build relocates these very strings, so that in
 * the agent they name classes of {@code java.lang}.
 */
public final class RuntimeNames {
  public static final String COUNTERS = "dev/jpgo/runtime/JpgoCounters";
  public static final String TYPES = "dev/jpgo/runtime/JpgoTypes";
  public static final String OSR = "dev/jpgo/runtime/JpgoOsr";
  public static final String HANDOVER = "dev/jpgo/runtime/JpgoHandover";
  public static final String FLAG_HOLDER = "dev/jpgo/runtime/JpgoFlagHolder";
  private static final String FLAGS = "dev/jpgo/runtime/JpgoFlags";

  private RuntimeNames() {}

  /** Internal name of the k-th holder of assumption flags. */
  public static String flags(int holder) {
    return FLAGS + holder;
  }

  /** Name of a flag in its holder; its descriptor is {@code Z}. */
  public static String flag(int index) {
    return "f" + index;
  }
}
