package dev.jpgo.jmh.kernel.numeric;

import static dev.jpgo.jmh.kernel.numeric.PrimeSieve.LIMIT;

import dev.jpgo.jmh.workload.Workload;

/** {@link PrimeSieve} on the words of its set. */
public final class PrimeSieveByHand implements Workload {
  @Override
  public long iterate() {
    long[] composite = new long[(LIMIT + 63) >>> 6];
    int candidate = 2;
    while (candidate * candidate < LIMIT) {
      for (int multiple = candidate * candidate; multiple < LIMIT; multiple += candidate) {
        composite[multiple >>> 6] |= 1L << multiple;
      }
      candidate++;
      while (candidate < LIMIT && (composite[candidate >>> 6] & 1L << candidate) != 0) {
        candidate++;
      }
    }
    long checksum = 1;
    int twins = 0;
    for (int number = 2; number < LIMIT; number++) {
      if ((composite[number >>> 6] & 1L << number) == 0) {
        checksum = checksum * 31 + number;
        int twin = number + 2;
        if (twin < LIMIT && (composite[twin >>> 6] & 1L << twin) == 0) {
          twins++;
        }
      }
    }
    return checksum * 31 + twins;
  }
}
