package dev.jpgo.core.phase.targets.far;

/** State that bodies change. */
public class Counter {
  private int count;

  public void add(int amount) {
    if (amount < 0) {
      throw new IllegalArgumentException("negative: " + amount);
    }
    count += amount;
  }

  public int count() {
    return count;
  }

  public byte low() {
    return (byte) count;
  }

  public int divide(int by) {
    try {
      return count / by;
    } catch (ArithmeticException e) {
      return -1;
    }
  }

  public int checked(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("index " + index);
    }
    return index;
  }
}
