package dev.jpgo.test.hooks;

import dev.jpgo.test.hooks.subjects.Links;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;

/** Makes hidden classes in many ways; every one must have been announced before it existed. */
public final class DefinitionProgram {
  private static final Set<String> ANNOUNCED = new HashSet<>();
  private static int announcements;

  private DefinitionProgram() {}

  public static void main(String[] arguments) throws Exception {
    Instrumentation instrumentation = HookAgent.instrumentation();
    Class<?> hook = Class.forName("java.lang.JpgoDefinitions");
    listen(hook, "defining", new Bytes());
    listen(hook, "archived", new Archived());
    // Setting a field by reflection makes hidden classes itself.
    Set<Class<?>> early = new HashSet<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      early.add(type);
    }
    hidden();
    int hidden = 0;
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.isHidden() && !early.contains(type)) {
        hidden++;
        String name = type.getName();
        String plain = name.substring(0, name.indexOf('/'));
        synchronized (ANNOUNCED) {
          if (!ANNOUNCED.contains(plain) && !ANNOUNCED.contains(name)) {
            System.out.println("missed " + name);
          }
        }
      }
    }
    System.out.println(hidden + " hidden, " + announcements + " announced");
    System.out.println(hidden > 20 && announcements >= hidden ? "complete" : "too few");
    System.out.println("failure " + hook.getField("failure").get(null));
    throwing(hook);
  }

  private static void listen(Class<?> hook, String field, Object listener) throws Exception {
    Field where = hook.getField(field);
    where.set(null, listener);
  }

  private static void hidden() throws Exception {
    Runnable lambda = () -> System.out.println("lambda");
    lambda.run();
    Links.both();
    System.out.println(Links.join(1, "x") + Links.capturing("y").get());
    System.out.println(new Links.Pair(1, "z"));
    System.out.println(
        List.of("b", "a", "c").stream()
            .sorted(Comparator.comparing(String::length).thenComparing(String::toString))
            .collect(Collectors.groupingBy(String::length, Collectors.joining("+"))));
    byte[] bytes;
    try (var in = DefinitionProgram.class.getResourceAsStream("DefinitionProgram$Template.class")) {
      bytes = in.readAllBytes();
    }
    Class<?> own = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
    System.out.println(own.isHidden());
    new Thread(() -> System.out.println("thread")).start();
  }

  /** A listener that fails changes nothing for who defines a class. */
  private static void throwing(Class<?> hook) throws Exception {
    BiConsumer<Object, Object> failing =
        (a, b) -> {
          throw new IllegalStateException("listener");
        };
    listen(hook, "defining", failing);
    Runnable late = () -> System.out.println("still works");
    late.run();
    System.out.println("failure " + hook.getField("failure").get(null));
  }

  private static void announce(String name) {
    synchronized (ANNOUNCED) {
      announcements++;
      ANNOUNCED.add(name);
    }
  }

  private static final class Bytes implements BiConsumer<byte[], Class<?>> {
    @Override
    public void accept(byte[] classFile, Class<?> host) {
      announce(new ClassReader(classFile).getClassName().replace('/', '.'));
    }
  }

  private static final class Archived implements BiConsumer<Class<?>, Class<?>> {
    @Override
    public void accept(Class<?> found, Class<?> host) {
      announce(found.getName());
    }
  }

  /** Becomes a hidden class. */
  static final class Template {}
}
