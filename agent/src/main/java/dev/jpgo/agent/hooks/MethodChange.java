package dev.jpgo.agent.hooks;

import java.util.Arrays;
import java.util.Collection;

/**
 * Which methods alone a version of a class changes.
 *
 * @param from the class file that has all its other methods, in the same order
 * @param ordinals of the methods whose code is not that one's, ascending
 */
@SuppressWarnings("ArrayRecordComponent") // handed from one to the other, never compared
public record MethodChange(byte[] from, int[] ordinals) {

  /**
   * What becomes of a class file.
   *
   * @param ordinals of the methods whose code may be another, in any order
   */
  public static MethodChange of(byte[] from, Collection<Integer> ordinals) {
    int[] sorted = new int[ordinals.size()];
    int next = 0;
    for (int ordinal : ordinals) {
      sorted[next++] = ordinal;
    }
    Arrays.sort(sorted);
    return new MethodChange(from, sorted);
  }
}
