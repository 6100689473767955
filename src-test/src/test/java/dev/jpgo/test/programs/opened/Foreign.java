package dev.jpgo.test.programs.opened;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** The next class in the package: it must not get at what is private. */
final class Foreign {
  private Foreign() {}

  static MethodHandles.Lookup lookup() {
    return MethodHandles.lookup();
  }

  static Object updater() {
    return AtomicIntegerFieldUpdater.newUpdater(Members.class, "counter");
  }

  static Object field() throws ReflectiveOperationException {
    return lookup().findVarHandle(Members.class, "counter", int.class);
  }

  static Object call(Method method) throws IllegalAccessException, InvocationTargetException {
    return method.invoke(null, 4);
  }
}
