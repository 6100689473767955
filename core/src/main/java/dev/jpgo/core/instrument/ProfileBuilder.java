package dev.jpgo.core.instrument;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.profile.EdgeCounts;
import dev.jpgo.core.profile.EdgeSolver;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.SiteCounts.Kind;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.runtime.JpgoCounters;
import dev.jpgo.runtime.JpgoTypeSite;
import dev.jpgo.runtime.JpgoTypes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the counters and sites of a tier-1 method back into a profile. */
public final class ProfileBuilder {
  private final InstrumentationLayout layout;
  private final int firstSite;
  private final EdgeCounts edges;

  private ProfileBuilder(InstrumentationLayout layout, int firstCounter, int firstSite) {
    long[] counters = new long[layout.counters()];
    for (int i = 0; i < counters.length; i++) {
      counters[i] = JpgoCounters.read(firstCounter + i);
    }
    this.layout = layout;
    this.firstSite = firstSite;
    this.edges = EdgeSolver.solve(layout.cfg(), layout.tree(), counters);
  }

  /**
   * What tier-1 code of a method has recorded so far that the optimizer may ask for: edges, and
   * classes that calls and type tests met. Safe while the method runs; the counts are then of no
   * single moment.
   *
   * @param method the method
   * @param codeHash hash of its original code
   * @param calls calls counted in other tiers, added to those counted here
   * @param layout layout that its version was made from
   * @param firstCounter as in {@link MethodVersion.Profiled}
   * @param firstSite as in {@link MethodVersion.Profiled}
   */
  public static MethodProfile read(
      MethodId method,
      long codeHash,
      long calls,
      InstrumentationLayout layout,
      int firstCounter,
      int firstSite) {
    ProfileBuilder builder = new ProfileBuilder(layout, firstCounter, firstSite);
    return builder.profile(method, codeHash, calls, builder.typeTests());
  }

  /** The same with all that a file holds: what switches chose, lengths and monitors too. */
  public static MethodProfile readAll(
      MethodId method,
      long codeHash,
      long calls,
      InstrumentationLayout layout,
      int firstCounter,
      int firstSite) {
    ProfileBuilder builder = new ProfileBuilder(layout, firstCounter, firstSite);
    List<SiteCounts> sites = builder.typeTests();
    new ValueReader(layout, firstSite, builder.edges).addTo(sites);
    new LockReader(layout, firstSite, builder.edges).addTo(sites);
    return builder.profile(method, codeHash, calls, sites);
  }

  private List<SiteCounts> typeTests() {
    List<SiteCounts> tests = new ArrayList<>();
    for (int i = 0; i < layout.sites(); i++) {
      JpgoTypeSite site =
          layout.kind(i) == SiteKind.TYPE_TEST ? JpgoTypes.read(firstSite + i) : null;
      if (site != null) {
        tests.add(new SiteCounts(Kind.TYPE_TEST, layout.siteOrdinal(i), histogram(site)));
      }
    }
    return tests;
  }

  private MethodProfile profile(
      MethodId method, long codeHash, long calls, List<SiteCounts> sites) {
    Map<Integer, TypeHistogram> receivers = new HashMap<>();
    for (int i = 0; i < layout.sites(); i++) {
      JpgoTypeSite site =
          layout.kind(i) == SiteKind.RECEIVER ? JpgoTypes.read(firstSite + i) : null;
      if (site != null) {
        receivers.put(layout.siteOrdinal(i), histogram(site));
      }
    }
    long all = calls + edges.calls();
    return new MethodProfile(
        method, codeHash, all, edges.counts(), edges.imbalance(), receivers, sites);
  }

  /** What was recorded at a site; the total is the sum of slots and overflow. */
  public static TypeHistogram histogram(JpgoTypeSite site) {
    Map<String, Long> counts = new HashMap<>();
    long total = site.overflow();
    for (int slot = 0; slot < JpgoTypeSite.SLOTS; slot++) {
      String name = site.className(slot);
      long count = site.count(slot);
      total += count;
      if (name != null && count > 0) {
        counts.merge(name.replace('.', '/'), count, Long::sum);
      }
    }
    return histogram(counts, total);
  }

  /** A histogram of these labels, most frequent first. */
  public static TypeHistogram histogram(Map<String, Long> counts, long total) {
    List<TypeHistogram.Entry> entries = new ArrayList<>(counts.size());
    for (Map.Entry<String, Long> entry : counts.entrySet()) {
      entries.add(new TypeHistogram.Entry(entry.getKey(), entry.getValue()));
    }
    Ordering.sort(
        entries,
        Comparator.comparingLong((TypeHistogram.Entry entry) -> -entry.count())
            .thenComparing(TypeHistogram.Entry::className));
    return new TypeHistogram(entries, total);
  }
}
