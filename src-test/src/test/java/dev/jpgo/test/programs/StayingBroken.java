package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;

/**
 * A loop whose objects stay in it, as far as the classes go that there are, until a callee loads
 * others: one that keeps what it is given, and one that overrides the method of a class of which
 * the loop makes objects. Prints results, and how often the same object was met again.
 */
public final class StayingBroken {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "staying.agent";

  private static final int SHORT = 50;
  private static final int CALLS = 100;
  private static final int ROUNDS = 4;
  private static final int LONG = 5_000;

  private StayingBroken() {}

  interface Scale {
    int weigh(Weight weight);

    int factor();
  }

  static class Plain implements Scale {
    @Override
    public int weigh(Weight weight) {
      return weight.grams * 3 + weight.kind;
    }

    @Override
    public int factor() {
      return 3;
    }
  }

  /** Comes later. */
  static final class Keeping extends Plain {
    private Weight kept = new Weight(0, 0);
    private int same;
    private int others;

    @Override
    @SuppressWarnings("ReferenceEquality")
    public int weigh(Weight weight) {
      if (weight == kept) {
        same++;
      } else {
        others++;
      }
      kept = weight;
      return super.weigh(weight) + 1;
    }

    @Override
    public int factor() {
      return 5;
    }

    @Override
    public String toString() {
      return same + " times the same, " + others + " times another one, at last " + kept;
    }
  }

  record Weight(int grams, int kind) {}

  /** Its constructor calls what is overridden later. */
  static final class Load {
    final int value;

    Load(Scale scale, int number) {
      value = scale.factor() * number;
    }
  }

  static class Tally {
    int number;

    Tally(int number) {
      this.number = number;
    }

    int next() {
      return number++;
    }
  }

  /** Comes later. */
  static final class Doubling extends Tally {
    Doubling(int number) {
      super(number);
    }

    @Override
    int next() {
      number *= 2;
      return number;
    }
  }

  /** Gives out scales, and from one time on another one. */
  static final class Scales {
    private final Scale first = new Plain();
    private Scale second = first;
    private Tally tally = new Tally(1);
    private final int until;

    Scales(int until) {
      this.until = until;
    }

    Scale at(int time) {
      if (time == until) {
        second = new Keeping();
        tally = new Doubling(1);
      }
      return time < until ? first : second;
    }

    @Override
    public String toString() {
      return tally.next() + ": " + second;
    }
  }

  /** What is hot. */
  static final class Subject {
    private Subject() {}

    static int run(int sum, Scales scales, int times) {
      int next = sum;
      for (int i = 0; i < times; i++) {
        Scale scale = scales.at(i);
        Weight weight = new Weight(i, next & 3);
        Tally tally = new Tally(i);
        next = next * 31 + scale.weigh(weight);
        next += tally.next() * scale.weigh(weight);
        next ^= weight.grams + tally.number + new Load(scale, next).value;
      }
      return next;
    }
  }

  /** Prints the same with and without an agent. */
  public static void main(String[] arguments) {
    Scales scales = new Scales(Integer.MAX_VALUE);
    int sum = 1;
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait(); // where the VM compiles it begins on a thread of its own
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < CALLS; i++) {
        sum = Subject.run(sum, scales, SHORT);
      }
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
    System.out.println("one " + sum);
    Scales changing = new Scales(LONG / 2);
    System.out.println("two " + Subject.run(sum, changing, LONG));
    System.out.println(changing);
  }
}
