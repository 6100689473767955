package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.core.instrument.MethodShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a compiler is at work, keeps classes from being touched while a loop of theirs runs: the
 * frame would keep its old version, which is never compiled again, and go on at a thirtieth of its
 * speed. A loop that is asked over to the new version is no obstacle.
 *
 * <p>Stacks of virtual threads that are not mounted cannot be seen.
 */
final class LoopGuard {
  private final ClassRegistry registry;

  LoopGuard(ClassRegistry registry) {
    this.registry = registry;
  }

  /** Takes those classes out of the batch, and returns them. */
  List<ClassState> hold(List<ClassState> batch) {
    Map<String, Set<String>> running = running();
    List<ClassState> held = new ArrayList<>();
    for (ClassState state : batch) {
      Set<String> methods = running.get(state.record().toString());
      if (methods != null && loops(state, methods)) {
        held.add(state);
      }
    }
    batch.removeAll(held);
    return held;
  }

  /** Names of methods that are on a stack, by class name with dots. */
  private static Map<String, Set<String>> running() {
    Map<String, Set<String>> running = new HashMap<>();
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
      for (StackTraceElement frame : stack) {
        Set<String> methods = running.get(frame.getClassName());
        if (methods == null) {
          methods = new HashSet<>();
          running.put(frame.getClassName(), methods);
        }
        methods.add(frame.getMethodName());
      }
    }
    return running;
  }

  private boolean loops(ClassState state, Set<String> names) {
    byte[] bytes = registry.bytes(state.record());
    if (bytes == null) {
      return true;
    }
    List<MethodShape> shapes = MethodShape.read(bytes);
    for (int i = 0; i < shapes.size(); i++) {
      MethodShape shape = shapes.get(i);
      if (shape.loops() > 0 && names.contains(shape.name()) && !isAskedOver(state, i)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAskedOver(ClassState state, int ordinal) {
    MethodRecord method = state.promoted(ordinal);
    TierZeroLayout layout = state.layout();
    return method != null
        && layout != null
        && layout.loops(ordinal) > 0
        && method.osrLoops().size() == layout.loops(ordinal);
  }
}
