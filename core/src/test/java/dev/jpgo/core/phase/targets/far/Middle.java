package dev.jpgo.core.phase.targets.far;

/** The middle of a chain of getters. */
public class Middle {
  private Leaf leaf;

  public Middle(Leaf leaf) {
    this.leaf = leaf;
  }

  public Leaf getLeaf() {
    return leaf;
  }

  public void setLeaf(Leaf newLeaf) {
    leaf = newLeaf;
  }
}
