package dev.jpgo.core.phase.targets;

import dev.jpgo.core.phase.targets.far.Checked;
import dev.jpgo.core.phase.targets.far.Context;
import dev.jpgo.core.phase.targets.far.Counter;
import dev.jpgo.core.phase.targets.far.Leaf;
import dev.jpgo.core.phase.targets.far.Middle;
import dev.jpgo.core.phase.targets.far.Shape;
import dev.jpgo.core.phase.targets.far.Square;
import dev.jpgo.core.phase.targets.far.Top;

/** Code that calls small methods of another package. */
public final class Uses {
  private Uses() {}

  public static int chain(Top top) {
    return top.getMiddle().getLeaf().getValue();
  }

  /** Nothing but the chain needs the element that it begins with. */
  public static int chainOfElement(Top[] tops, int index) {
    return tops[index].getMiddle().getLeaf().getValue();
  }

  /** It is needed once more, where the chain has failed too. */
  public static int chainOfKept(Top[] tops, int index) {
    Top top = tops[index];
    tops[index] = null;
    try {
      return top.getMiddle().getLeaf().getValue();
    } catch (NullPointerException e) {
      return top == null ? -1 : -2;
    }
  }

  public static int chainInTry(Top top, int fallback) {
    int step = 1;
    try {
      step = 2;
      int value = top.getMiddle().getLeaf().getValue();
      step = 3;
      return value + step;
    } catch (NullPointerException e) {
      return fallback + step;
    }
  }

  public static boolean isLarge(Top top) {
    return top.getMiddle().getLeaf().getValue() > 100;
  }

  public static int mixed(Top top, int a, int b) {
    return Math.max(a * b, top.getMiddle().getLeaf().getValue()) + a;
  }

  public static Leaf nested(Top top) {
    return new Leaf(top.getMiddle().getLeaf().getValue() + 1);
  }

  public static int area(Shape shape) {
    return shape.area();
  }

  public static boolean ready(Checked checked) {
    return checked.isReady();
  }

  public static String runReady() {
    return ready(new Checked(1, new Leaf(0))) + " " + ready(new Checked(0, new Leaf(1)));
  }

  public static int twice(Shape shape) {
    return shape.twice();
  }

  private static int asked;

  /** Where the first one fails, the second is come to by way of the original call. */
  public static int askedTwice(Counter counter) {
    int count = counter.count();
    asked = count;
    return count + counter.low();
  }

  public static int add(Counter counter, int amount) {
    counter.add(amount);
    counter.add(amount + 1);
    return counter.count() + counter.low();
  }

  public static int divide(Counter counter, int by) {
    return counter.divide(by) + 1;
  }

  public static int sum(Counter counter, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += counter.checked(i);
    }
    return sum;
  }

  public static void set(Top top, Leaf leaf) {
    top.getMiddle().setLeaf(leaf);
  }

  public static boolean inArray(Context context) {
    return context.inArray();
  }

  public static int depth(Context context) {
    return context.child(2).depth() + context.total();
  }

  public static Context root(int type) {
    return Context.root(type);
  }

  // --- what the tests run

  public static String runContexts() {
    Context context = root(1);
    return inArray(context) + " " + inArray(root(2)) + " " + depth(context) + " " + depth(context);
  }

  public static String runChains() {
    StringBuilder text = new StringBuilder();
    text.append(chain(Top.of(7))).append(isLarge(Top.of(101))).append(isLarge(Top.of(1)));
    text.append(chainInTry(Top.of(5), 40)).append(' ').append(chainInTry(null, 40));
    text.append(' ').append(chainInTry(new Top(null), 50));
    text.append(' ').append(mixed(Top.of(9), 2, 3)).append(nested(Top.of(3)).getValue());
    Top top = Top.of(1);
    set(top, new Leaf(77));
    return text.append(chain(top)).toString();
  }

  public static String runElements() {
    Top[] tops = {Top.of(3), new Top(null), null};
    StringBuilder text = new StringBuilder();
    for (int i = -1; i <= tops.length; i++) {
      try {
        text.append(chainOfElement(tops, i)).append(' ');
      } catch (RuntimeException e) {
        text.append(e.getClass().getSimpleName()).append(' ');
      }
    }
    for (int i = 0; i < tops.length; i++) {
      text.append(chainOfKept(tops, i)).append(' ');
    }
    return text.append(tops[0]).toString();
  }

  public static int runChainOfNull() {
    return chain(new Top(new Middle(null)));
  }

  public static int runNull() {
    return chain(null);
  }

  public static String runShapes() {
    return area(new Square(3)) + " " + twice(new Square(4));
  }

  public static int runNullShape() {
    return area(null);
  }

  public static String runCounters() {
    Counter counter = new Counter();
    String text = add(counter, 100) + " " + add(counter, 3) + " " + divide(counter, 0);
    return text + " " + divide(counter, 2) + " " + sum(counter, 20);
  }

  public static int runNegative() {
    return add(new Counter(), -1);
  }

  public static int runOutOfRange() {
    return sum(new Counter(), 1);
  }
}
