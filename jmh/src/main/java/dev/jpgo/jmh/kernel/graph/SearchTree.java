package dev.jpgo.jmh.kernel.graph;

import dev.jpgo.jmh.workload.Workload;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A map on a left-leaning red-black tree (Sedgewick, <i>Left-leaning Red-Black Trees</i>, 2008):
 * versions of packages as keys, insertion, look-ups, and iteration in order.
 */
public final class SearchTree implements Workload {
  static final int SIZE = 3600;

  /** What the keys are. */
  record Version(int major, int minor) implements Comparable<Version> {
    @Override
    public int compareTo(Version other) {
      int order = Integer.compare(major, other.major());
      return order != 0 ? order : Integer.compare(minor, other.minor());
    }
  }

  /** A key, its value, and what is below and above it. */
  static final class Node<K extends Comparable<K>, V> {
    private final K key;
    private V value;
    private boolean red = true;
    private @Nullable Node<K, V> left;
    private @Nullable Node<K, V> right;

    Node(K key, V value) {
      this.key = key;
      this.value = value;
    }

    K key() {
      return key;
    }

    V value() {
      return value;
    }

    private static boolean isRed(@Nullable Node<?, ?> node) {
      return node != null && node.red;
    }

    Node<K, V> balanced() {
      Node<K, V> top = this;
      if (isRed(top.right) && !isRed(top.left)) {
        top = top.rotatedLeft();
      }
      if (top.left != null && isRed(top.left) && isRed(top.left.left)) {
        top = top.rotatedRight();
      }
      if (isRed(top.left) && isRed(top.right)) {
        top.flip();
      }
      return top;
    }

    private Node<K, V> rotatedLeft() {
      Node<K, V> top = present(right);
      right = top.left;
      top.left = this;
      top.red = red;
      red = true;
      return top;
    }

    private Node<K, V> rotatedRight() {
      Node<K, V> top = present(left);
      left = top.right;
      top.right = this;
      top.red = red;
      red = true;
      return top;
    }

    private void flip() {
      red = true;
      present(left).red = false;
      present(right).red = false;
    }

    static <T> T present(@Nullable T node) {
      if (node == null) {
        throw new IllegalStateException("the tree is not balanced");
      }
      return node;
    }
  }

  /** The map. */
  static final class Tree<K extends Comparable<K>, V> implements Iterable<Node<K, V>> {
    private @Nullable Node<K, V> root;

    void put(K key, V value) {
      root = put(root, key, value);
      root.red = false;
    }

    private Node<K, V> put(@Nullable Node<K, V> node, K key, V value) {
      if (node == null) {
        return new Node<>(key, value);
      }
      int order = key.compareTo(node.key());
      if (order == 0) {
        node.value = value;
      } else if (order < 0) {
        node.left = put(node.left, key, value);
      } else {
        node.right = put(node.right, key, value);
      }
      return node.balanced();
    }

    V get(K key, V otherwise) {
      Node<K, V> node = root;
      while (node != null) {
        int order = key.compareTo(node.key());
        if (order == 0) {
          return node.value();
        }
        node = order < 0 ? node.left : node.right;
      }
      return otherwise;
    }

    @Override
    public Iterator<Node<K, V>> iterator() {
      return new InOrder<>(root);
    }
  }

  private static final class InOrder<K extends Comparable<K>, V> implements Iterator<Node<K, V>> {
    private final Deque<Node<K, V>> path = new ArrayDeque<>();

    InOrder(@Nullable Node<K, V> root) {
      descend(root);
    }

    private void descend(@Nullable Node<K, V> from) {
      for (Node<K, V> node = from; node != null; node = node.left) {
        path.push(node);
      }
    }

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public Node<K, V> next() {
      if (path.isEmpty()) {
        throw new NoSuchElementException();
      }
      Node<K, V> node = path.pop();
      descend(node.right);
      return node;
    }
  }

  @Override
  public long iterate() {
    Tree<Version, Integer> tree = new Tree<>();
    int seed = 1;
    for (int i = 0; i < SIZE; i++) {
      seed = seed * 1103515245 + 12345;
      tree.put(new Version((seed >>> 16) % 20, (seed >>> 24) % 90), i);
    }
    long checksum = 1;
    for (int i = 0; i < SIZE * 2; i++) {
      checksum = checksum * 31 + tree.get(new Version(i % 23, i % 97), -1);
    }
    for (Node<Version, Integer> node : tree) {
      checksum = checksum * 31 + node.key().major() * 100 + node.key().minor() + node.value();
    }
    return checksum;
  }
}
