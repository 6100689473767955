package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A method that makes two profiles unlike.
 *
 * @param name as a person reads it
 * @param lost what they would have more in common if it were alike in both
 * @param hot which of them it is hot in: {@code both}, {@code before}, {@code after}, or neither,
 *     which is an empty text
 */
record UnlikeMethod(String name, Shares.Lost lost, String hot) {
  /** What stands above the lines. */
  static final String HEAD = "   CALLS     EDGES  RECEIVERS  TYPE TESTS  HOT     METHOD";

  /** Methods that differ in anything, the worst first, by where they do most. */
  static List<UnlikeMethod> of(Shares before, Shares after) {
    Set<String> hotBefore = before.hot();
    Set<String> hotAfter = after.hot();
    Set<String> names = new TreeSet<>(before.methods());
    names.addAll(after.methods());
    List<UnlikeMethod> worst = new ArrayList<>();
    for (String name : names) {
      Shares.Lost lost = before.lost(after, name);
      if (lost.most() > 0) {
        worst.add(
            new UnlikeMethod(name, lost, hot(hotBefore.contains(name), hotAfter.contains(name))));
      }
    }
    worst.sort((a, b) -> Double.compare(b.lost.most(), a.lost.most()));
    return worst;
  }

  private static String hot(boolean before, boolean after) {
    return before && after ? "both" : before ? "before" : after ? "after" : "";
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%7.3f%%  %7.3f%%   %7.3f%%    %7.3f%%  %-6s  %s",
        100 * lost.calls(),
        100 * lost.edges(),
        100 * lost.receivers(),
        100 * lost.typeTests(),
        hot,
        Printable.of(name));
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("method", name);
    json.put("callsLost", lost.calls());
    json.put("edgesLost", lost.edges());
    json.put("receiversLost", lost.receivers());
    json.put("typeTestsLost", lost.typeTests());
    json.put("hot", hot);
    return json;
  }
}
