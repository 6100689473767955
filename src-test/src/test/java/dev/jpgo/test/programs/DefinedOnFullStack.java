package dev.jpgo.test.programs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;

/**
 * A class that overrides what has been inlined by then is defined where the stack is as good as
 * full, and its method is called.
 */
public final class DefinedOnFullStack {
  private static final long STACK = 300 * 1024;
  private static final int CLASSES = 400;
  private static final int WARM = 300;

  private static final byte[][] CLASS_FILES = new byte[CLASSES][];
  private static int next;
  private static Class<?> made;

  private DefinedOnFullStack() {}

  /** What is inlined. */
  public static class Base {
    private int by = 1;

    /** For classes below. */
    public Base() {}

    /** What is overridden. */
    public int plus(int number) {
      return number + by;
    }
  }

  /** Overrides it: classes like this one, with other names, are. */
  public static final class Sub0000 extends Base {
    /** By reflection. */
    public Sub0000() {}

    @Override
    public int plus(int number) {
      return number + 1000;
    }
  }

  private static final class Definer extends ClassLoader {
    Definer() {
      super(DefinedOnFullStack.class.getClassLoader());
    }

    Class<?> define(byte[] classFile) {
      return defineClass(null, classFile, 0, classFile.length);
    }
  }

  /** Prints what is called then. Argument: for how many milliseconds to work before. */
  public static void main(String[] arguments) throws Exception {
    byte[] classFile = classFile("Sub0000");
    for (int i = 0; i < CLASSES; i++) {
      String name = "Sub%04d".formatted(i + 1);
      CLASS_FILES[i] =
          new String(classFile, ISO_8859_1).replace("Sub0000", name).getBytes(ISO_8859_1);
    }
    byte[] unrelated = classFile("Unrelated");
    for (int i = 0; i < WARM; i++) {
      new Definer().define(unrelated); // what defines is loaded
    }
    Base base = new Base();
    int expected = sum(base, 50);
    for (long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
        System.nanoTime() < end; ) {
      if (sum(base, 50) != expected) {
        throw new IllegalStateException("wrong sum");
      }
    }
    Definer definer = new Definer();
    Thread thread = new Thread(null, () -> descend(definer), "deep", STACK);
    thread.start();
    thread.join();
    Base other = (Base) made.getConstructor().newInstance();
    System.out.println(sum(other, 4));
  }

  private static byte[] classFile(String nested) throws IOException {
    String name = "DefinedOnFullStack$" + nested + ".class";
    try (InputStream in = DefinedOnFullStack.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  /** Defined again and again. */
  static final class Unrelated {
    private Unrelated() {}
  }

  /** Where the stack has ended, each frame on the way back tries to define the next class. */
  private static void descend(Definer definer) {
    try {
      descend(definer);
    } catch (StackOverflowError full) {
      // on the way back
    }
    if (made == null && next < CLASSES) {
      int mine = next++;
      try {
        made = definer.define(CLASS_FILES[mine]);
      } catch (StackOverflowError full) {
        // one frame further up there is more room
      }
    }
  }

  private static int sum(Base base, int times) {
    int sum = 0;
    for (int i = 0; i < times; i++) {
      sum += base.plus(i & 3);
    }
    return sum;
  }
}
