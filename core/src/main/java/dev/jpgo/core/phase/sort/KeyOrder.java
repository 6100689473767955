package dev.jpgo.core.phase.sort;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.world.KnownJdkMethod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a comparator that the JDK's factories make in sight comes to: the first key decides, where
 * it is the same the second, and so on.
 *
 * @param keys at least one, all of elements of the same class
 * @param rests the methods of the JDK that this rests on
 */
record KeyOrder(List<Key> keys, Set<KnownJdkMethod> rests) {
  /** More take longer to put together than is gained. */
  private static final int MOST = 8;

  /** The order that a comparator makes, or null. */
  static @Nullable KeyOrder of(Instr comparator) {
    Set<KnownJdkMethod> rests = new LinkedHashSet<>();
    List<Key> keys = keys(comparator, rests, 0);
    if (keys == null || keys.size() > MOST) {
      return null;
    }
    for (Key key : keys) {
      if (!key.element().equals(keys.get(0).element())) {
        return null;
      }
    }
    return new KeyOrder(List.copyOf(keys), rests);
  }

  private static @Nullable List<Key> keys(Instr comparator, Set<KnownJdkMethod> rests, int depth) {
    Factory factory = Factory.calledBy(comparator);
    if (factory == null || depth > 2 * MOST) {
      return null;
    }
    rests.addAll(factory.rests());
    return switch (factory.does()) {
      case KEY -> single(factory, comparator.input(0));
      case REVERSE -> reversed(keys(comparator.input(0), rests, depth + 1));
      case THEN ->
          joined(
              keys(comparator.input(0), rests, depth + 1),
              keys(comparator.input(1), rests, depth + 1));
      case THEN_KEY ->
          joined(keys(comparator.input(0), rests, depth + 1), single(factory, comparator.input(1)));
    };
  }

  /** The verifier lets any function be handed to a factory, which then throws (JVMS 4.10.1.2). */
  private static @Nullable List<Key> single(Factory factory, Instr function) {
    Key key = Key.of(function);
    return key == null || !key.function().name().equals(factory.asks()) ? null : List.of(key);
  }

  private static @Nullable List<Key> joined(@Nullable List<Key> first, @Nullable List<Key> second) {
    if (first == null || second == null || first.size() + second.size() > MOST) {
      return null;
    }
    List<Key> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private static @Nullable List<Key> reversed(@Nullable List<Key> keys) {
    if (keys == null) {
      return null;
    }
    List<Key> all = new ArrayList<>(keys.size());
    for (Key key : keys) {
      all.add(key.reversed());
    }
    return all;
  }
}
