package dev.jpgo.test.programs.opened;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Private members under field updaters, variable handles, method handles and proxies. */
final class Members {
  private volatile int counter;
  private volatile @Nullable String text = "text";

  private Members() {}

  /** An interface that nobody outside this class can name. */
  private interface Greeter {
    String greet(String name);

    default String twice(String name) {
      return greet(name) + inner(name);
    }

    private String inner(String name) {
      return " and " + name;
    }
  }

  private static int triple(int value) {
    return 3 * value;
  }

  private String joined(String other) {
    return text + other;
  }

  static void observe(Observations seen) {
    Members one = new Members();
    seen.add("updater", () -> updated(one));
    seen.add("var handle", () -> handled(one));
    seen.add("static", () -> (int) find(MethodHandles.lookup()).invokeExact(5));
    seen.add("foreign static", () -> (int) find(Foreign.lookup()).invokeExact(5));
    seen.add("private in", () -> find(MethodHandles.privateLookupIn(Members.class, own())));
    seen.add("revealed", () -> revealed(find(own())));
    seen.add("revealed by another", () -> Foreign.lookup().revealDirect(find(own())));
    seen.add("unreflected", () -> unreflected(one));
    seen.add("foreign unreflected", () -> Foreign.lookup().unreflect(tripleMethod()));
    seen.add("foreign updater", Foreign::updater);
    seen.add("foreign constructor", () -> Foreign.lookup().findConstructor(Members.class, NONE));
    seen.add("foreign field", Foreign::field);
    seen.add("foreign call", () -> tripleMethod() + " " + Foreign.call(tripleMethod()));
    seen.add("public method", () -> Members.class.getMethod("triple", int.class));
    seen.add("public field", () -> Members.class.getField("counter"));
    seen.add("public constructor", () -> Members.class.getConstructor());
    seen.add("proxy", Members::proxied);
  }

  private static final MethodType NONE = MethodType.methodType(void.class);

  private static MethodHandles.Lookup own() {
    return MethodHandles.lookup();
  }

  private static String updated(Members one) {
    AtomicIntegerFieldUpdater<Members> number =
        AtomicIntegerFieldUpdater.newUpdater(Members.class, "counter");
    AtomicReferenceFieldUpdater<Members, String> word =
        AtomicReferenceFieldUpdater.newUpdater(Members.class, String.class, "text");
    one.counter = 0;
    for (int i = 0; i < 50; i++) {
      number.addAndGet(one, triple(i));
    }
    return number.get(one) + word.getAndSet(one, "text");
  }

  private static String handled(Members one) throws ReflectiveOperationException {
    VarHandle handle = own().findVarHandle(Members.class, "counter", int.class);
    one.counter = 1;
    return handle.compareAndSet(one, 1, 7) + " " + handle.getVolatile(one) + handle;
  }

  private static MethodHandle find(MethodHandles.Lookup lookup)
      throws ReflectiveOperationException {
    return lookup.findStatic(Members.class, "triple", MethodType.methodType(int.class, int.class));
  }

  private static String revealed(MethodHandle handle) {
    MethodHandleInfo info = own().revealDirect(handle);
    return info + " " + info.getModifiers() + " " + info.reflectAs(Member.class, own());
  }

  private static Method tripleMethod() throws NoSuchMethodException {
    return Members.class.getDeclaredMethod("triple", int.class);
  }

  private static Object unreflected(Members one) throws Throwable {
    Method method = Members.class.getDeclaredMethod("joined", String.class);
    MethodHandle handle = own().unreflect(method);
    return (String) handle.invokeExact(one, "!") + own().revealDirect(handle);
  }

  private static String proxied() {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            method.isDefault()
                ? InvocationHandler.invokeDefault(proxy, method, arguments)
                : "hello " + arguments[0];
    Greeter greeter =
        (Greeter)
            Proxy.newProxyInstance(
                Members.class.getClassLoader(), new Class<?>[] {Greeter.class}, handler);
    return greeter.twice("you") + greeter.getClass().getPackageName();
  }
}
