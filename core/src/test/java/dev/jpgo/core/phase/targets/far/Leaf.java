package dev.jpgo.core.phase.targets.far;

/** The end of a chain of getters. */
public class Leaf {
  private final int value;

  public Leaf(int value) {
    this.value = value;
  }

  public int getValue() {
    return value;
  }
}
