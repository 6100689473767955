package dev.jpgo.core.phase.targets.far;

/** The start of a chain of getters. */
public class Top {
  private final Middle middle;

  public Top(Middle middle) {
    this.middle = middle;
  }

  public Middle getMiddle() {
    return middle;
  }

  public static Top of(int value) {
    return new Top(new Middle(new Leaf(value)));
  }
}
