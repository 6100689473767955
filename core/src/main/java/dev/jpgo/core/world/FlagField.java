package dev.jpgo.core.world;

/**
 * The assumption flag of a method version: a {@code public static volatile boolean} in the runtime
 * that is true until a fact the version rests on breaks, and false ever after; and beside it a
 * {@code public static long} that the version adds to where it leaves for its slow path.
 *
 * @param owner internal name of its class
 * @param name field name of the flag
 * @param misses field name of the counter; empty when nothing is to be counted
 */
public record FlagField(String owner, String name, String misses) {
  /** A flag without a counter. */
  public FlagField(String owner, String name) {
    this(owner, name, "");
  }
}
