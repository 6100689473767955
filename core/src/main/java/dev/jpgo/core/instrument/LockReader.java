package dev.jpgo.core.instrument;

import dev.jpgo.core.profile.EdgeCounts;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.runtime.JpgoLockSite;
import dev.jpgo.runtime.JpgoTypeSite;
import dev.jpgo.runtime.JpgoTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads back which monitors a tier-1 method entered: how often from the counts of its edges, how
 * they were found and of what classes their objects were from samples.
 */
final class LockReader {
  private final InstrumentationLayout layout;
  private final int firstSite;
  private final EdgeCounts edges;

  LockReader(InstrumentationLayout layout, int firstSite, EdgeCounts edges) {
    this.layout = layout;
    this.firstSite = firstSite;
    this.edges = edges;
  }

  void addTo(List<SiteCounts> sites) {
    Map<Integer, JpgoLockSite> found = new HashMap<>();
    for (int i = 0; i < layout.sites(); i++) {
      boolean monitor =
          layout.kind(i) == SiteKind.MONITOR || layout.kind(i) == SiteKind.RECEIVER_MONITOR;
      JpgoTypeSite site = monitor ? JpgoTypes.read(firstSite + i) : null;
      if (site != null) {
        addObjects(sites, layout.siteOrdinal(i), ProfileBuilder.histogram(site));
      }
      if (site instanceof JpgoLockSite lock) {
        found.put(layout.siteOrdinal(i), lock);
      }
    }
    for (int ordinal : layout.monitors().ordinals()) {
      addLock(sites, ordinal, edges.at(ordinal), found.get(ordinal));
    }
    if (layout.monitors().ofMethod() != Monitors.OfMethod.NONE) {
      addLock(sites, SiteCounts.ENTRY, edges.calls(), null);
    }
    if (layout.monitors().ofMethod() == Monitors.OfMethod.CLASS) {
      long calls = edges.calls();
      Map<String, Long> theClass = Map.of("java/lang/Class", calls);
      addObjects(sites, SiteCounts.ENTRY, ProfileBuilder.histogram(theClass, calls));
    }
  }

  private static void addObjects(List<SiteCounts> sites, int ordinal, TypeHistogram classes) {
    if (classes.total() > 0) {
      sites.add(new SiteCounts(SiteCounts.Kind.MONITOR, ordinal, classes));
    }
  }

  /** A lock is entered as often as its block is, unless an exception comes before. */
  private static void addLock(
      List<SiteCounts> sites, int ordinal, long entered, @Nullable JpgoLockSite found) {
    Map<String, Long> counts = new HashMap<>();
    long sampled = 0;
    if (found != null) {
      put(counts, SiteCounts.OWN, found.owned());
      put(counts, SiteCounts.FREE_OR_OTHER, found.others());
      sampled = found.owned() + found.others();
    }
    long total = Math.max(entered, sampled);
    if (total > 0) {
      TypeHistogram seen = ProfileBuilder.histogram(counts, total);
      sites.add(new SiteCounts(SiteCounts.Kind.LOCK, ordinal, seen));
    }
  }

  private static void put(Map<String, Long> counts, String label, long count) {
    if (count > 0) {
      counts.put(label, count);
    }
  }
}
