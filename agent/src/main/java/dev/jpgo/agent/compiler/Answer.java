package dev.jpgo.agent.compiler;

import dev.jpgo.core.cache.Sink;
import dev.jpgo.core.world.LoadedClass;

/** A message to the server: first the classes that it has not heard of yet, then the rest. */
final class Answer {
  private final ClassNumbers numbers;
  private final Sink news = new Sink();
  private final Sink rest = new Sink();
  private int newClasses;

  Answer(ClassNumbers numbers) {
    this.numbers = numbers;
  }

  /** Where a class is described, once. */
  Sink news() {
    newClasses++;
    return news;
  }

  /** Everything else. */
  Sink rest() {
    return rest;
  }

  void type(LoadedClass type) {
    rest.number(numbers.of(type, this));
  }

  byte[] toBytes() {
    Sink all = new Sink();
    all.number(newClasses);
    all.raw(news.toBytes());
    all.raw(rest.toBytes());
    return all.toBytes();
  }
}
