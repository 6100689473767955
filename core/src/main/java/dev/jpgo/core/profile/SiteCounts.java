package dev.jpgo.core.profile;

/**
 * What was seen at an instruction that is no call. Tier 1 records classes at type tests; the format
 * has room for values and locks, which no agent records. What a switch chose, and how often a
 * monitor was entered, is in the counts of edges.
 *
 * @param kind what was counted
 * @param site ordinal of the instruction among the method's instructions with an opcode
 * @param seen how often what was seen, by name
 */
public record SiteCounts(Kind kind, int site, TypeHistogram seen)
    implements Comparable<SiteCounts> {
  /** What can be counted; the order is that of the format's numbers, which begin at 1. */
  public enum Kind {
    /** Classes that an {@code instanceof} or {@code checkcast} met. */
    TYPE_TEST,
    /** Values of a number, in decimal. */
    VALUE,
    /** How a monitor was found: {@code free}, {@code own}, {@code contended}. */
    LOCK
  }

  @Override
  public int compareTo(SiteCounts other) {
    int order = Integer.compare(site, other.site);
    return order != 0 ? order : kind.compareTo(other.kind);
  }
}
