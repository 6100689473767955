package dev.jpgo.agent.world;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the JDK keeps to itself and the agent needs to know. The packages {@code java.lang} and
 * {@code jdk.internal.misc} must be open to this module.
 *
 * <p>Method handles rather than reflection: reflective calls start to generate accessor classes
 * after a while, and a class defined on our thread inside {@code transform()} is reported to
 * nobody.
 */
public final class VmInternals {
  private final MethodHandle interfaces;
  private final MethodHandle findLoaded;
  private final MethodHandle shouldBeInitialized;
  private final MethodHandle dumpThreads;
  private final Object unsafe;
  private final Thread[] parked;

  /**
   * Finds everything and calls it once, so that nothing is left to load.
   *
   * @throws ReflectiveOperationException when this JDK lacks something: the agent cannot work then
   */
  public VmInternals(ThreadGroup group) throws ReflectiveOperationException {
    MethodHandles.Lookup here = MethodHandles.lookup();
    interfaces =
        MethodHandles.privateLookupIn(Class.class, here)
            .findVirtual(Class.class, "getInterfaces0", MethodType.methodType(Class[].class));
    findLoaded =
        MethodHandles.privateLookupIn(ClassLoader.class, here)
            .findVirtual(
                ClassLoader.class,
                "findLoadedClass",
                MethodType.methodType(Class.class, String.class));
    dumpThreads =
        MethodHandles.privateLookupIn(Thread.class, here)
            .findStatic(
                Thread.class,
                "dumpThreads",
                MethodType.methodType(StackTraceElement[][].class, Thread[].class));
    Class<?> unsafeClass = Class.forName("jdk.internal.misc.Unsafe");
    unsafe = unsafeClass.getMethod("getUnsafe").invoke(null);
    shouldBeInitialized =
        here.findVirtual(
                unsafeClass,
                "shouldBeInitialized",
                MethodType.methodType(boolean.class, Class.class))
            .bindTo(unsafe);
    Thread thread = new Thread(group, new Parked(), "jpgo-safepoint", 0, false);
    thread.setDaemon(true);
    thread.start();
    parked = new Thread[] {thread};
    forceSafepoint();
  }

  /** Does nothing, so that its stack is short. */
  private static final class Parked implements Runnable {
    @Override
    public void run() {
      while (true) {
        Thread.interrupted(); // or it would spin
        LockSupport.park();
      }
    }
  }

  /**
   * Direct superinterfaces; unlike {@code Class.getInterfaces} leaves no reflection data behind.
   */
  Class<?>[] interfaces(Class<?> type) {
    try {
      return (Class<?>[]) interfaces.invokeExact(type);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The class this loader is known to mean by a name with dots, if it has ever been asked. */
  @Nullable Class<?> findLoaded(ClassLoader loader, String name) {
    try {
      return (Class<?>) findLoaded.invokeExact(loader, name);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Whether initialization has completed. */
  public boolean initialized(Class<?> type) {
    try {
      return !(boolean) shouldBeInitialized.invokeExact(type);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Brings every thread to a safepoint once, and returns after. Dumping the stack of one thread
   * that is parked is the cheapest VM operation that plain Java can ask for and that is evaluated
   * at a safepoint on 17 and 25: {@code -Xlog:safepoint} shows one "ThreadDump" a call, 30 to 160
   * us each, of which 5 us at the safepoint. ({@code Thread.getStackTrace} is a handshake with one
   * thread on 25, and does not do.)
   */
  void forceSafepoint() {
    try {
      StackTraceElement[][] unused = (StackTraceElement[][]) dumpThreads.invokeExact(parked);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static IllegalStateException unexpected(Throwable e) {
    return new IllegalStateException(e);
  }
}
