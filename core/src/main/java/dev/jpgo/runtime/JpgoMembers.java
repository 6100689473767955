package dev.jpgo.runtime;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which method of a class the VM means by the number that a backtrace has: reflected methods carry
 * the same number, {@code slot} (HotSpot's {@code method_idnum}; a redefinition keeps it).
 */
public final class JpgoMembers {
  private static final String[] NONE = {};

  private static long methodSlot;
  private static long constructorSlot;

  private JpgoMembers() {}

  /**
   * Looks up where reflected methods keep their number.
   *
   * @throws InternalError when this JDK keeps it elsewhere
   */
  static void prepare(JpgoMemory memory) {
    methodSlot = memory.offset(Method.class, "slot");
    constructorSlot = memory.offset(Constructor.class, "slot");
  }

  /**
   * The names with descriptors of a class's methods and constructors by the VM's number, such as
   * {@code get(I)J}, null where there is none; empty when they are not to be had. Loads the classes
   * that they name, so only classes of the JDK's own loaders are asked: those run no code of the
   * program's.
   */
  @SuppressWarnings("removal") // a security manager of 17 would ask the program on the stack
  public static @Nullable String[] of(Class<?> type) {
    JpgoMemory memory = JpgoMemory.instance;
    if (memory == null || methodSlot == 0 || !isOfTheJdk(type.getClassLoader())) {
      return NONE;
    }
    return AccessController.doPrivileged(
        new PrivilegedAction<@Nullable String[]>() {
          @Override
          public @Nullable String[] run() {
            return read(memory, type);
          }
        });
  }

  private static boolean isOfTheJdk(@Nullable ClassLoader loader) {
    return loader == null || loader.getClass().getName().startsWith("jdk.internal.loader.");
  }

  private static @Nullable String[] read(JpgoMemory memory, Class<?> type) {
    try {
      String[] found = NONE;
      for (Method method : type.getDeclaredMethods()) {
        String member = method.getName() + descriptor(method, method.getReturnType());
        found = put(found, memory.getInt(method, methodSlot), member);
      }
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        String member = "<init>" + descriptor(constructor, void.class);
        found = put(found, memory.getInt(constructor, constructorSlot), member);
      }
      return found;
    } catch (LinkageError missing) { // a class that a descriptor names is not there
      return NONE;
    }
  }

  private static @Nullable String[] put(@Nullable String[] found, int number, String member) {
    String[] room = number < found.length ? found : Arrays.copyOf(found, number + 16);
    room[number] = member;
    return room;
  }

  private static String descriptor(Executable member, Class<?> returned) {
    StringBuilder text = new StringBuilder("(");
    for (Class<?> parameter : member.getParameterTypes()) {
      text.append(parameter.descriptorString());
    }
    return text.append(')').append(returned.descriptorString()).toString();
  }
}
