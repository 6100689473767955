package dev.jpgo.core.phase.targets;

import java.util.ArrayList;
import java.util.List;

/** Comparisons whose outcome is looked at more than once. */
public final class Orders {
  private Orders() {}

  /** Two numbers, the first of which counts more. */
  static final class Version implements Comparable<Version> {
    final int major;
    final int minor;

    Version(int major, int minor) {
      this.major = major;
      this.minor = minor;
    }

    @Override
    public int compareTo(Version other) {
      int order = compare(major, other.major);
      return order != 0 ? order : compare(minor, other.minor);
    }
  }

  /** What is searched. */
  static final class Node {
    final Version key;
    final Node left;
    final Node right;

    Node(Version key, Node left, Node right) {
      this.key = key;
      this.left = left;
      this.right = right;
    }
  }

  static int compare(int x, int y) {
    return x < y ? -1 : x == y ? 0 : 1;
  }

  static Node find(Node from, Version key) {
    Node node = from;
    while (node != null) {
      int order = key.compareTo(node.key);
      if (order == 0) {
        return node;
      }
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  /** The order itself is asked for on some ways. */
  static String described(int a, int b) {
    int order = compare(a, b);
    if (order > 0) {
      return "above " + order;
    }
    return order == 0 ? "same" : "below" + order;
  }

  /** The outcome of one comparison decides how a loop goes on, and the loop changes it. */
  static int rounds(int from, int to) {
    int rounds = 0;
    int order = compare(from, to);
    int at = from;
    while (order != 0) {
      rounds += order < 0 ? 1 : 10;
      at += order < 0 ? 1 : -1;
      order = rounds > 100 ? 0 : compare(at, to);
    }
    return rounds * 1000 + order;
  }

  /** A loop that may be entered in the middle. */
  static int entered(int a) {
    int state = a < 0 ? 0 : a;
    int sum = 0;
    while (true) {
      if (state == 0) {
        sum += 7;
        state = 3;
      } else if (state == 1) {
        sum += 11;
        state = sum > 60 ? 9 : 2;
      } else if (state == 2) {
        sum += 13;
        state = sum > 40 ? 1 : 0;
      } else if (state == 3) {
        sum++;
        state = 2;
      } else {
        return sum * 10 + state;
      }
    }
  }

  static Object either(Object first, Object second, boolean which) {
    Object chosen = which ? first : null;
    if (chosen == null) {
      chosen = second;
    }
    return chosen == null ? "none" : chosen;
  }

  /** What a handler sees of an outcome. */
  static String caught(int a, int b, int[] array) {
    int order = compare(a, b);
    try {
      if (order < 0) {
        return "less " + array[a];
      }
      order = order + array[b];
      return "more " + order;
    } catch (IndexOutOfBoundsException e) {
      return "caught " + order;
    }
  }

  public static String run() {
    List<Object> seen = new ArrayList<>();
    Node tree = null;
    for (int i = 0; i < 9; i++) {
      tree = new Node(new Version(i / 3, i % 3), tree, i % 2 == 0 ? null : tree);
    }
    for (int a = -2; a < 5; a++) {
      for (int b = -2; b < 5; b++) {
        seen.add(find(tree, new Version(a, b)) == null);
        seen.add(described(a, b));
        seen.add(rounds(a, b));
        seen.add(caught(a, b, new int[] {5, 6, 7}));
        seen.add(either(a > 1 ? a : null, b > 2 ? b : null, a > b));
      }
      seen.add(entered(a));
    }
    return seen.toString();
  }
}
