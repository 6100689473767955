package dev.jpgo.agent.world;

import dev.jpgo.core.classfile.FieldInfo;
import dev.jpgo.core.world.VariableHandle;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What the {@code VarHandle}s in static final fields are, and the numbers in others. Handles are
 * told by their classes, which the JDK keeps to itself: what is of none that is known here is not
 * known. Reads fields by method handles, which resolve nothing but the field that is read;
 * reflection would resolve the types of all. Controller thread only.
 *
 * <p>The package {@code java.lang.invoke} must be open to this module.
 */
final class HandleReader {
  private static final String PACKAGE = "java.lang.invoke.VarHandle";
  private static final String FIELD = "$FieldInstanceReadWrite";
  private static final String VIEW = "$ArrayHandle";

  private final MethodHandles.Lookup trusted;
  private final MethodHandle fieldOffset;
  private final Map<ClassRecord, Map<String, VariableHandle>> known = new HashMap<>();
  private final Map<ClassRecord, Map<String, Object>> numbers = new HashMap<>();
  private final Map<Class<?>, MethodHandle> getters = new HashMap<>();

  /**
   * Finds what it needs.
   *
   * @throws ReflectiveOperationException when this JDK lacks something
   */
  HandleReader() throws ReflectiveOperationException {
    Field all = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
    all.setAccessible(true);
    trusted = (MethodHandles.Lookup) all.get(null);
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
    fieldOffset =
        trusted
            .findVirtual(
                unsafe,
                "objectFieldOffset",
                MethodType.methodType(long.class, Class.class, String.class))
            .bindTo(unsafe.getMethod("getUnsafe").invoke(null));
  }

  /** A class has been unloaded. */
  void forget(ClassRecord record) {
    known.remove(record);
    numbers.remove(record);
  }

  /**
   * The handle in a static final field.
   *
   * @param type the class of the record, initialized
   */
  Optional<VariableHandle> read(
      ClassRegistry registry, ClassRecord holder, Class<?> type, String field) {
    VariableHandle handle = known.getOrDefault(holder, Map.of()).get(field);
    if (handle == null) {
      VarHandle value = (VarHandle) constant(type, field, VarHandle.class);
      handle = value == null ? null : describe(registry, holder, value);
      if (handle != null) {
        known.computeIfAbsent(holder, owner -> new HashMap<>()).put(field, handle);
      }
    }
    return Optional.ofNullable(handle);
  }

  /**
   * The number in a static final field: an Integer for all that is an int to bytecode.
   *
   * @param type the class of the record, initialized
   */
  Optional<Object> number(ClassRecord holder, Class<?> type, String field, String descriptor) {
    String key = field + ' ' + descriptor;
    Object number = numbers.getOrDefault(holder, Map.of()).get(key);
    if (number == null) {
      number = number(type, field, descriptor);
      if (number != null) {
        numbers.computeIfAbsent(holder, owner -> new HashMap<>()).put(key, number);
      }
    }
    return Optional.ofNullable(number);
  }

  private @Nullable Object number(Class<?> type, String field, String descriptor) {
    Class<?> primitive =
        MethodType.fromMethodDescriptorString("()" + descriptor, null).returnType();
    Object value = constant(type, field, primitive);
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    if (value instanceof Character character) {
      return (int) character;
    }
    return value instanceof Byte || value instanceof Short ? ((Number) value).intValue() : value;
  }

  /**
   * The value of a static field if it is final to the VM, too: another agent may have had a class
   * file put in place of the one that says so.
   */
  private @Nullable Object constant(Class<?> holder, String field, Class<?> type) {
    try {
      MethodHandle getter = trusted.findStaticGetter(holder, field, type);
      return Modifier.isFinal(trusted.revealDirect(getter).getModifiers()) ? getter.invoke() : null;
    } catch (ReflectiveOperationException e) {
      return null; // there is none of this type
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private @Nullable VariableHandle describe(
      ClassRegistry registry, ClassRecord holder, VarHandle handle) {
    String kind = handle.getClass().getName();
    if (handle.hasInvokeExactBehavior() || !kind.startsWith(PACKAGE)) {
      return null;
    }
    Class<?> variable = handle.varType();
    if (kind.endsWith(VIEW)) {
      boolean bytes = handle.coordinateTypes().equals(List.of(byte[].class, int.class));
      return bytes && variable.isPrimitive()
          ? VariableHandle.view(
              (boolean) get(handle, "be", boolean.class), variable.descriptorString())
          : null;
    }
    return kind.endsWith(FIELD) && handle.coordinateTypes().size() == 1
        ? field(registry, holder, handle, variable)
        : null;
  }

  private @Nullable VariableHandle field(
      ClassRegistry registry, ClassRecord holder, VarHandle handle, Class<?> variable) {
    Class<?> receiver = handle.coordinateTypes().get(0);
    if (!isMeant(registry, holder, receiver)
        || !(variable.isPrimitive() || isMeant(registry, holder, variable))) {
      return null;
    }
    long offset = (long) get(handle, "fieldOffset", long.class);
    String type = variable.descriptorString();
    for (ClassRecord at = registry.record(receiver); at != null; at = at.superRecord()) {
      Class<?> declarer = at.type();
      if (declarer == null || !at.known()) {
        return null;
      }
      for (FieldInfo each : at.info().fields()) {
        if ((each.access() & Opcodes.ACC_STATIC) == 0
            && each.descriptor().equals(type)
            && offset(declarer, each.name()) == offset) {
          return new VariableHandle(
              VariableHandle.Kind.FIELD, Type.getInternalName(receiver), each.name(), type, offset);
        }
      }
    }
    return null;
  }

  /** Whether the name of a class means it in the code of another. */
  private static boolean isMeant(ClassRegistry registry, ClassRecord from, Class<?> type) {
    return !type.isArray()
        && !type.isHidden()
        && registry.find(from, Type.getInternalName(type)).orElse(null) == registry.record(type);
  }

  private long offset(Class<?> declarer, String name) {
    try {
      return (long) fieldOffset.invokeExact(declarer, name);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private Object get(VarHandle handle, String field, Class<?> type) {
    try {
      Class<?> kind = handle.getClass();
      MethodHandle getter = getters.get(kind);
      if (getter == null) {
        getter = trusted.findGetter(kind, field, type);
        getters.put(kind, getter);
      }
      return getter.invoke(handle);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** No getter throws but for want of memory or stack, which others know what to do about. */
  private static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(thrown);
  }
}
