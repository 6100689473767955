package dev.jpgo.test.targets;

/**
 * Getters in chains, overriding, super calls, recursion, null receivers inside a chain, big
 * signatures.
 */
final class CallTarget implements Target {
  static class Node {
    private final Node next;
    private int value;

    Node(Node next, int value) {
      this.next = next;
      this.value = value;
    }

    Node next() {
      return next;
    }

    int value() {
      return value;
    }

    Node add(int more) {
      value += more;
      return this;
    }

    String name() {
      return "node";
    }
  }

  static class Loud extends Node {
    Loud(Node next, int value) {
      super(next, value);
    }

    @Override
    String name() {
      return "loud " + super.name();
    }

    @Override
    int value() {
      return super.value() * 2;
    }
  }

  @Override
  public void run(Effects effects, int seed) {
    Node list = null;
    for (int i = 0; i < 12; i++) {
      list = i % 4 == 3 ? new Loud(list, i) : new Node(list, i + seed);
    }
    for (Node node = list; node != null; node = node.next()) {
      effects.add(node.add(1).add(2).value());
      effects.add(node.name());
      effects.add(third(node));
    }
    effects.add(fibonacci(12));
    effects.add(even(31) ? 1 : 0);
    effects.add(many(1, 2L, 3f, 4.0, (byte) 5, 'c', true, "x", list));
    effects.add(deep(list, 5));
  }

  private static String third(Node node) {
    try {
      return "" + node.next().next().next().value();
    } catch (NullPointerException e) {
      return "null after "
          + e.getStackTrace()[0].getMethodName()
          + e.getStackTrace()[0].getLineNumber();
    }
  }

  private static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  private static boolean even(int n) {
    return n == 0 || odd(n - 1);
  }

  private static boolean odd(int n) {
    return n != 0 && even(n - 1);
  }

  private static double many(
      int a, long b, float c, double d, byte e, char f, boolean g, String h, Node i) {
    return a + b * c - d + e + f + (g ? 1 : 0) + h.length() + i.value();
  }

  private static int deep(Node node, int depth) {
    return depth == 0 ? node.value() : deep(node.next(), depth - 1) + node.value();
  }
}
