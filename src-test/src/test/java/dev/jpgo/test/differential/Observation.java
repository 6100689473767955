package dev.jpgo.test.differential;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.function.UnaryOperator;

/**
 * What a version of a program does, run in this JVM by a loader of its own: what two calls of its
 * {@code run} report. The second shows what the first left behind, static fields above all.
 */
final class Observation {
  private Observation() {}

  /**
   * Runs a program.
   *
   * @param packageName its package
   * @param rounds how often each call of {@code run} does everything
   * @return what it reported, or why it could not be run
   */
  static String of(ProgramVersion version, String packageName, int rounds) {
    if (version.failure().isPresent()) {
      return "not made: " + version.failure().get();
    }
    AssumptionFlags.breakAfter(version.effects());
    try {
      ProgramLoader loader = new ProgramLoader(version);
      Class<?> main = Class.forName(packageName + ".Main", true, loader);
      Class<?> fx = Class.forName(packageName + ".Fx", true, loader);
      set(fx, "frames", (UnaryOperator<StackTraceElement[]>) version.lines()::expand);
      set(fx, "tick", (Runnable) AssumptionFlags::effect);
      return once(main, rounds) + " | " + once(main, rounds);
    } catch (ReflectiveOperationException | LinkageError e) {
      return "not run: " + e;
    }
  }

  private static void set(Class<?> owner, String field, Object value)
      throws ReflectiveOperationException {
    Field found = owner.getDeclaredField(field);
    found.setAccessible(true);
    found.set(null, value);
  }

  private static String once(Class<?> main, int rounds) throws ReflectiveOperationException {
    try {
      return (String) main.getMethod("run", int.class, boolean.class).invoke(null, rounds, true);
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause());
    }
  }

  private static final class ProgramLoader extends ClassLoader {
    private final ProgramVersion version;

    ProgramLoader(ProgramVersion version) {
      super("program", Observation.class.getClassLoader());
      this.version = version;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = version.classes().get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      if (name.equals(version.late())) {
        AssumptionFlags.onLateClass();
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
