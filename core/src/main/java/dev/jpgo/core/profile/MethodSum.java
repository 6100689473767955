package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.collect.Ordering;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The counts of one method while profiles are added up. */
final class MethodSum {
  private static final long[] NONE = {};

  private final MethodId method;
  private final long codeHash;
  private final String loader;
  private long calls;
  private long[] edges = NONE;
  private long imbalance;
  private int tier;
  private int codeBytes;
  private Map<Integer, TypeSum> receivers = Map.of();
  private Map<SiteCounts.Kind, Map<Integer, TypeSum>> sites = Map.of();
  private Optional<CompiledMethod> compiled = Optional.empty();
  private List<TierStep> steps = List.of();

  MethodSum(ProfiledMethod first, long weight) {
    method = first.counts().method();
    codeHash = first.counts().codeHash();
    loader = first.loader();
    add(first, weight);
  }

  /** Whether counts are of this method's code; of its class they are. */
  boolean isOf(MethodProfile counts) {
    return counts.codeHash() == codeHash
        && counts.method().name().equals(method.name())
        && counts.method().descriptor().equals(method.descriptor());
  }

  int hash() {
    return hash(method, codeHash);
  }

  /** By what {@link #isOf} compares. */
  static int hash(MethodId method, long codeHash) {
    int hash = method.name().hashCode() * 31 + method.descriptor().hashCode();
    return hash * 31 + Long.hashCode(codeHash);
  }

  void add(ProfiledMethod other, long weight) {
    MethodProfile counts = other.counts();
    calls = Saturating.add(calls, Saturating.times(counts.calls(), weight));
    tier = Math.max(tier, other.tier());
    codeBytes = Math.max(codeBytes, other.codeBytes());
    if (!counts.edges().isEmpty()) {
      addEdges(counts, weight);
    }
    if (!counts.receivers().isEmpty()) {
      receivers = receivers.isEmpty() ? new TreeMap<>() : receivers;
      for (Map.Entry<Integer, TypeHistogram> site : counts.receivers().entrySet()) {
        add(receivers, site.getKey(), site.getValue(), weight);
      }
    }
    for (SiteCounts site : counts.sites()) {
      sites = sites.isEmpty() ? new TreeMap<>() : sites;
      Map<Integer, TypeSum> ofKind = sites.get(site.kind());
      if (ofKind == null) {
        ofKind = new TreeMap<>();
        sites.put(site.kind(), ofKind);
      }
      add(ofKind, site.site(), site.seen(), weight);
    }
    compiled = CompiledOrder.greater(compiled, other.compiled());
    steps = StepOrder.greater(steps, other.steps());
  }

  /**
   * The same code has the same edges, unless another version of jpgo divided it otherwise. Then
   * those with the most edges count, so that the order of merging makes no difference.
   */
  private void addEdges(MethodProfile counts, long weight) {
    int number = counts.edges().size();
    if (number < edges.length) {
      return;
    }
    if (number > edges.length) {
      edges = new long[number];
      imbalance = 0;
    }
    int at = 0;
    for (Long edge : counts.edges()) {
      edges[at] = Saturating.add(edges[at], Saturating.times(edge, weight));
      at++;
    }
    imbalance = Saturating.add(imbalance, Saturating.times(counts.imbalance(), weight));
  }

  private static void add(
      Map<Integer, TypeSum> sums, Integer site, TypeHistogram seen, long weight) {
    TypeSum sum = sums.get(site);
    if (sum == null) {
      sum = new TypeSum();
      sums.put(site, sum);
    }
    sum.add(seen, weight);
  }

  ProfiledMethod result() {
    List<Long> counts = List.of();
    if (edges.length > 0) {
      Long[] boxed = new Long[edges.length];
      for (int i = 0; i < boxed.length; i++) {
        boxed[i] = edges[i];
      }
      counts = List.of(boxed);
    }
    List<SiteCounts> others = new ArrayList<>();
    for (Map.Entry<SiteCounts.Kind, Map<Integer, TypeSum>> ofKind : sites.entrySet()) {
      for (Map.Entry<Integer, TypeSum> site : ofKind.getValue().entrySet()) {
        others.add(new SiteCounts(ofKind.getKey(), site.getKey(), site.getValue().result()));
      }
    }
    Ordering.sort(others);
    MethodProfile profile =
        new MethodProfile(method, codeHash, calls, counts, imbalance, results(receivers), others);
    return new ProfiledMethod(profile, loader, tier, codeBytes, compiled, steps);
  }

  private static Map<Integer, TypeHistogram> results(Map<Integer, TypeSum> sums) {
    if (sums.isEmpty()) {
      return Map.of();
    }
    Map<Integer, TypeHistogram> results = new HashMap<>();
    for (Map.Entry<Integer, TypeSum> sum : sums.entrySet()) {
      results.put(sum.getKey(), sum.getValue().result());
    }
    return results;
  }

  /** Whether {@link #result} of this method alone would be the method itself. */
  static boolean isClean(ProfiledMethod candidate) {
    MethodProfile counts = candidate.counts();
    if (counts.calls() < 0 || counts.imbalance() < 0 || !counts.sites().isEmpty()) {
      return false;
    }
    if (counts.edges().isEmpty() && counts.imbalance() != 0) {
      return false;
    }
    for (Long edge : counts.edges()) {
      if (edge < 0) {
        return false;
      }
    }
    if (!counts.receivers().isEmpty()) {
      for (TypeHistogram seen : counts.receivers().values()) {
        if (!TypeSum.isClean(seen)) {
          return false;
        }
      }
    }
    return true;
  }
}
