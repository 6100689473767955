package dev.jpgo.jmh.kernel.numeric;

import dev.jpgo.jmh.workload.Workload;

/** Eratosthenes' sieve over a set of bits of its own, then factors and divisor sums. */
public final class PrimeSieve implements Workload {
  static final int LIMIT = 140_000;

  /** A set of numbers below a limit. */
  static final class Numbers {
    private final long[] words;
    private final int limit;

    Numbers(int limit) {
      this.words = new long[(limit + 63) >>> 6];
      this.limit = limit;
    }

    private static int word(int number) {
      return number >>> 6;
    }

    private static long bit(int number) {
      return 1L << number;
    }

    void add(int number) {
      words[word(number)] |= bit(number);
    }

    boolean contains(int number) {
      return (words[word(number)] & bit(number)) != 0;
    }

    /** The least number at or above {@code from} that is not in the set, or the limit. */
    int nextAbsent(int from) {
      int number = from;
      while (number < limit && contains(number)) {
        number++;
      }
      return number;
    }
  }

  /** The numbers that are no primes. */
  private static final class Sieve {
    private final Numbers composite = new Numbers(LIMIT);

    void run() {
      for (int prime = 2; prime * prime < LIMIT; prime = after(prime)) {
        strike(prime);
      }
    }

    private void strike(int prime) {
      for (int multiple = prime * prime; multiple < LIMIT; multiple += prime) {
        composite.add(multiple);
      }
    }

    int after(int prime) {
      return composite.nextAbsent(prime + 1);
    }

    boolean isPrime(int number) {
      return !composite.contains(number);
    }
  }

  @Override
  public long iterate() {
    Sieve sieve = new Sieve();
    sieve.run();
    long checksum = 1;
    int twins = 0;
    for (int prime = 2; prime < LIMIT; prime = sieve.after(prime)) {
      checksum = checksum * 31 + prime;
      if (prime + 2 < LIMIT && sieve.isPrime(prime + 2)) {
        twins++;
      }
    }
    return checksum * 31 + twins;
  }
}
