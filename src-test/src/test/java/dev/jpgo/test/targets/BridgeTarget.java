package dev.jpgo.test.targets;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/**
 * Generic bridges, covariant returns, wildcard receivers, heap pollution that a bridge finds out.
 */
final class BridgeTarget implements Target {
  interface Source<T> {
    T next(T previous);
  }

  static class Numbers implements Source<Integer> {
    @Override
    public Integer next(Integer previous) {
      return previous + 1;
    }
  }

  static final class Steps extends Numbers implements Iterable<Integer> {
    private final int step;

    Steps(int step) {
      this.step = step;
    }

    @Override
    public Integer next(Integer previous) {
      return super.next(previous) * step;
    }

    @Override
    public Iterator<Integer> iterator() {
      return new Iterator<>() {
        private int at;

        @Override
        public boolean hasNext() {
          return at < 5;
        }

        @Override
        public Integer next() {
          return at++ * step;
        }
      };
    }
  }

  @Override
  public void run(Effects effects, int seed) {
    Source<Integer> source = seed % 2 == 0 ? new Numbers() : new Steps(3);
    Integer value = seed;
    for (int i = 0; i < 10; i++) {
      value = source.next(value) % 1000;
      effects.add(value);
    }
    for (int each : new Steps(seed & 7)) {
      effects.add(each);
    }
    effects.add(polluted(source));
    Comparator<String> order = Comparator.comparing(String::length);
    effects.add(List.of("ccc", "a", "bb").stream().sorted(order.reversed()).toList().toString());
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static String polluted(Source source) {
    try {
      return "" + source.next("text");
    } catch (ClassCastException e) {
      return "not a number";
    }
  }
}
