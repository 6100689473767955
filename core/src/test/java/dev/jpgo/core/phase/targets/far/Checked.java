package dev.jpgo.core.phase.targets.far;

/** Looks at something that needs a check, and then asks its superclass, which needs none. */
public final class Checked extends Base {
  private final Leaf leaf;
  private int asked;

  public Checked(int left, Leaf leaf) {
    super(left);
    this.leaf = leaf;
  }

  @Override
  public boolean isReady() {
    asked++;
    int value = leaf.getValue();
    return super.isReady() | value > asked;
  }
}
