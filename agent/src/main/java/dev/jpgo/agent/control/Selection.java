package dev.jpgo.agent.control;

import dev.jpgo.agent.measure.ProgramTime;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.instrument.MethodShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * What is touched where C1 compiles: methods of the program that are at work for some share of the
 * time, as stacks show, and loop or call something. Nothing is counted to find them. By name: what
 * a VM hands over of a class may have its methods in another order than its file.
 */
final class Selection {
  /** A new version has all of a class's code compiled anew, and what it was inlined in. */
  private static final double SHARE = 0.2;

  /** The same of what streams or sorts, which may save most of its time; others save a tenth. */
  private static final double STREAMS_SHARE = 0.05;

  private final Shapes shapes;
  private final ProgramTime time;

  /** From which share of the time on methods are selected, by class and name. */
  private final Map<ClassRecord, Map<String, Double>> least = new WeakHashMap<>();

  Selection(Shapes shapes, ProgramTime time) {
    this.shapes = shapes;
    this.time = time;
  }

  /** Whether a class has such a method at work. */
  boolean contains(ClassState state) {
    for (String method : least(state.record()).keySet()) {
      if (contains(state, method)) {
        return true;
      }
    }
    return false;
  }

  /** Whether methods of a name are such methods at work. */
  boolean contains(ClassState state, String method) {
    return share(state, method) >= least(state.record()).getOrDefault(method, SHARE);
  }

  /** For what part of the time methods of a name are at work; 0 where there is nothing to gain. */
  double share(ClassState state, String method) {
    ClassRecord record = state.record();
    return least(record).containsKey(method) ? time.share(record.toString(), method) : 0;
  }

  /** The JDK's own methods are taken in where they are called. */
  static boolean isLeftOut(ClassRecord record) {
    return record.isOfJdk() || record.type() == null;
  }

  private static boolean mayGain(MethodShape method) {
    return method.codeLength() > 0
        && !method.name().startsWith("<")
        && (method.calls() > 0 || method.loops() > 0);
  }

  private Map<String, Double> least(ClassRecord record) {
    Map<String, Double> known = least.get(record);
    if (known == null) {
      known = new HashMap<>();
      List<MethodShape> methods = isLeftOut(record) ? null : shapes.of(record);
      for (MethodShape method : methods == null ? List.<MethodShape>of() : methods) {
        if (mayGain(method)) {
          known.merge(method.name(), method.streams() ? STREAMS_SHARE : SHARE, Math::min);
        }
      }
      least.put(record, known);
    }
    return known;
  }
}
