package dev.jpgo.runtime;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Shows opened classes as they were declared: filters that the JDK's reflection calls wherever the
 * VM hands it modifiers. Members of classes that were not opened pass through.
 */
public final class JpgoAccess {
  private static final int ACCESS = Modifier.PUBLIC | Modifier.PRIVATE | Modifier.PROTECTED;

  private static long fieldModifiers;
  private static long methodModifiers;
  private static long constructorModifiers;
  private static long memberFlags;
  private static long memberClass;

  private JpgoAccess() {}

  /**
   * Looks up where reflected members keep their modifiers; once, before the filters are installed.
   *
   * @throws InternalError when this JDK keeps them elsewhere
   * @throws ClassNotFoundException when it has no member names
   */
  public static void prepare(JpgoMemory memory) throws ClassNotFoundException {
    fieldModifiers = memory.offset(Field.class, "modifiers");
    methodModifiers = memory.offset(Method.class, "modifiers");
    constructorModifiers = memory.offset(Constructor.class, "modifiers");
    Class<?> memberName = Class.forName("java.lang.invoke.MemberName", false, null);
    memberFlags = memory.offset(memberName, "flags");
    memberClass = memory.offset(memberName, "clazz");
  }

  /** After {@code Class.getDeclaredFields0}. */
  public static Field[] fields(Field[] fields, Class<?> owner, boolean publicOnly) {
    int[] opened = JpgoOpened.members(owner);
    JpgoMemory memory = JpgoMemory.instance;
    if (opened == null || memory == null) {
      return fields;
    }
    int kept = 0;
    for (int i = 0; i < fields.length; i++) {
      Field field = fields[i];
      int access = declared(opened, field);
      if (access != JpgoOpened.NOT_OPENED) {
        memory.putInt(field, fieldModifiers, field.getModifiers() ^ Modifier.PUBLIC | access);
        if (publicOnly) {
          continue;
        }
      }
      fields[kept++] = field;
    }
    return kept == fields.length ? fields : Arrays.copyOf(fields, kept);
  }

  /** After {@code Class.getDeclaredMethods0}. */
  public static Method[] methods(Method[] methods, Class<?> owner, boolean publicOnly) {
    int[] opened = JpgoOpened.members(owner);
    JpgoMemory memory = JpgoMemory.instance;
    if (opened == null || memory == null) {
      return methods;
    }
    int kept = 0;
    for (int i = 0; i < methods.length; i++) {
      Method method = methods[i];
      int access = declared(opened, method);
      if (access != JpgoOpened.NOT_OPENED) {
        memory.putInt(method, methodModifiers, method.getModifiers() ^ Modifier.PUBLIC | access);
        if (publicOnly) {
          continue;
        }
      }
      methods[kept++] = method;
    }
    return kept == methods.length ? methods : Arrays.copyOf(methods, kept);
  }

  /** After {@code Class.getDeclaredConstructors0}. */
  public static Constructor<?>[] constructors(
      Constructor<?>[] constructors, Class<?> owner, boolean publicOnly) {
    int[] opened = JpgoOpened.members(owner);
    JpgoMemory memory = JpgoMemory.instance;
    if (opened == null || memory == null) {
      return constructors;
    }
    int kept = 0;
    for (int i = 0; i < constructors.length; i++) {
      Constructor<?> constructor = constructors[i];
      int access = declared(opened, constructor);
      if (access != JpgoOpened.NOT_OPENED) {
        memory.putInt(
            constructor,
            constructorModifiers,
            constructor.getModifiers() ^ Modifier.PUBLIC | access);
        if (publicOnly) {
          continue;
        }
      }
      constructors[kept++] = constructor;
    }
    return kept == constructors.length ? constructors : Arrays.copyOf(constructors, kept);
  }

  /**
   * After {@code MethodHandleNatives.init}: the flags of a member name made from a reflected
   * member, whose own modifiers are repaired already.
   */
  public static int unreflected(int flags, Object member) {
    if ((flags & Modifier.PUBLIC) != 0 && member instanceof Member) {
      return flags & ~ACCESS | ((Member) member).getModifiers() & ACCESS;
    }
    return flags;
  }

  /**
   * After {@code MethodHandleNatives.resolve}: the flags of a member found by name.
   *
   * @param type its type in any of the forms of {@code MemberName.type}
   * @param caller the class that looks it up; null for the JDK itself, which may see everything
   * @param found the member name that the VM filled in
   * @param asked the member name that it was asked for
   * @throws IllegalAccessError as the VM would have thrown, had the member not been opened; then
   *     what was found is as it was asked for
   */
  public static int resolved(
      int flags,
      @Nullable Class<?> owner,
      @Nullable String name,
      Object type,
      @Nullable Class<?> caller,
      Object found,
      Object asked) {
    if ((flags & Modifier.PUBLIC) == 0 || owner == null || name == null) {
      return flags;
    }
    boolean isField = type instanceof Class<?>; // whose access the VM leaves to Lookup
    if (!isField && (flags & Modifier.STATIC) == 0 && !name.equals("<init>")) {
      return flags; // no instance method is opened
    }
    int[] opened = JpgoOpened.members(owner);
    int access =
        opened == null ? JpgoOpened.NOT_OPENED : JpgoOpened.declared(opened, hash(name, type));
    if (access == JpgoOpened.NOT_OPENED) {
      return flags;
    }
    if (!isField && caller != null && !mayCall(access, owner, caller)) {
      JpgoMemory memory = JpgoMemory.instance;
      if (memory != null) {
        memory.putInt(found, memberFlags, memory.getInt(asked, memberFlags));
        memory.putReference(found, memberClass, memory.getReference(asked, memberClass));
      }
      throw new IllegalAccessError(JpgoAccessMessage.of(access, owner, name, type, caller));
    }
    return flags ^ Modifier.PUBLIC | access;
  }

  /**
   * HotSpot's {@code Reflection::verify_member_access} for static methods and constructors, where
   * the class that declares a protected one is all that matters; Lookup adds its own rules later.
   */
  private static boolean mayCall(int access, Class<?> owner, Class<?> caller) {
    if (caller == owner) {
      return true;
    }
    if (access == Modifier.PRIVATE) {
      return caller.isNestmateOf(owner);
    }
    return (access == Modifier.PROTECTED && owner.isAssignableFrom(caller))
        || (caller.getClassLoader() == owner.getClassLoader()
            && caller.getPackageName().equals(owner.getPackageName()));
  }

  private static int declared(int[] opened, Field field) {
    if (!Modifier.isPublic(field.getModifiers())) {
      return JpgoOpened.NOT_OPENED;
    }
    return JpgoOpened.declared(opened, hash(field.getName().hashCode(), field.getType()));
  }

  private static int declared(int[] opened, Method method) {
    int modifiers = method.getModifiers();
    if (!Modifier.isPublic(modifiers) || !Modifier.isStatic(modifiers)) {
      return JpgoOpened.NOT_OPENED;
    }
    int hash = parameters(method.getName().hashCode(), method);
    return JpgoOpened.declared(opened, hash(hash, method.getReturnType()));
  }

  private static int declared(int[] opened, Constructor<?> constructor) {
    if (!Modifier.isPublic(constructor.getModifiers())) {
      return JpgoOpened.NOT_OPENED;
    }
    int hash = parameters("<init>".hashCode(), constructor);
    return JpgoOpened.declared(opened, hash(hash, void.class));
  }

  private static int parameters(int hash, Executable executable) {
    hash = 31 * hash + '(';
    for (Class<?> parameter : executable.getParameterTypes()) {
      hash = hash(hash, parameter);
    }
    return 31 * hash + ')';
  }

  private static int hash(String name, Object type) {
    int hash = name.hashCode();
    if (type instanceof Class<?>) {
      return hash(hash, (Class<?>) type);
    }
    if (type instanceof MethodType) {
      MethodType method = (MethodType) type;
      hash = 31 * hash + '(';
      for (int i = 0; i < method.parameterCount(); i++) {
        hash = hash(hash, method.parameterType(i));
      }
      return result(31 * hash + ')', name, method.returnType());
    }
    if (type instanceof Object[]) {
      Object[] parts = (Object[]) type;
      hash = 31 * hash + '(';
      for (Class<?> parameter : (Class<?>[]) parts[1]) {
        hash = hash(hash, parameter);
      }
      return result(31 * hash + ')', name, (Class<?>) parts[0]);
    }
    return hash(hash, String.valueOf(type));
  }

  private static int result(int hash, String name, Class<?> type) {
    return hash(hash, name.equals("<init>") ? void.class : type);
  }

  /** Goes on with {@link String#hashCode} over the descriptor of a type. */
  private static int hash(int hash, Class<?> type) {
    return hash(hash, type.descriptorString());
  }

  private static int hash(int hash, String text) {
    for (int i = 0; i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash;
  }
}
