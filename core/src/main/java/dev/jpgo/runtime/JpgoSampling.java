package dev.jpgo.runtime;

/**
 * When a site of tier-1 code looks at what it meets. The first {@link #EXACT} are looked at one by
 * one, then every 24th to 39th is, at distances that follow no period of the program, and stands
 * for all those that have passed since the last.
 */
public abstract class JpgoSampling {
  /** So many are counted one by one; then samples stand for many each. */
  public static final int EXACT = 256;

  /** Shortest distance between two samples; the longest is 15 more. */
  private static final int NEAREST = 24;

  /** How many pass until the next one is looked at. */
  int skip;

  /** How many the next one will stand for. */
  int weight = 1;

  private int seen;

  JpgoSampling() {}

  /** One was looked at: sets when the next one is. */
  final void sampled() {
    int samples = seen + 1;
    seen = samples;
    if (samples >= EXACT) {
      // multiplicative hashing of a counter: no period shorter than 2^32 samples
      int distance = NEAREST + (samples * 0x9E3779B9 >>> 28);
      skip = distance - 1;
      weight = distance;
    }
  }
}
