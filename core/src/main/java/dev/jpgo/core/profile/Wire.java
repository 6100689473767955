package dev.jpgo.core.profile;

/**
 * Field numbers of format 2; {@code docs/profile.proto} says the same. Numbers are never reused.
 */
final class Wire {
  private Wire() {}

  /** The whole content. */
  static final class Content {
    static final int ORIGIN = 1;
    static final int TEXT = 2;
    static final int CLASS = 3;
    static final int ABSORBED = 4;

    private Content() {}
  }

  /** {@link ProfileOrigin}. */
  static final class Origin {
    static final int JVM = 1;
    static final int OS = 2;
    static final int ARCH = 3;
    static final int MODE = 4;
    static final int AGENT_VERSION = 5;
    static final int PROGRAM = 6;
    static final int PHASE = 7;
    static final int START_MILLIS = 8;
    static final int DURATION_MILLIS = 9;
    static final int RUNS = 10;

    private Origin() {}
  }

  /** Methods of one class of one kind of loader. */
  static final class OfClass {
    static final int NAME = 1;
    static final int LOADER = 2;
    static final int METHOD = 3;

    private OfClass() {}
  }

  /** {@link ProfiledMethod} with its {@link MethodProfile}. */
  static final class Method {
    static final int NAME = 1;
    static final int DESCRIPTOR = 2;
    static final int CODE_HASH = 3;
    static final int CALLS = 4;
    static final int TIER = 5;
    static final int CODE_BYTES = 6;
    static final int EDGE = 7;
    static final int IMBALANCE = 8;
    static final int SITE = 9;
    static final int COMPILED = 10;
    static final int STEP = 11;

    private Method() {}
  }

  /** A receiver histogram (kind 0) or {@link SiteCounts}. */
  static final class Site {
    static final int ORDINAL = 1;
    static final int KIND = 2;
    static final int TOTAL = 3;
    static final int LABEL = 4;
    static final int COUNT = 5;

    private Site() {}
  }

  /** {@link CompiledMethod}. */
  static final class Compiled {
    static final int BYTES_BEFORE = 1;
    static final int BYTES_AFTER = 2;
    static final int DECISION = 3;
    static final int TEXT_BEFORE = 4;
    static final int TEXT_AFTER = 5;

    private Compiled() {}
  }

  /** {@link TierStep}. */
  static final class Step {
    static final int AT_MILLIS = 1;
    static final int TIER = 2;
    static final int REASON = 3;

    private Step() {}
  }

  /** {@link InlineDecision}. */
  static final class Decision {
    static final int SITE = 1;
    static final int LINE = 2;
    static final int OWNER = 3;
    static final int NAME = 4;
    static final int DESCRIPTOR = 5;
    static final int INLINED = 6;
    static final int REASON = 7;
    static final int COUNT = 8;
    static final int INNER = 9;

    private Decision() {}
  }
}
