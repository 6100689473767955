package dev.jpgo.core.instrument;

import java.util.Map;

/**
 * What the next version of a class is made of.
 *
 * @param methods by ordinal in the method table; methods that are not here stay as they are
 * @param handoverLine synthetic line number of the calls by which a loop hands itself over to a
 *     newer version; the frames that carry it are not part of the program and are left out of
 *     traces. 0: no line number of its own
 */
public record ClassPlan(Map<Integer, MethodVersion> methods, int handoverLine) {
  public ClassPlan {
    methods = Map.copyOf(methods);
  }

  public ClassPlan(Map<Integer, MethodVersion> methods) {
    this(methods, 0);
  }
}
