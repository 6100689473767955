package dev.jpgo.core.profile;

/**
 * What was seen at an instruction that is no call, or at a call of something else than its
 * receiver's class.
 *
 * @param kind what was counted
 * @param site ordinal of the instruction among the method's instructions with an opcode, or {@link
 *     #ENTRY}
 * @param seen how often what was seen, by name
 */
public record SiteCounts(Kind kind, int site, TypeHistogram seen)
    implements Comparable<SiteCounts> {
  /**
   * The site of what happens as a method is entered: a synchronized one enters a monitor. No
   * instruction has this ordinal, since code is shorter than 65536 bytes (JVMS 4.7.3).
   */
  public static final int ENTRY = 65_535;

  /** Label of a lock that the thread had already. */
  public static final String OWN = "own";

  /** Label of a lock that nobody had, or another thread. */
  public static final String FREE_OR_OTHER = "free-or-other";

  /** What can be counted; the order is that of the format's numbers, which begin at 1. */
  public enum Kind {
    /** Classes that an {@code instanceof} or {@code checkcast} met. */
    TYPE_TEST,
    /** Values of a number, in decimal: what was switched on, or the length of an array. */
    VALUE,
    /** How a monitor was found: {@link #OWN} or {@link #FREE_OR_OTHER}. */
    LOCK,
    /** Classes of the objects whose monitors were entered. */
    MONITOR;

    /** Whether labels are internal names of classes. */
    public boolean isOfClasses() {
      return this == TYPE_TEST || this == MONITOR;
    }
  }

  @Override
  public int compareTo(SiteCounts other) {
    int order = Integer.compare(site, other.site);
    return order != 0 ? order : kind.compareTo(other.kind);
  }
}
