package dev.jpgo.jmh.kernel.data;

import dev.jpgo.jmh.workload.Workload;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@link WordReport} with hash tables of its own, whose entries are words, pairs and counts in one,
 * and lines written by one builder. Strings stay strings.
 */
public final class WordReportByHand implements Workload {
  private static final int TABLE = 256;

  /** A word or, with a second text, a pair, and how often and where it was seen. */
  private static final class Entry {
    private final String first;
    private final @Nullable String second;
    private final int hash;
    private final @Nullable Entry next;
    private final int firstAt;
    private int count = 1;
    private int lastAt;

    Entry(String first, @Nullable String second, int hash, @Nullable Entry next, int at) {
      this.first = first;
      this.second = second;
      this.hash = hash;
      this.next = next;
      this.firstAt = at;
      this.lastAt = at;
    }
  }

  private final String text = WordReport.text();
  private final @Nullable Entry[] table = new @Nullable Entry[TABLE];
  private int entries;

  @Override
  public long iterate() {
    Arrays.fill(table, null);
    entries = 0;
    String before = "";
    int at = 0;
    int start = -1;
    String text = this.text;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      if (letter && start < 0) {
        start = i;
      } else if (!letter && start >= 0) {
        String word = text.substring(start, i).toLowerCase(Locale.ROOT);
        start = -1;
        see(word, null, word.hashCode(), at);
        if (at > 0) {
          see(before, word, before.hashCode() * 31 + word.hashCode(), at);
        }
        before = word;
        at++;
      }
    }
    return report().hashCode();
  }

  private void see(String first, @Nullable String second, int hash, int at) {
    int index = (hash ^ hash >>> 16) & (TABLE - 1);
    Entry head = table[index];
    for (Entry entry = head; entry != null; entry = entry.next) {
      if (entry.hash == hash && entry.first.equals(first)) {
        String other = entry.second;
        if (other == null ? second == null : other.equals(second)) {
          entry.count++;
          entry.lastAt = at;
          return;
        }
      }
    }
    table[index] = new Entry(first, second, hash, head, at);
    entries++;
  }

  private String report() {
    String[] lines = new String[entries];
    int size = 0;
    StringBuilder line = new StringBuilder();
    for (Entry head : table) {
      for (Entry entry = head; entry != null; entry = entry.next) {
        line.setLength(0);
        line.append(entry.first);
        String second = entry.second;
        if (second == null) {
          line.append(" (").append(entry.first.length()).append("): ");
          line.append(entry.count).append(" times");
        } else {
          line.append(' ').append(second).append(": ");
          line.append(entry.firstAt).append(" to ").append(entry.lastAt);
        }
        lines[size++] = line.toString();
      }
    }
    Arrays.sort(lines);
    StringBuilder report = new StringBuilder();
    for (String each : lines) {
      report.append(each).append('\n');
    }
    return report.toString();
  }
}
