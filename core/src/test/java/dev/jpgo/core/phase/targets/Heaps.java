package dev.jpgo.core.phase.targets;

/** Divisions on both sides of a call that is inlined behind a check. */
public final class Heaps {
  private Heaps() {}

  /** A class that others may come below. */
  static class Node {
    private final int key;

    Node(int key) {
      this.key = key;
    }

    int key() {
      return key;
    }
  }

  static int byAConstant(Node[] heap, int hole) {
    return heap[(hole - 1) / 2].key() + (hole - 1) / 2;
  }

  private static String parent(int hole) {
    Node[] heap = {new Node(7), null};
    try {
      return byAConstant(heap, hole) + " ";
    } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
      return e.getClass() + " ";
    }
  }

  public static String run() {
    return parent(1) + parent(2) + parent(3) + parent(5) + parent(-7);
  }
}
