package dev.jpgo.core.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was counted since an earlier look at the same counters. Resetting a profile this way leaves
 * the counters alone, by which the agent decides what is hot.
 */
public final class ProfileDelta {
  private ProfileDelta() {}

  /**
   * Later counts less earlier ones; methods of which nothing new was counted are left out. Where a
   * count of a method went down its counters began anew in between, and the later counts are all
   * there is.
   *
   * @param before methods as they were
   * @param now methods as they are
   */
  public static List<ProfiledMethod> since(List<ProfiledMethod> before, List<ProfiledMethod> now) {
    if (before.isEmpty()) {
      return now;
    }
    Map<String, ProfiledMethod> earlier = new HashMap<>();
    Profile sum = ProfileMerger.canonical(new Profile(List.of(), before));
    for (ProfiledMethod method : sum.methods()) {
      earlier.put(key(method), method);
    }
    List<ProfiledMethod> since = new ArrayList<>();
    for (ProfiledMethod method : ProfileMerger.canonical(new Profile(List.of(), now)).methods()) {
      ProfiledMethod old = earlier.get(key(method));
      MethodProfile counts = old == null ? method.counts() : less(method.counts(), old.counts());
      if (old == null || !isNothing(counts)) {
        since.add(
            new ProfiledMethod(
                counts,
                method.loader(),
                method.tier(),
                method.codeBytes(),
                method.compiled(),
                method.steps()));
      }
    }
    return since;
  }

  private static String key(ProfiledMethod method) {
    return method.loader() + ' ' + method.counts().codeHash() + ' ' + method.counts().method();
  }

  private static MethodProfile less(MethodProfile now, MethodProfile before) {
    int number = now.edges().size();
    boolean anew = now.calls() < before.calls() || number != before.edges().size();
    List<Long> edges = new ArrayList<>(number);
    for (int i = 0; i < number && !anew; i++) {
      edges.add(now.edges().get(i) - before.edges().get(i));
      anew = edges.get(i) < 0;
    }
    if (anew) {
      return now;
    }
    Map<Integer, TypeHistogram> receivers = new HashMap<>();
    for (Map.Entry<Integer, TypeHistogram> site : now.receivers().entrySet()) {
      TypeHistogram old = before.receivers().get(site.getKey());
      receivers.put(site.getKey(), old == null ? site.getValue() : less(site.getValue(), old));
    }
    return new MethodProfile(
        now.method(),
        now.codeHash(),
        now.calls() - before.calls(),
        edges,
        Math.max(0, now.imbalance() - before.imbalance()),
        receivers,
        less(now.sites(), before.sites()));
  }

  private static List<SiteCounts> less(List<SiteCounts> now, List<SiteCounts> before) {
    List<SiteCounts> since = new ArrayList<>();
    for (SiteCounts site : now) {
      TypeHistogram seen = site.seen();
      for (SiteCounts old : before) {
        if (old.kind() == site.kind() && old.site() == site.site()) {
          seen = less(seen, old.seen());
        }
      }
      since.add(new SiteCounts(site.kind(), site.site(), seen));
    }
    return since;
  }

  private static TypeHistogram less(TypeHistogram now, TypeHistogram before) {
    if (now.total() < before.total()) {
      return now;
    }
    Map<String, Long> old = new HashMap<>();
    for (TypeHistogram.Entry entry : before.entries()) {
      old.put(entry.className(), entry.count());
    }
    List<TypeHistogram.Entry> entries = new ArrayList<>();
    for (TypeHistogram.Entry entry : now.entries()) {
      long more = entry.count() - old.getOrDefault(entry.className(), 0L);
      if (more > 0) {
        entries.add(new TypeHistogram.Entry(entry.className(), more));
      }
    }
    return new TypeHistogram(entries, now.total() - before.total());
  }

  private static boolean isNothing(MethodProfile counts) {
    if (counts.calls() > 0) {
      return false;
    }
    for (Long edge : counts.edges()) {
      if (edge > 0) {
        return false;
      }
    }
    return true;
  }
}
