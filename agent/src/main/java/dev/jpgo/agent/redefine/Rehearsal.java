package dev.jpgo.agent.redefine;

import java.util.ArrayList;
import java.util.List;

/**
 * What the {@linkplain AgentTransformer#rehearse transformer is rehearsed} with: never loaded, read
 * as a class file. It has what makes the transformer do all that it may do to a class as it loads:
 * members to open, an entry method that makes a function and loops over a library's iterator, and
 * handlers around calls.
 */
final class Rehearsal implements Runnable {
  private final List<String> words = new ArrayList<>();
  private long length;

  private Rehearsal() {}

  private static boolean isShort(String word) {
    return word.length() < 4;
  }

  @Override
  public void run() {
    words.removeIf(word -> isShort(word) && !word.isEmpty());
    for (String word : words) {
      try {
        length += isShort(word) ? 1 : word.codePointAt(3);
      } catch (IndexOutOfBoundsException e) {
        length = 0;
      } finally {
        synchronized (this) {
          length++;
        }
      }
    }
  }
}
