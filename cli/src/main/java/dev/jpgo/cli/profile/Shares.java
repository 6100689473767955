package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.SeenSite;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.TypeHistogram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A profile as shares of its sums, so that profiles of unequal length can be compared: of its
 * calls, of the executions of all edges, of all receivers, and of all that type tests met.
 */
final class Shares {
  /** Part of all calls that the hot set makes. */
  private static final double HOT = 0.9;

  private final Map<String, Double> calls = new HashMap<>();
  private final Map<String, Map<String, Double>> edges = new HashMap<>();
  private final Map<String, Map<String, Double>> receivers = new HashMap<>();
  private final Map<String, Map<String, Double>> typeTests = new HashMap<>();
  private final Map<String, Set<Long>> hashes = new HashMap<>();
  private final Map<String, Long> counts = new HashMap<>();

  Shares(Profile profile) {
    double allCalls = 0;
    double allEdges = 0;
    for (ProfiledMethod method : profile.methods()) {
      MethodProfile counted = method.counts();
      String name = counted.method().toString();
      allCalls += counted.calls();
      calls.merge(name, (double) counted.calls(), Double::sum);
      counts.merge(name, counted.calls(), (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
      if (counted.codeHash() != 0) {
        hashes.computeIfAbsent(name, n -> new HashSet<>()).add(counted.codeHash());
      }
      Map<String, Double> ofEdges = edges.computeIfAbsent(name, n -> new HashMap<>());
      for (int i = 0; i < counted.edges().size(); i++) {
        double count = counted.edges().get(i);
        ofEdges.merge(counted.codeHash() + "#" + i, count, Double::sum);
        allEdges += count;
      }
      Map<String, Double> received = receivers.computeIfAbsent(name, n -> new HashMap<>());
      Map<String, Double> tested = typeTests.computeIfAbsent(name, n -> new HashMap<>());
      for (SeenSite site : SeenSite.of(counted)) {
        if (!site.isCall() && !site.isTypeTest()) {
          continue; // what values are tells the edges again, or depends on options
        }
        Map<String, Double> seen = site.isCall() ? received : tested;
        for (TypeHistogram.Entry entry : site.seen().entries()) {
          seen.merge(site.site() + "@" + entry.className(), (double) entry.count(), Double::sum);
        }
      }
    }
    divide(calls, allCalls);
    for (Map<String, Double> each : edges.values()) {
      divide(each, allEdges);
    }
    divideBySum(receivers);
    divideBySum(typeTests);
  }

  private static void divideBySum(Map<String, Map<String, Double>> seen) {
    double all = 0;
    for (Map<String, Double> each : seen.values()) {
      for (double count : each.values()) {
        all += count;
      }
    }
    for (Map<String, Double> each : seen.values()) {
      divide(each, all);
    }
  }

  private static void divide(Map<String, Double> counts, double all) {
    if (all > 0) {
      counts.replaceAll((name, count) -> count / all);
    }
  }

  Set<String> methods() {
    return calls.keySet();
  }

  double calls(String method) {
    return calls.getOrDefault(method, 0.0);
  }

  /** Calls as they were counted. */
  long count(String method) {
    return counts.getOrDefault(method, 0L);
  }

  /** Whether both know the code and it is not the same. */
  boolean otherCode(Shares other, String method) {
    Set<Long> mine = hashes.getOrDefault(method, Set.of());
    Set<Long> theirs = other.hashes.getOrDefault(method, Set.of());
    return !mine.isEmpty() && !theirs.isEmpty() && !mine.equals(theirs);
  }

  /** What both have in common of a kind of shares: 0 nothing, 1 everything. */
  record Common(double calls, double edges, double receivers, double typeTests, double hotSet) {}

  Common common(Shares other) {
    double sameEdges = 0;
    double sameReceivers = 0;
    double sameTests = 0;
    for (String method : methods()) {
      sameEdges += same(edges.get(method), other.edges.get(method));
      sameReceivers += same(receivers.get(method), other.receivers.get(method));
      sameTests += same(typeTests.get(method), other.typeTests.get(method));
    }
    Set<String> hot = hot();
    Set<String> both = new HashSet<>(hot);
    both.retainAll(other.hot());
    Set<String> either = new HashSet<>(hot);
    either.addAll(other.hot());
    double hotSet = either.isEmpty() ? 1 : (double) both.size() / either.size();
    return new Common(
        counted(calls) || counted(other.calls) ? same(calls, other.calls) : 1,
        whole(edges, other.edges) ? sameEdges : 1,
        whole(receivers, other.receivers) ? sameReceivers : 1,
        whole(typeTests, other.typeTests) ? sameTests : 1,
        hotSet);
  }

  /**
   * What a method takes away from what two profiles have in common, of each kind of shares: the
   * halves of all its differences, which over all methods add up to what is not in common.
   */
  record Lost(double calls, double edges, double receivers, double typeTests) {
    double most() {
      return Math.max(Math.max(calls, edges), Math.max(receivers, typeTests));
    }
  }

  Lost lost(Shares other, String method) {
    return new Lost(
        Math.abs(calls(method) - other.calls(method)) / 2,
        apart(edges.get(method), other.edges.get(method)),
        apart(receivers.get(method), other.receivers.get(method)),
        apart(typeTests.get(method), other.typeTests.get(method)));
  }

  private static double apart(@Nullable Map<String, Double> a, @Nullable Map<String, Double> b) {
    Map<String, Double> first = a == null ? Map.of() : a;
    Map<String, Double> second = b == null ? Map.of() : b;
    double sum = 0;
    for (Map.Entry<String, Double> each : first.entrySet()) {
      sum += Math.abs(each.getValue() - second.getOrDefault(each.getKey(), 0.0));
    }
    for (Map.Entry<String, Double> each : second.entrySet()) {
      sum += first.containsKey(each.getKey()) ? 0 : each.getValue();
    }
    return sum / 2;
  }

  /** Whether anything was counted on either side: two empty sets are alike. */
  private static boolean whole(
      Map<String, Map<String, Double>> a, Map<String, Map<String, Double>> b) {
    return a.values().stream().anyMatch(m -> !m.isEmpty())
        || b.values().stream().anyMatch(m -> !m.isEmpty());
  }

  private static boolean counted(Map<String, Double> shares) {
    return shares.values().stream().anyMatch(share -> share > 0);
  }

  private static double same(@Nullable Map<String, Double> a, @Nullable Map<String, Double> b) {
    double sum = 0;
    if (a != null && b != null) {
      for (Map.Entry<String, Double> each : a.entrySet()) {
        sum += Math.min(each.getValue(), b.getOrDefault(each.getKey(), 0.0));
      }
    }
    return sum;
  }

  /** The methods, most called first, that make nine tenths of the calls. */
  Set<String> hot() {
    List<String> names = new ArrayList<>(calls.keySet());
    names.sort((a, b) -> Double.compare(calls(b), calls(a)));
    Set<String> hot = new HashSet<>();
    double sum = 0;
    for (String name : names) {
      if (sum >= HOT) {
        break;
      }
      sum += calls(name);
      hot.add(name);
    }
    return hot;
  }
}
