package dev.jpgo.test.programs;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * An agent that changes a class as it is loaded, and leaves it as it is when it is made anew,
 * whoever asks for that; and the program whose class it changes.
 */
public final class LoadTimeAgent implements ClassFileTransformer {
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static volatile int versions;
  private static volatile boolean opened;

  private LoadTimeAgent() {}

  /** The class that is changed. */
  static final class Work {
    private Work() {}

    static int count(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        sum += marker().charAt(7);
      }
      return sum;
    }

    static String marker() {
      return "marker one";
    }
  }

  /** Starts with the JVM. */
  public static void premain(String arguments, Instrumentation given) {
    given.addTransformer(new LoadTimeAgent(), true);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      String name,
      @Nullable Class<?> type,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (!name.endsWith("LoadTimeAgent$Work")) {
      return null;
    }
    if (type != null) {
      versions++;
      return null;
    }
    ClassNode seen = new ClassNode();
    new ClassReader(bytes).accept(seen, ClassReader.SKIP_CODE);
    opened = seen.methods.stream().anyMatch(LoadTimeAgent::isPublicConstructor);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.replace("marker one", "marker two").getBytes(StandardCharsets.ISO_8859_1);
  }

  /** There is none in the source. */
  private static boolean isPublicConstructor(MethodNode method) {
    return method.name.equals("<init>") && (method.access & Opcodes.ACC_PUBLIC) != 0;
  }

  /**
   * Prints what the changed class computes, and whether it was shown with members that were opened.
   * Argument: the versions of it that are waited for.
   */
  public static void main(String[] arguments) {
    int wanted = Integer.parseInt(arguments[0]);
    long end = System.nanoTime() + LIMIT_NANOS;
    int expected = Work.count(1000);
    int different = 0;
    while (versions < wanted) {
      if (Work.count(1000) != expected) {
        different++;
      }
      if (System.nanoTime() > end) {
        throw new IllegalStateException("no new version after " + versions);
      }
    }
    System.out.println(Work.marker() + " " + expected + " " + different + " " + opened);
  }
}
