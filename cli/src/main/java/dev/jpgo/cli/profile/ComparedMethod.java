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
 * A method in two profiles.
 *
 * @param name as a person reads it
 * @param before its share of the first profile's calls
 * @param after its share of the second's
 * @param callsBefore its calls in the first
 * @param callsAfter its calls in the second
 * @param note what else there is to say, such as that its code is another
 */
record ComparedMethod(
    String name, double before, double after, long callsBefore, long callsAfter, String note) {
  /** All methods of both, those whose shares differ most first. */
  static List<ComparedMethod> of(Shares first, Shares second) {
    Set<String> names = new TreeSet<>(first.methods());
    names.addAll(second.methods());
    List<ComparedMethod> compared = new ArrayList<>();
    for (String name : names) {
      compared.add(
          new ComparedMethod(
              name,
              first.calls(name),
              second.calls(name),
              first.count(name),
              second.count(name),
              note(first, second, name)));
    }
    compared.sort((a, b) -> Double.compare(b.difference(), a.difference()));
    return compared;
  }

  private static String note(Shares first, Shares second, String name) {
    if (!first.methods().contains(name)) {
      return "new";
    }
    if (!second.methods().contains(name)) {
      return "gone";
    }
    return first.otherCode(second, name) ? "other code" : "";
  }

  double difference() {
    return Math.abs(after - before);
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%8.3f%%  %8.3f%%  %+8.3f  %14d  %14d  %s%s",
        100 * before,
        100 * after,
        100 * (after - before),
        callsBefore,
        callsAfter,
        Printable.of(name),
        note.isEmpty() ? "" : " (" + note + ")");
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("method", name);
    json.put("shareBefore", before);
    json.put("shareAfter", after);
    json.put("callsBefore", callsBefore);
    json.put("callsAfter", callsAfter);
    json.put("note", note);
    return json;
  }
}
