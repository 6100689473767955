package dev.jpgo.core.phase.memory;

import dev.jpgo.core.phase.targets.far.Shared;

/** Loads that nothing uses. */
public final class Unused {
  static int shared = 1;
  static volatile int fenced = 2;

  private final int[] numbers = {1, 2};
  private int field = 3;

  Unused other;

  private Unused() {}

  /** A class that nobody initializes but by reading from it. */
  static final class Late {
    static int value = Integer.getInteger("none", 4);
  }

  void itsOwn() {
    int unused = field;
  }

  static void ofAClass() {
    int unused = shared;
  }

  static int again(Unused object) {
    int first = object.field;
    Unused unused = object.other;
    return first + object.numbers.length;
  }

  static int length(Unused object) {
    int[] numbers = object.numbers;
    int first = numbers[0];
    int unused = numbers.length;
    return first;
  }

  static void ofAVolatile() {
    int unused = fenced;
  }

  static void ofAny(Unused object) {
    int unused = object.field;
  }

  static void firstOf(Unused object) {
    int unused = object.numbers.length;
    int second = object.numbers[0];
  }

  static void ofAnother() {
    int unused = Shared.number;
  }

  static void ofLate() {
    int unused = Late.value;
  }

  /** A field of what never ran may not be there. */
  static int never(Unused object, int index) {
    int first = object.field;
    if (index > 5) {
      times(0);
      int unused = shared;
      Unused other = object.other;
    }
    return first;
  }

  static void times(int count) {}

  static String run() {
    StringBuilder text = new StringBuilder();
    for (Unused object : new Unused[] {new Unused(), null}) {
      try {
        text.append(again(object)).append(length(object));
      } catch (NullPointerException e) {
        text.append("null");
      }
      try {
        ofAny(object);
        firstOf(object);
        text.append("fine");
      } catch (NullPointerException e) {
        text.append("null");
      }
    }
    return text.toString();
  }
}
