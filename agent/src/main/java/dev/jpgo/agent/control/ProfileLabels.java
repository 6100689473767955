package dev.jpgo.agent.control;

import dev.jpgo.core.instrument.ProfileBuilder;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names of classes as a profile tells them. A hidden class's has no address, and a lambda's no
 * counter: both are others in each run, so that no two runs would agree. The agent's own classes,
 * which the JDK's code meets as well, are not named; how often they were seen is part of what a
 * site's total has more than its labels.
 */
final class ProfileLabels {
  private static final String ADDRESS = "/0x";

  /** A class of the program may lie in a package that begins like an address. */
  private static final int FEWEST_DIGITS = 8;

  private static final String LAMBDA = "$$Lambda";

  private static final List<String> OWN =
      List.of("dev/jpgo/agent/", "dev/jpgo/core/", "dev/jpgo/shaded/");

  private ProfileLabels() {}

  /** What was counted of a method, with such names. */
  static MethodProfile of(MethodProfile counted) {
    Map<Integer, TypeHistogram> receivers = new HashMap<>();
    boolean same = true;
    for (Map.Entry<Integer, TypeHistogram> site : counted.receivers().entrySet()) {
      TypeHistogram seen = of(site.getValue());
      same &= seen == site.getValue();
      receivers.put(site.getKey(), seen);
    }
    List<SiteCounts> sites = new ArrayList<>();
    for (SiteCounts site : counted.sites()) {
      TypeHistogram seen = site.kind().isOfClasses() ? of(site.seen()) : site.seen();
      same &= seen == site.seen();
      sites.add(new SiteCounts(site.kind(), site.site(), seen));
    }
    return same
        ? counted
        : new MethodProfile(
            counted.method(),
            counted.codeHash(),
            counted.calls(),
            counted.edges(),
            counted.imbalance(),
            receivers,
            sites);
  }

  private static TypeHistogram of(TypeHistogram seen) {
    Map<String, Long> counts = new HashMap<>();
    boolean same = true;
    for (TypeHistogram.Entry entry : seen.entries()) {
      String name = of(entry.className());
      same &= name.equals(entry.className());
      if (!name.isEmpty()) {
        counts.merge(name, entry.count(), Long::sum);
      }
    }
    return same ? seen : ProfileBuilder.histogram(counts, seen.total());
  }

  /** The label of a class; empty for one of the agent's. */
  static String of(String name) {
    String element = name.startsWith("[") ? name.substring(name.lastIndexOf('[') + 2) : name;
    if (RuntimeCalls.isRuntime(element) || OWN.stream().anyMatch(element::startsWith)) {
      return "";
    }
    int address = name.indexOf(ADDRESS);
    int end = address < 0 ? 0 : endOfDigits(name, address + ADDRESS.length());
    if (end - address - ADDRESS.length() < FEWEST_DIGITS
        || end < name.length() && name.charAt(end) != ';') {
      return name;
    }
    return withoutCounter(name.substring(0, address)) + name.substring(end);
  }

  private static int endOfDigits(String name, int start) {
    int end = start;
    while (end < name.length() && Character.digit(name.charAt(end), 16) >= 0) {
      end++;
    }
    return end;
  }

  private static String withoutCounter(String name) {
    int lambda = name.lastIndexOf(LAMBDA);
    return lambda < 0 ? name : name.substring(0, lambda + LAMBDA.length());
  }
}
