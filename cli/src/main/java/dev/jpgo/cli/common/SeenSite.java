package dev.jpgo.cli.common;

import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an instruction saw of classes: a call of its receivers, a cast or {@code instanceof} of what
 * it tested.
 *
 * @param kind {@code call} or {@code type test}
 * @param site ordinal of the instruction among the method's instructions with an opcode
 * @param seen the classes
 */
public record SeenSite(String kind, int site, TypeHistogram seen) {
  /** All of a method that ran: calls, then type tests, each in the order of the code. */
  public static List<SeenSite> of(MethodProfile method) {
    List<SeenSite> all = new ArrayList<>();
    for (Map.Entry<Integer, TypeHistogram> call : new TreeMap<>(method.receivers()).entrySet()) {
      add(all, "call", call.getKey(), call.getValue());
    }
    for (SiteCounts other : method.sites().stream().sorted().toList()) {
      if (other.kind() == SiteCounts.Kind.TYPE_TEST) {
        add(all, "type test", other.site(), other.seen());
      }
    }
    return all;
  }

  private static void add(List<SeenSite> all, String kind, int site, TypeHistogram seen) {
    if (seen.total() > 0) {
      all.add(new SeenSite(kind, site, seen));
    }
  }

  /** Whether these are receivers. */
  public boolean isCall() {
    return kind.equals("call");
  }

  /** How often it saw a class that is not among those of which it is known how often. */
  public long others() {
    long known = 0;
    for (TypeHistogram.Entry entry : seen.entries()) {
      known += Math.min(entry.count(), seen.total() - known); // sums of counts may be too large
    }
    return seen.total() - known;
  }
}
