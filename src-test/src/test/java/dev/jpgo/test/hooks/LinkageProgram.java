package dev.jpgo.test.hooks;

import dev.jpgo.test.hooks.subjects.Links;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Prints whether call sites are what they were, while their class is rewritten in between. */
public final class LinkageProgram {
  private static @Nullable Rewriting rewriting;
  private static final StringBuilder asked = new StringBuilder();

  private LinkageProgram() {}

  public static void main(String[] arguments) throws Exception {
    Instrumentation instrumentation = HookAgent.instrumentation();
    rewriting = instrumentation == null ? null : new Rewriting(instrumentation);
    Object[] before = sites();
    distinct(before);
    for (int version = 1; version <= 3; version++) {
      rewrite();
      Object[] after = sites();
      for (int i = 0; i < before.length; i++) {
        System.out.println(version + " site " + i + " same " + (before[i] == after[i]));
      }
      distinct(after);
      System.out.println(Links.join(version, "x") + Links.point(new Links.Pair(1, "x")));
      System.out.println(Links.capturing("text").get());
      System.out.println(Links.capturing("a").getClass() == Links.capturing("b").getClass());
    }
    order();
    late();
    constants();
    race();
    raceOfVersions();
    unload();
  }

  private static void rewrite() throws Exception {
    if (rewriting != null) {
      rewriting.rewrite(Links.class, Links.Pair.class);
    }
  }

  private static Object[] sites() {
    Object[] both = Links.both();
    Object[] line = Links.sameLine();
    return new Object[] {
      Links.lambda(),
      Links.first(),
      Links.second(),
      both[0],
      both[1],
      line[0],
      line[1],
      Links.capturing("x").getClass()
    };
  }

  private static void distinct(Object[] objects) {
    System.out.println("distinct " + Set.of(objects).size());
  }

  /** Sites that a later version links in another order. */
  private static void order() throws Exception {
    Object second = Links.choose(false);
    Object first = Links.choose(true);
    rewrite();
    System.out.println("first " + (Links.choose(true) == first));
    System.out.println("second " + (Links.choose(false) == second));
    rewrite();
    System.out.println("second " + (Links.choose(false) == second));
    System.out.println("first " + (Links.choose(true) == first));
  }

  /**
   * A site that is reached for the first time in a later version, where an equal one was before.
   */
  private static void late() throws Exception {
    Object first = Links.lateChoice(true);
    rewrite();
    Object second = Links.lateChoice(false);
    System.out.println("two " + (second != first));
    System.out.println("first " + (Links.lateChoice(true) == first));
    rewrite();
    System.out.println("first " + (Links.lateChoice(true) == first));
    System.out.println("second " + (Links.lateChoice(false) == second));
  }

  /** Dynamic constants, which a bootstrap method is asked for once. */
  private static void constants() throws Exception {
    Class<?> type = MethodHandles.lookup().defineClass(withConstants());
    List<Object> before = constantsOf(type);
    for (int version = 1; version <= 2; version++) {
      if (rewriting != null) {
        rewriting.rewrite(type);
      }
      List<Object> after = constantsOf(type);
      for (int i = 0; i < before.size(); i++) {
        System.out.println(version + " constant " + i + " same " + (before.get(i) == after.get(i)));
      }
      System.out.println("two " + (after.get(5) != after.get(6)));
    }
    System.out.println(asked);
  }

  private static List<Object> constantsOf(Class<?> type) throws Exception {
    List<Object> found = new ArrayList<>();
    for (String name :
        List.of("first", "second", "first", "nothing", "other", "ofOne", "ofOther")) {
      found.add(type.getMethod(name).invoke(null));
    }
    return found;
  }

  /** A bootstrap method. */
  static @Nullable Object constant(
      MethodHandles.Lookup lookup, String name, Class<?> type, Object argument) {
    asked.append(name).append(argument instanceof List ? "list" : argument).append(' ');
    return name.equals("nothing")
        ? null
        : name.equals("of") ? new Object[] {argument} : new ArrayList<>();
  }

  private static byte[] withConstants() {
    String here = LinkageProgram.class.getName().replace('.', '/');
    Handle bootstrap =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            here,
            "constant",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
                + "Ljava/lang/Object;)Ljava/lang/Object;",
            false);
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V17, Opcodes.ACC_PUBLIC, here + "Constants", null, "java/lang/Object", null);
    String type = "Ljava/lang/Object;";
    ConstantDynamic first = new ConstantDynamic("first", type, bootstrap, 1);
    ConstantDynamic second = new ConstantDynamic("second", type, bootstrap, 1);
    Map<String, ConstantDynamic> constants = new TreeMap<>();
    constants.put("first", first);
    constants.put("second", second);
    constants.put("nothing", new ConstantDynamic("nothing", type, bootstrap, 1));
    constants.put("other", new ConstantDynamic("first", type, bootstrap, 2));
    constants.put("ofOne", new ConstantDynamic("of", type, bootstrap, first));
    constants.put("ofOther", new ConstantDynamic("of", type, bootstrap, second)); // an equal list
    for (Map.Entry<String, ConstantDynamic> each : constants.entrySet()) {
      MethodVisitor code =
          writer.visitMethod(
              Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, each.getKey(), "()" + type, null, null);
      code.visitCode();
      code.visitLdcInsn(each.getValue());
      code.visitInsn(Opcodes.ARETURN);
      code.visitMaxs(1, 0);
      code.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Many threads that link one site at the same time, in every version. */
  private static void race() throws Exception {
    Object expected = Links.first();
    for (int round = 0; round < 20; round++) {
      rewrite();
      List<Object> seen = new ArrayList<>();
      CyclicBarrier start = new CyclicBarrier(4);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Thread thread =
            new Thread(
                () -> {
                  try {
                    start.await();
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                  Object site = Links.first();
                  synchronized (seen) {
                    seen.add(site);
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      for (Object site : seen) {
        if (site != expected) {
          System.out.println("raced");
        }
      }
    }
    System.out.println("race over");
  }

  /** Threads that link one site at the same time, each in another version. */
  private static void raceOfVersions() throws Exception {
    Object[] seen = new Object[3];
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < seen.length; i++) {
      int index = i;
      Thread thread = new Thread(() -> seen[index] = Links.slow());
      threads.add(thread);
      thread.start();
      while (thread.getState() != Thread.State.WAITING && !isStopped(thread)) {
        Thread.sleep(1);
      }
      rewrite();
    }
    Links.LINKED.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    for (int version = 0; version < 3; version++) {
      Object now = Links.slow();
      System.out.println("slow " + (now == seen[0]) + (now == seen[1]) + (now == seen[2]));
      rewrite();
    }
  }

  /** Whether a thread waits for an initializer, in which the VM calls it runnable. */
  private static boolean isStopped(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getMethodName().equals("linkCallSite")) {
        return true;
      }
    }
    return false;
  }

  /** A class whose sites are kept can still be unloaded. */
  private static void unload() throws Exception {
    URL here = LinkageProgram.class.getProtectionDomain().getCodeSource().getLocation();
    WeakReference<ClassLoader> loader = load(new URL[] {here});
    for (int i = 0; i < 50 && loader.get() != null; i++) {
      System.gc();
    }
    System.out.println("unloaded " + (loader.get() == null));
  }

  private static WeakReference<ClassLoader> load(URL[] urls) throws Exception {
    URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    Class<?> links = loader.loadClass(Links.class.getName());
    links.getMethod("both").invoke(null);
    if (rewriting != null) {
      rewriting.rewrite(links);
    }
    links.getMethod("both").invoke(null);
    return new WeakReference<>(loader);
  }
}
