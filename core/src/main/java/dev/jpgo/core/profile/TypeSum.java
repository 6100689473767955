package dev.jpgo.core.profile;

import dev.jpgo.core.collect.Ordering;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one site saw, while profiles are added up. */
final class TypeSum {
  private static final Order ORDER = new Order();

  private final Map<String, Long> counts = new HashMap<>();
  private long total;

  void add(TypeHistogram seen, long weight) {
    total = Saturating.add(total, Saturating.times(seen.total(), weight));
    for (TypeHistogram.Entry entry : seen.entries()) {
      Long known = counts.get(entry.className());
      long more = Saturating.times(entry.count(), weight);
      counts.put(entry.className(), known == null ? more : Saturating.add(known, more));
    }
  }

  TypeHistogram result() {
    List<TypeHistogram.Entry> entries = new ArrayList<>(counts.size());
    for (Map.Entry<String, Long> entry : counts.entrySet()) {
      entries.add(new TypeHistogram.Entry(entry.getKey(), entry.getValue()));
    }
    Ordering.sort(entries, ORDER);
    return new TypeHistogram(entries, total);
  }

  /** Most frequent first. */
  private static final class Order implements Comparator<TypeHistogram.Entry> {
    @Override
    public int compare(TypeHistogram.Entry a, TypeHistogram.Entry b) {
      int order = Long.compare(b.count(), a.count());
      return order != 0 ? order : a.className().compareTo(b.className());
    }
  }

  /** Whether entries are in order, so none twice next to each other, and not negative. */
  static boolean isClean(TypeHistogram seen) {
    List<TypeHistogram.Entry> entries = seen.entries();
    boolean clean = seen.total() >= 0;
    for (int i = 0; clean && i < entries.size(); i++) {
      clean = entries.get(i).count() >= 0;
      clean &= i == 0 || ORDER.compare(entries.get(i - 1), entries.get(i)) < 0;
      for (int j = 0; clean && j < i; j++) {
        clean = !entries.get(j).className().equals(entries.get(i).className());
      }
    }
    return clean;
  }
}
