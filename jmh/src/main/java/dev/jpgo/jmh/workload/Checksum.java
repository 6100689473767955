package dev.jpgo.jmh.workload;

/**
 * A running sum over values, order-sensitive: the polynomial of {@code List.hashCode} in 64 bits.
 */
public final class Checksum {
  private long sum = 1;

  public void add(long value) {
    sum = sum * 31 + value;
  }

  public void add(String text) {
    add(text.hashCode());
  }

  public long value() {
    return sum;
  }
}
