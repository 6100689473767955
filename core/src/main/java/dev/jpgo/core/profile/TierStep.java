package dev.jpgo.core.profile;

/**
 * A method's way to another tier, or to new code in the same.
 *
 * @param atMillis when the new code was installed, in milliseconds since the agent started
 * @param tier where it went: 0, 1 or 2; 0 after a higher one is its original code again
 * @param reason why, in one short phrase
 */
public record TierStep(long atMillis, int tier, String reason) implements Comparable<TierStep> {
  /** Steps of one method that are kept: the first ones, and the last. */
  public static final int MAX = 16;

  public TierStep {
    if (atMillis < 0 || tier < 0 || tier > 2) {
      throw new IllegalArgumentException("tier " + tier + " at " + atMillis);
    }
  }

  /** By time; a total order. */
  @Override
  public int compareTo(TierStep other) {
    int order = Long.compare(atMillis, other.atMillis);
    order = order != 0 ? order : Integer.compare(tier, other.tier);
    return order != 0 ? order : reason.compareTo(other.reason);
  }
}
