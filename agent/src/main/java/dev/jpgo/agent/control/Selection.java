package dev.jpgo.agent.control;

import dev.jpgo.agent.measure.ProgramTime;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.instrument.MethodShape;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;

/**
 * What is touched where C1 compiles: methods of the program that are at work for some share of the
 * time, as stacks show, and loop or call something. Nothing is counted to find them. By name: what
 * a VM hands over of a class may have its methods in another order than its file.
 */
final class Selection {
  /** A new version has all of a class's code compiled anew, and what it was inlined in. */
  private static final double SHARE = 0.2;

  private final Shapes shapes;
  private final ProgramTime time;
  private final Map<ClassRecord, Set<String>> gaining = new WeakHashMap<>();

  Selection(Shapes shapes, ProgramTime time) {
    this.shapes = shapes;
    this.time = time;
  }

  /** Whether a class has such a method at work. */
  boolean contains(ClassState state) {
    for (String method : gaining(state.record())) {
      if (contains(state, method)) {
        return true;
      }
    }
    return false;
  }

  /** Whether methods of a name are such methods at work. */
  boolean contains(ClassState state, String method) {
    return share(state, method) >= SHARE;
  }

  /** For what part of the time methods of a name are at work; 0 where there is nothing to gain. */
  double share(ClassState state, String method) {
    ClassRecord record = state.record();
    return gaining(record).contains(method) ? time.share(record.toString(), method) : 0;
  }

  /** The JDK's own methods are taken in where they are called; records are patched as they load. */
  static boolean isLeftOut(ClassRecord record) {
    Class<?> type = record.type();
    return record.isOfJdk() || type == null || type.isRecord();
  }

  private static boolean mayGain(MethodShape method) {
    return method.codeLength() > 0
        && !method.name().startsWith("<")
        && (method.calls() > 0 || method.loops() > 0);
  }

  private Set<String> gaining(ClassRecord record) {
    Set<String> known = gaining.get(record);
    if (known == null) {
      known = new TreeSet<>();
      List<MethodShape> methods = isLeftOut(record) ? null : shapes.of(record);
      for (MethodShape method : methods == null ? List.<MethodShape>of() : methods) {
        if (mayGain(method)) {
          known.add(method.name());
        }
      }
      gaining.put(record, known);
    }
    return known;
  }
}
