package dev.jpgo.core.fuzz;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Runs a class of {@link RandomMethod} on a few inputs, and says all that it did. */
public final class FuzzRun {
  private FuzzRun() {}

  /** The log of all runs: calls, results, exceptions, final state of what was passed in. */
  public static List<String> of(byte[] classFile) {
    ClassLoader loader =
        new ClassLoader(FuzzRun.class.getClassLoader()) {
          @Override
          protected Class<?> findClass(String name) {
            return defineClass(name, classFile, 0, classFile.length);
          }
        };
    List<String> result = new ArrayList<>();
    try {
      Method run =
          loader
              .loadClass(RandomMethod.NAME.replace('/', '.'))
              .getMethod("run", int.class, long.class, FuzzTrace.Box.class, int[].class);
      for (int input = 0; input < 6; input++) {
        FuzzTrace.start(40, 3 + input * 2);
        FuzzTrace.Box.shared = input;
        FuzzTrace.Box box = input % 2 == 0 ? null : new FuzzTrace.Box(input * 2);
        int[] array = {5, 0, -3, input};
        String outcome;
        try {
          outcome = "returned " + run.invoke(null, input - 2, input * 12345678901L, box, array);
        } catch (InvocationTargetException e) {
          outcome = "threw " + describe(e.getCause());
        }
        result.addAll(FuzzTrace.log());
        result.add(outcome + " " + java.util.Arrays.toString(array) + FuzzTrace.Box.shared);
        result.add(box == null ? "-" : "box " + box.value);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    return result;
  }

  /** A NullPointerException's message names slots, which a transformation may choose. */
  private static String describe(Throwable thrown) {
    boolean named = thrown instanceof NullPointerException;
    return named ? thrown.getClass().getName() : thrown.toString();
  }
}
