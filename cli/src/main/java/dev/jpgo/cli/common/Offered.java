package dev.jpgo.cli.common;

import java.util.Iterator;
import java.util.List;

/** The words that a shell offers for an option; picocli makes one of each class below. */
public abstract class Offered implements Iterable<String> {
  private final List<String> words;

  protected Offered(List<String> words) {
    this.words = words;
  }

  @Override
  public Iterator<String> iterator() {
    return words.iterator();
  }
}
