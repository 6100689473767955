package dev.jpgo.jmh.kernel.graph;

import dev.jpgo.jmh.workload.Workload;

/** Evaluates an expression tree by a visitor: two virtual calls for each node. */
public final class TreeVisitor implements Workload {
  static final int DEPTH = 10;
  static final int ROUNDS = 200;

  /** A node that accepts a visitor. */
  abstract static class Node {
    abstract int accept(Visitor visitor);
  }

  /** What can be done with each kind of node. */
  interface Visitor {
    int visit(Sum node);

    int visit(Product node);

    int visit(Leaf node);
  }

  static final class Sum extends Node {
    private final Node left;
    private final Node right;

    Sum(Node left, Node right) {
      this.left = left;
      this.right = right;
    }

    Node left() {
      return left;
    }

    Node right() {
      return right;
    }

    @Override
    int accept(Visitor visitor) {
      return visitor.visit(this);
    }
  }

  static final class Product extends Node {
    private final Node left;
    private final Node right;

    Product(Node left, Node right) {
      this.left = left;
      this.right = right;
    }

    Node left() {
      return left;
    }

    Node right() {
      return right;
    }

    @Override
    int accept(Visitor visitor) {
      return visitor.visit(this);
    }
  }

  static final class Leaf extends Node {
    private final int value;

    Leaf(int value) {
      this.value = value;
    }

    int value() {
      return value;
    }

    @Override
    int accept(Visitor visitor) {
      return visitor.visit(this);
    }
  }

  private static final class Evaluation implements Visitor {
    @Override
    public int visit(Sum node) {
      return node.left().accept(this) + node.right().accept(this);
    }

    @Override
    public int visit(Product node) {
      return node.left().accept(this) * node.right().accept(this) + 1;
    }

    @Override
    public int visit(Leaf node) {
      return node.value();
    }
  }

  private final Node root = grow(DEPTH, 1);

  private static Node grow(int depth, int seed) {
    if (depth == 0) {
      return new Leaf(Math.floorMod(seed, 5) + 1);
    }
    Node left = grow(depth - 1, seed * 3);
    Node right = grow(depth - 1, seed * 5 + 1);
    return seed % 3 == 0 ? new Product(left, right) : new Sum(left, right);
  }

  @Override
  public long iterate() {
    long sum = 0;
    Evaluation evaluation = new Evaluation();
    for (int round = 0; round < ROUNDS; round++) {
      sum += root.accept(evaluation);
    }
    return sum;
  }
}
