package dev.jpgo.jmh.kernel.graph;

import static dev.jpgo.jmh.kernel.graph.SearchTree.SIZE;

import dev.jpgo.jmh.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * {@link SearchTree} for one kind of key, which is two fields of the node, and calls written out.
 */
public final class SearchTreeByHand implements Workload {
  private static final class Node {
    private final int major;
    private final int minor;
    private int value;
    private boolean red = true;
    private @Nullable Node left;
    private @Nullable Node right;

    Node(int major, int minor, int value) {
      this.major = major;
      this.minor = minor;
      this.value = value;
    }
  }

  @Override
  public long iterate() {
    Node root = new Node(0, 0, 0);
    int seed = 1;
    for (int i = 0; i < SIZE; i++) {
      seed = seed * 1103515245 + 12345;
      root = put(i == 0 ? null : root, (seed >>> 16) % 20, (seed >>> 24) % 90, i);
      root.red = false;
    }
    long checksum = 1;
    for (int i = 0; i < SIZE * 2; i++) {
      int major = i % 23;
      int minor = i % 97;
      int found = -1;
      Node node = root;
      while (node != null) {
        int other = node.major;
        if (major == other) {
          other = node.minor;
          if (minor == other) {
            found = node.value;
            break;
          }
          node = minor < other ? node.left : node.right;
        } else {
          node = major < other ? node.left : node.right;
        }
      }
      checksum = checksum * 31 + found;
    }
    Node[] path = new Node[64];
    int depth = 0;
    for (Node node = root; node != null; node = node.left) {
      path[depth++] = node;
    }
    while (depth > 0) {
      Node top = path[--depth];
      for (Node node = top.right; node != null; node = node.left) {
        path[depth++] = node;
      }
      checksum = checksum * 31 + top.major * 100 + top.minor + top.value;
    }
    return checksum;
  }

  private static Node put(@Nullable Node node, int major, int minor, int value) {
    if (node == null) {
      return new Node(major, minor, value);
    }
    if (major == node.major && minor == node.minor) {
      node.value = value;
    } else if (major < node.major || major == node.major && minor < node.minor) {
      node.left = put(node.left, major, minor, value);
    } else {
      node.right = put(node.right, major, minor, value);
    }
    Node top = node;
    Node left = top.left;
    Node right = top.right;
    if (right != null && right.red && (left == null || !left.red)) {
      top.right = right.left;
      right.left = top;
      right.red = top.red;
      top.red = true;
      top = right;
      left = top.left;
    }
    if (left != null && left.red && left.left != null && left.left.red) {
      top.left = left.right;
      left.right = top;
      left.red = top.red;
      top.red = true;
      top = left;
      left = top.left;
    }
    right = top.right;
    if (left != null && left.red && right != null && right.red) {
      top.red = true;
      left.red = false;
      right.red = false;
    }
    return top;
  }
}
