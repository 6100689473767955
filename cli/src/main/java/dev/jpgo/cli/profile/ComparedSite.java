package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.Printable;
import dev.jpgo.cli.common.SeenSite;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.TypeHistogram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An instruction that saw something in two profiles.
 *
 * @param method its method, as a person reads it
 * @param before what it saw in the first profile
 * @param after what it saw in the second
 * @param change which part of what it saw is another: 0 none, 1 all
 * @param weight the change by how much of everything seen it was that this instruction saw
 */
record ComparedSite(String method, SeenSite before, SeenSite after, double change, double weight) {
  /** What stands above the lines. */
  static final String HEAD = "  CHANGE     SEEN BEFORE      SEEN AFTER  SITE";

  /**
   * Instructions of the same code that saw something else, or the same in other shares; those that
   * matter most first. What only one profile has seen at work, or looked at, is not compared.
   */
  static List<ComparedSite> of(Profile first, Profile second) {
    Map<String, SeenSite> before = sites(first);
    Map<String, SeenSite> after = sites(second);
    double allBefore = total(before);
    double allAfter = total(after);
    List<ComparedSite> compared = new ArrayList<>();
    for (ProfiledMethod method : second.methods()) {
      for (SeenSite now : SeenSite.of(method.counts())) {
        SeenSite then = before.get(key(method, now));
        double change = then == null ? 0 : change(then, now);
        if (then != null && change > 0) {
          double share = Math.max(then.seen().total() / allBefore, now.seen().total() / allAfter);
          String name = method.counts().method().toString();
          compared.add(new ComparedSite(name, then, now, change, change * share));
        }
      }
    }
    compared.sort((a, b) -> Double.compare(b.weight, a.weight));
    return compared;
  }

  private static Map<String, SeenSite> sites(Profile profile) {
    Map<String, SeenSite> sites = new HashMap<>();
    for (ProfiledMethod method : profile.methods()) {
      for (SeenSite seen : SeenSite.of(method.counts())) {
        sites.put(key(method, seen), seen);
      }
    }
    return sites;
  }

  private static String key(ProfiledMethod method, SeenSite seen) {
    return method.loader()
        + ' '
        + method.counts().codeHash()
        + ' '
        + seen.kind()
        + seen.site()
        + ' '
        + method.counts().method();
  }

  private static double total(Map<String, SeenSite> sites) {
    double total = 0;
    for (SeenSite each : sites.values()) {
      total += each.seen().total();
    }
    return total;
  }

  private static double change(SeenSite before, SeenSite after) {
    if (before.whole() == 0 || after.whole() == 0) {
      return 0;
    }
    Map<String, Double> apart = new HashMap<>();
    add(apart, before, 1);
    add(apart, after, -1);
    double sum = 0;
    for (double each : apart.values()) {
      sum += Math.abs(each);
    }
    return sum / 2;
  }

  private static void add(Map<String, Double> apart, SeenSite site, int sign) {
    double total = sign * (double) site.whole();
    for (TypeHistogram.Entry entry : site.seen().entries()) {
      apart.merge(entry.className(), entry.count() / total, Double::sum);
    }
    if (!site.isLock()) {
      apart.merge("", site.others() / total, Double::sum); // the name of nothing
    }
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%7.3f%%  %14d  %14d  %s %s @%s: %s -> %s",
        100 * change,
        before.seen().total(),
        after.seen().total(),
        Printable.of(method),
        after.kind(),
        after.place(),
        Printable.of(before.text()),
        Printable.of(after.text()));
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("method", method);
    json.put("kind", after.kind());
    json.put("site", after.site());
    json.put("change", change);
    json.put("totalBefore", before.seen().total());
    json.put("totalAfter", after.seen().total());
    json.put("typesBefore", ProfileJson.types(before.seen()));
    json.put("typesAfter", ProfileJson.types(after.seen()));
    return json;
  }
}
