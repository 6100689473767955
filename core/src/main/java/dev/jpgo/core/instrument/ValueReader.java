package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.profile.EdgeCounts;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.runtime.JpgoValueSite;
import dev.jpgo.runtime.JpgoValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads back which numbers a tier-1 method met. Of a switch the counts of its edges say all about
 * cases that have one for themselves; only of those that share one samples say which. What is no
 * case is not named.
 */
final class ValueReader {
  private final InstrumentationLayout layout;
  private final int firstSite;
  private final EdgeCounts edges;

  ValueReader(InstrumentationLayout layout, int firstSite, EdgeCounts edges) {
    this.layout = layout;
    this.firstSite = firstSite;
    this.edges = edges;
  }

  void addTo(List<SiteCounts> sites) {
    for (Switch each : layout.switches()) {
      add(sites, each.ordinal(), histogram(each));
    }
    for (int i = 0; i < layout.sites(); i++) {
      if (layout.kind(i) == SiteKind.LENGTH) {
        JpgoValueSite site = JpgoValues.read(firstSite + i);
        if (site != null) {
          Map<String, Long> counts = new HashMap<>();
          long total = read(site, counts);
          add(sites, layout.siteOrdinal(i), ProfileBuilder.histogram(counts, total));
        }
      }
    }
  }

  private static void add(List<SiteCounts> sites, int ordinal, TypeHistogram seen) {
    if (seen.total() > 0) {
      sites.add(new SiteCounts(SiteCounts.Kind.VALUE, ordinal, seen));
    }
  }

  private TypeHistogram histogram(Switch of) {
    long total = 0;
    for (Edge way : of.ways()) {
      total += edges.edge(way);
    }
    Map<String, Long> sampled = new HashMap<>();
    JpgoValueSite site = total == 0 || !of.sharesEdges() ? null : JpgoValues.read(siteOf(of));
    if (site != null) {
      read(site, sampled);
    }
    Map<String, Long> counts = new HashMap<>();
    for (int i = 0; i < of.cases() && total > 0; i++) {
      long way = edges.edge(of.edge(i));
      if (way > 0) {
        String label = Integer.toString(of.value(i));
        Long count = of.isAlone(i) ? Long.valueOf(way) : sampled.get(label);
        if (count != null) {
          counts.put(label, count);
        }
      }
    }
    return ProfileBuilder.histogram(counts, total);
  }

  private int siteOf(Switch of) {
    for (int i = 0; i < layout.sites(); i++) {
      if (layout.kind(i) == SiteKind.SWITCH && layout.siteOrdinal(i) == of.ordinal()) {
        return firstSite + i;
      }
    }
    throw new IllegalStateException("no site of the switch at " + of.ordinal());
  }

  /** Adds what a site recorded, and says how often it was asked to. */
  private static long read(JpgoValueSite site, Map<String, Long> into) {
    long total = site.overflow();
    for (int slot = 0; slot < JpgoValueSite.SLOTS; slot++) {
      long count = site.count(slot);
      total += count;
      if (count > 0 && site.isTaken(slot)) {
        into.merge(Integer.toString(site.value(slot)), count, Long::sum);
      }
    }
    return total;
  }
}
