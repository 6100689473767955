package dev.jpgo.jmh.kernel.data;

import dev.jpgo.jmh.workload.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the words of a text, and which follow which, in maps whose keys are records, and writes
 * the result by concatenation.
 */
public final class WordReport implements Workload {
  static final int WORDS = 1500;

  private static final String[] SYLLABLES = {"ba", "re", "ti", "lo", "nu", "ska", "em", "or"};

  /** A word, whatever its case was. */
  record Word(String text) {
    static Word of(String piece) {
      return new Word(piece.toLowerCase(java.util.Locale.ROOT));
    }

    int length() {
      return text.length();
    }
  }

  /** Two words, one after the other. */
  record Pair(Word first, Word second) {}

  /** How often and where something was seen. */
  record Seen(int count, int firstAt, int lastAt) {
    static Seen once(int at) {
      return new Seen(1, at, at);
    }

    Seen again(int at) {
      return new Seen(count + 1, firstAt, at);
    }
  }

  private final String text = text();

  static String text() {
    StringBuilder text = new StringBuilder();
    int seed = 1;
    for (int i = 0; i < WORDS; i++) {
      seed = seed * 1103515245 + 12345;
      String word = SYLLABLES[seed >>> 29] + SYLLABLES[seed >>> 16 & 3];
      text.append(i % 9 == 0 ? Character.toUpperCase(word.charAt(0)) : word.charAt(0));
      text.append(word, 1, word.length()).append(i % 9 == 8 ? ". " : " ");
    }
    return text.toString();
  }

  @Override
  public long iterate() {
    List<Word> words = split(text);
    Map<Word, Seen> counts = new HashMap<>();
    Map<Pair, Seen> pairs = new HashMap<>();
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      Seen seen = counts.get(word);
      counts.put(word, seen == null ? Seen.once(i) : seen.again(i));
      if (i > 0) {
        Pair pair = new Pair(words.get(i - 1), word);
        Seen both = pairs.get(pair);
        pairs.put(pair, both == null ? Seen.once(i) : both.again(i));
      }
    }
    return report(counts, pairs).hashCode();
  }

  private static List<Word> split(String text) {
    List<Word> words = new ArrayList<>();
    int start = -1;
    for (int i = 0; i < text.length(); i++) {
      boolean letter = Character.isLetter(text.charAt(i));
      if (letter && start < 0) {
        start = i;
      } else if (!letter && start >= 0) {
        words.add(Word.of(text.substring(start, i)));
        start = -1;
      }
    }
    return words;
  }

  private static String report(Map<Word, Seen> counts, Map<Pair, Seen> pairs) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Word, Seen> entry : counts.entrySet()) {
      Word word = entry.getKey();
      Seen seen = entry.getValue();
      lines.add(word.text() + " (" + word.length() + "): " + seen.count() + " times");
    }
    for (Map.Entry<Pair, Seen> entry : pairs.entrySet()) {
      Pair pair = entry.getKey();
      Seen seen = entry.getValue();
      lines.add(
          pair.first().text()
              + " "
              + pair.second().text()
              + ": "
              + seen.firstAt()
              + " to "
              + seen.lastAt());
    }
    Collections.sort(lines);
    StringBuilder report = new StringBuilder();
    for (String line : lines) {
      report.append(line).append('\n');
    }
    return report.toString();
  }
}
