package dev.jpgo.test.differential;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Declarations of which a program gets those that it uses, directly or through one another. Small
 * programs take little time, so that many can be run.
 */
final class ShapeUnits {
  private static final Pattern TYPE =
      Pattern.compile("^(?:[\\w ]* )?(?:class|interface|enum|record) (\\w+)");
  private static final Pattern MEMBER = Pattern.compile("(\\w+)(?= *[(=;])");

  private record Unit(String name, List<String> lines) {}

  private final List<Unit> types = new ArrayList<>();
  private final List<Unit> members = new ArrayList<>();
  private final Map<String, List<Unit>> named = new HashMap<>();

  /** Adds classes; each starts at the margin. */
  void addTypes(List<String> lines) {
    add(lines, "", TYPE, types);
  }

  /** Adds members; each starts two spaces from the margin, and what follows of it further in. */
  void addMembers(List<String> lines) {
    add(lines, "  ", MEMBER, members);
  }

  private void add(List<String> lines, String margin, Pattern name, List<Unit> units) {
    for (String line : lines) {
      if (line.startsWith(margin + " ")) {
        units.get(units.size() - 1).lines().add(line);
        continue;
      }
      Matcher matcher = name.matcher(line);
      if (!matcher.find()) {
        throw new IllegalArgumentException("declares nothing: " + line);
      }
      Unit unit = new Unit(matcher.group(1), new ArrayList<>(List.of(line)));
      units.add(unit);
      named.computeIfAbsent(unit.name(), key -> new ArrayList<>()).add(unit);
    }
  }

  /** What a text uses. */
  Used usedBy(String text) {
    Set<Unit> used = new HashSet<>();
    Deque<String> left = new ArrayDeque<>(List.of(text));
    while (!left.isEmpty()) {
      collect(left.pop(), used, left);
    }
    return new Used(lines(types, used), lines(members, used));
  }

  /** All there is. */
  Used all() {
    return new Used(lines(types, Set.copyOf(types)), lines(members, Set.copyOf(members)));
  }

  /** Lines of declarations that are used. */
  record Used(List<String> types, List<String> members) {}

  private static List<String> lines(List<Unit> units, Set<Unit> used) {
    List<String> lines = new ArrayList<>();
    for (Unit unit : units) {
      if (used.contains(unit)) {
        lines.addAll(unit.lines());
      }
    }
    return lines;
  }

  /** Adds declarations whose names a text has, and their lines to the texts left to look at. */
  private void collect(String text, Set<Unit> used, Deque<String> left) {
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i < text.length() && Character.isJavaIdentifierPart(text.charAt(i))) {
        continue;
      }
      if (i > start) {
        for (Unit unit : named.getOrDefault(text.substring(start, i), List.of())) {
          if (used.add(unit)) {
            left.addAll(unit.lines());
          }
        }
      }
      start = i + 1;
    }
  }
}
