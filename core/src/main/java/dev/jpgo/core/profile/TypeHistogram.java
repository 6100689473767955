package dev.jpgo.core.profile;

import java.util.List;

/**
 * Receiver classes seen at a call site. The slots are bounded, so {@code total} may exceed their
 * sum: the difference is what is not known.
 *
 * @param entries classes and how often each was seen, most frequent first
 * @param total how often the site ran with a non-null receiver
 */
public record TypeHistogram(List<Entry> entries, long total) {
  /** A receiver class by internal name, and its count. */
  public record Entry(String className, long count) {}

  public TypeHistogram {
    entries = List.copyOf(entries);
  }

  /** Whether every receiver seen is in the entries. */
  public boolean complete() {
    return entries.stream().mapToLong(Entry::count).sum() >= total;
  }
}
