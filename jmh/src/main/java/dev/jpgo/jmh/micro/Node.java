package dev.jpgo.jmh.micro;

import org.openjdk.jmh.annotations.CompilerControl;

/** A receiver with a few fields and one method for each way of calling. Never inlined. */
abstract class Node implements Linked {
  int a = 1;
  int b = 2;
  int c = 3;
  int d = 4;

  abstract int byClass();

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  static int byName(Node node) {
    return node.a;
  }

  /** One of three classes, so that no compiler can bind the calls. */
  static final class First extends Node {
    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    int byClass() {
      return a;
    }

    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public int byInterface() {
      return a;
    }
  }

  /** One of three classes. */
  static final class Second extends Node {
    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    int byClass() {
      return a;
    }

    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public int byInterface() {
      return a;
    }
  }

  /** One of three classes. */
  static final class Third extends Node {
    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    int byClass() {
      return a;
    }

    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public int byInterface() {
      return a;
    }
  }
}
