package dev.jpgo.test.hooks;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The agent's trace table, which sits in a loader of its own. */
final class TraceTables {
  private static @Nullable Object table;

  private TraceTables() {}

  private static Object table() throws ReflectiveOperationException {
    Object made = table;
    if (made == null) {
      made =
          HookAgent.agentClass("dev.jpgo.agent.hooks.TraceTable")
              .getConstructor(boolean.class)
              .newInstance(false);
      made.getClass().getMethod("activate").invoke(made);
      table = made;
    }
    return made;
  }

  static void rewritten(Class<?> type, byte[] before, byte[] after) throws Exception {
    table()
        .getClass()
        .getMethod(
            "upcoming",
            Class.class,
            byte[].class,
            byte[].class,
            HookAgent.agentClass("dev.jpgo.agent.hooks.MethodChange"))
        .invoke(table(), type, before, after, null);
    table().getClass().getMethod("rewritten", Class.class).invoke(table(), type);
  }

  /** Line 65534 of a class stands for a line of a method called from another line. */
  static void inlined(
      Class<?> holder, String outer, int call, Class<?> type, String inner, int line)
      throws Exception {
    Class<?> methods = HookAgent.agentClass("dev.jpgo.core.classfile.MethodId");
    Class<?> positions = HookAgent.agentClass("dev.jpgo.core.ir.Position");
    Constructor<?> method = methods.getConstructor(String.class, String.class, String.class);
    Constructor<?> position = positions.getConstructor(methods, String.class, int.class, positions);
    String descriptor = "()Ljava/lang/Object;";
    Object at =
        position.newInstance(
            method.newInstance(name(holder), outer, descriptor),
            holder.getSimpleName() + ".java",
            call,
            null);
    Object inside =
        position.newInstance(
            method.newInstance(name(type), inner, descriptor),
            type.getSimpleName() + ".java",
            line,
            at);
    Class<?> types = HookAgent.agentClass("dev.jpgo.agent.hooks.InlinedTypes");
    Object finder =
        Proxy.newProxyInstance(
            types.getClassLoader(), new Class<?>[] {types}, (proxy, called, arguments) -> type);
    Method inlined = table().getClass().getMethod("inlined", Class.class, Map.class, types);
    inlined.invoke(table(), holder, Map.of(65534, inside), finder);
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }
}
