package dev.jpgo.jmh.workload;

import java.util.Locale;

/**
 * A running sum over values, order-sensitive: the polynomial of {@code List.hashCode} in 64 bits.
 */
public final class Checksum {
  private long sum = 1;

  public void add(long value) {
    sum = sum * 31 + value;
  }

  /**
   * A number that may differ in its last bits from one VM to another, such as by intrinsics: six
   * digits of it.
   */
  public void addRounded(double value) {
    add(String.format(Locale.ROOT, "%.6g", value));
  }

  public void add(String text) {
    add(text.hashCode());
  }

  public long value() {
    return sum;
  }
}
