package dev.jpgo.jmh.kernel.graph;

import dev.jpgo.jmh.workload.Workload;
import org.jspecify.annotations.Nullable;

/** {@link TreeVisitor} as one recursive method with a switch on the node's kind. */
public final class TreeVisitorByHand implements Workload {
  private static final int LEAF = 0;
  private static final int SUM = 1;
  private static final int PRODUCT = 2;

  /** A node of any kind; leaves have a value and no children. */
  private static final class Node {
    private final int kind;
    private final int value;
    private final @Nullable Node left;
    private final @Nullable Node right;

    Node(int kind, int value, @Nullable Node left, @Nullable Node right) {
      this.kind = kind;
      this.value = value;
      this.left = left;
      this.right = right;
    }
  }

  private final Node root = grow(TreeVisitor.DEPTH, 1);

  private static Node grow(int depth, int seed) {
    if (depth == 0) {
      return new Node(LEAF, Math.floorMod(seed, 5) + 1, null, null);
    }
    Node left = grow(depth - 1, seed * 3);
    Node right = grow(depth - 1, seed * 5 + 1);
    return new Node(seed % 3 == 0 ? PRODUCT : SUM, 0, left, right);
  }

  @Override
  public long iterate() {
    long sum = 0;
    for (int round = 0; round < TreeVisitor.ROUNDS; round++) {
      sum += evaluate(root);
    }
    return sum;
  }

  private static int evaluate(@Nullable Node node) {
    if (node == null) {
      return 0;
    }
    switch (node.kind) {
      case SUM:
        return evaluate(node.left) + evaluate(node.right);
      case PRODUCT:
        return evaluate(node.left) * evaluate(node.right) + 1;
      default:
        return node.value;
    }
  }
}
