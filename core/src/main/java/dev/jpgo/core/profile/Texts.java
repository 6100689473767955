package dev.jpgo.core.profile;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts of several profiles, each kept once: names of classes and methods, mostly. Reading many
 * files of one program this way makes them cheaper to merge, since equal texts are then the same
 * object. Grows with the number of different texts. Not safe for several threads.
 */
public final class Texts {
  private final Map<String, String> known = new HashMap<>();

  /** The first text equal to this one. */
  String same(String text) {
    @Nullable String first = known.putIfAbsent(text, text);
    return first == null ? text : first;
  }
}
