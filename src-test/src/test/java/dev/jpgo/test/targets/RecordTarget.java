package dev.jpgo.test.targets;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Records: their equals, hashCode and toString, compact constructors, nesting, use as keys. */
final class RecordTarget implements Target {
  record Point(int x, int y) {}

  record Named(String name, Point at, double weight, long id) {
    Named {
      if (id < 0) {
        throw new IllegalArgumentException("id " + id);
      }
    }

    Named moved(int by) {
      return new Named(name, new Point(at.x() + by, at.y()), weight, id);
    }
  }

  record Empty() {}

  record Generic<T extends Comparable<T>>(T value) {
    boolean less(Generic<T> other) {
      return value.compareTo(other.value) < 0;
    }
  }

  @Override
  public void run(Effects effects, int seed) {
    Map<Point, Integer> map = new HashMap<>();
    Set<Named> set = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      Point point = new Point(i % 4, seed);
      map.merge(point, i, Integer::sum);
      Named named = new Named("n" + i % 3, point, i / 2.0, i % 3);
      set.add(named.moved(1));
      effects.add(named.equals(named.moved(0)) ? 1 : 0);
      effects.add(named.hashCode());
      effects.add(named.toString());
    }
    effects.add(map.toString() + set.size() + new Empty() + new Empty().equals(new Empty()));
    effects.add(new Generic<>("a").less(new Generic<>("b")) ? 1 : 0);
    effects.add(new Generic<>(seed).less(new Generic<>(5)) ? 1 : 0);
    try {
      effects.add(new Named("bad", new Point(0, 0), 0, -1).toString());
    } catch (IllegalArgumentException e) {
      effects.add(e);
    }
  }
}
