package dev.jpgo.core.phase.targets.far;

/** A class whose method a subclass calls. */
public class Base {
  private final int left;

  Base(int left) {
    this.left = left;
  }

  public boolean isReady() {
    return left > 0;
  }
}
