package dev.jpgo.agent.hooks;

import dev.jpgo.core.jdk.UnsafeFields;
import dev.jpgo.runtime.JpgoMemory;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What this JVM's {@code Unsafe} says; it must be open to this module. */
final class FieldOffsets implements UnsafeFields {
  private final Map<String, Class<?>> classes = new ConcurrentHashMap<>();
  private volatile Set<String> methods = Set.of();
  private volatile @Nullable JpgoMemory memory;

  /**
   * Reads what there is to call.
   *
   * @throws ReflectiveOperationException when this JDK has no such class
   */
  void prepare(JpgoMemory found) throws ReflectiveOperationException {
    Set<String> offered = new HashSet<>();
    for (Method each : Class.forName("jdk.internal.misc.Unsafe").getMethods()) {
      MethodType type = MethodType.methodType(each.getReturnType(), each.getParameterTypes());
      offered.add(each.getName() + type.toMethodDescriptorString());
    }
    methods = Set.copyOf(offered);
    memory = found;
  }

  @Override
  public boolean has(String className) {
    try {
      classes.put(className, Class.forName(className.replace('/', '.'), false, null));
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @Override
  public OptionalLong offset(String owner, String field) {
    Class<?> type = classes.get(owner);
    JpgoMemory unsafe = memory;
    if (type == null || unsafe == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(unsafe.offset(type, field));
    } catch (InternalError e) {
      return OptionalLong.empty(); // no such field
    }
  }

  @Override
  public boolean offers(String method, String descriptor) {
    return methods.contains(method + descriptor);
  }
}
