package dev.jpgo.cli.profile;

import dev.jpgo.core.profile.ProfiledMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A class in a profile.
 *
 * @param name as a person reads it
 * @param calls of all its methods
 * @param methods how many of them are in the profile
 */
record ClassCounts(String name, long calls, int methods) {
  /** The classes of some methods, most called first. */
  static List<ClassCounts> of(List<ProfiledMethod> methods, int top) {
    Map<String, ClassCounts> classes = new HashMap<>();
    for (ProfiledMethod method : methods) {
      String name = method.counts().method().owner().replace('/', '.');
      classes.merge(name, new ClassCounts(name, method.counts().calls(), 1), ClassCounts::plus);
    }
    List<ClassCounts> sorted = new ArrayList<>(classes.values());
    sorted.sort(
        (a, b) -> a.calls != b.calls ? Long.compare(b.calls, a.calls) : a.name.compareTo(b.name));
    return top == 0 || sorted.size() <= top ? sorted : sorted.subList(0, top);
  }

  private ClassCounts plus(ClassCounts other) {
    long sum = calls + other.calls;
    return new ClassCounts(name, sum < 0 ? Long.MAX_VALUE : sum, methods + other.methods);
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("class", name);
    json.put("calls", calls);
    json.put("methods", methods);
    return json;
  }
}
