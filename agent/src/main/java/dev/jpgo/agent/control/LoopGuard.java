package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.core.instrument.MethodShape;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    List<MethodShape> shapes = shapes(state.record());
    if (shapes == null) {
      return true;
    }
    for (int i = 0; i < shapes.size(); i++) {
      MethodShape shape = shapes.get(i);
      if (shape.loops() > 0 && names.contains(shape.name()) && !isAskedOver(state, i)) {
        return true;
      }
    }
    return false;
  }

  /** The methods of a class; null when they are not to be had. */
  private @Nullable List<MethodShape> shapes(ClassRecord record) {
    byte[] bytes = registry.bytes(record);
    try {
      if (bytes == null) {
        bytes = registry.image(record);
      }
      if (bytes == null) {
        bytes = file(record);
      }
      return bytes == null ? null : MethodShape.read(bytes);
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * The file on the class path of a class that was loaded before anyone looked. Good for telling
   * what runs for long, even where it is not what was loaded; the code is never made of it.
   */
  private static byte @Nullable [] file(ClassRecord record) throws IOException {
    Class<?> type = record.type();
    ClassLoader loader = type == null ? null : type.getClassLoader();
    if (loader == null || loader.getClass().getModule() != Object.class.getModule()) {
      return null; // no code of the program's is called from here
    }
    URL place = loader.getResource(record.name() + ".class");
    if (place == null) {
      return null;
    }
    URLConnection connection = place.openConnection();
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes();
    }
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
