package dev.jpgo.test.targets;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lambdas and method references of every form, streams, and the identity of a non-capturing lambda.
 */
final class LambdaTarget implements Target {
  private static Object remembered;
  private final int field = 3;

  @Override
  public void run(Effects effects, int seed) {
    int local = seed;
    IntBinaryOperator plus = (a, b) -> a + b + local + field;
    IntBinaryOperator max = Math::max;
    Supplier<List<String>> make = ArrayList::new;
    Function<Object, String> text = Object::toString;
    Function<String, Integer> length = String::length;
    List<String> list = make.get();
    for (int i = 0; i < 10; i++) {
      effects.add(plus.applyAsInt(i, max.applyAsInt(i, 4)));
      list.add(text.apply(i * seed));
      effects.add(length.andThen(n -> n * 2).apply(list.get(i)));
    }
    effects.add(
        list.stream()
            .filter(s -> s.length() > 1)
            .map(s -> s + "!")
            .collect(Collectors.joining(",")));
    effects.add(IntStream.range(0, 50).map(i -> i * i).filter(i -> i % 3 == 1).sum());
    Object now = constant();
    if (remembered == null) {
      remembered = now;
    }
    effects.add(remembered == now ? "same lambda" : "another lambda");
    Runnable nested = () -> ((Runnable) () -> effects.add(field)).run();
    nested.run();
  }

  private static Runnable constant() {
    return () -> {};
  }
}
