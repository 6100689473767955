package dev.jpgo.agent.control;

import dev.jpgo.agent.measure.LibraryTime;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.instrument.MethodShape;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;

/**
 * What is touched where C1 compiles: methods of the program that make functions, use streams or ask
 * iterators, and for which these are at work for some share of the time.
 */
final class Selection {
  /** A new version has all of a class's code compiled anew, and what it was inlined in. */
  private static final double SHARE = 0.05;

  private final Shapes shapes;
  private final LibraryTime time;
  private final Map<ClassRecord, Set<String>> using = new WeakHashMap<>();

  Selection(Shapes shapes, LibraryTime time) {
    this.shapes = shapes;
    this.time = time;
  }

  /** Whether a class has such a method at work. */
  boolean contains(ClassState state) {
    ClassRecord record = state.record();
    for (String method : using(record)) {
      if (time.share(record.toString(), method) >= SHARE) {
        return true;
      }
    }
    return false;
  }

  /** Whether methods of this name are such methods at work. */
  boolean contains(ClassState state, String method) {
    ClassRecord record = state.record();
    return !record.isOfJdk()
        && time.share(record.toString(), method) >= SHARE
        && using(record).contains(method);
  }

  private Set<String> using(ClassRecord record) {
    Set<String> known = using.get(record);
    if (known == null) {
      known = new TreeSet<>();
      List<MethodShape> methods = shapes.of(record);
      for (MethodShape method : methods == null ? List.<MethodShape>of() : methods) {
        if (method.usesLibrary()) {
          known.add(method.name());
        }
      }
      using.put(record, known);
    }
    return known;
  }
}
