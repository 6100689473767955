package dev.jpgo.agent.world;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What of a class matters for the hierarchy, in a compact form.
 *
 * <p>Made while the class is loaded, in a thread of the program. What it declares is worked out
 * when that is asked for, since most classes are asked by the controller alone.
 */
public final class ClassShape {
  private final String name;
  private final int access;
  private final @Nullable String superName;
  private final String[] interfaces;
  private final int methods;
  private final boolean mayRunLong;
  private final byte[] classFile;

  /** Of each method that takes part in virtual selection, where its name is and its descriptor. */
  private final int[] texts;

  private volatile int @Nullable [] virtuals;

  /**
   * @param name internal name in its bytes (a hidden class has a longer one when loaded)
   * @param access class access flags
   * @param superName internal name of the superclass, null for {@code java/lang/Object}
   * @param interfaces internal names of the direct superinterfaces
   * @param methods number of methods it declares, of all kinds
   * @param mayRunLong whether it has a method that a thread may spend its life in: see {@link
   *     #isEntryName}
   * @param classFile its bytes
   * @param texts positions in them of the constants, after their tags, that are the name and the
   *     descriptor of each method that takes part in virtual selection
   */
  ClassShape(
      String name,
      int access,
      @Nullable String superName,
      String[] interfaces,
      int methods,
      boolean mayRunLong,
      byte[] classFile,
      int[] texts) {
    this.name = name;
    this.access = access;
    this.superName = superName;
    this.interfaces = interfaces;
    this.methods = methods;
    this.mayRunLong = mayRunLong;
    this.classFile = classFile;
    this.texts = texts;
  }

  /**
   * Reads the bytes of a class; loads nothing and takes no lock, since it runs inside class
   * definition.
   *
   * @throws IllegalArgumentException when the bytes are no class file
   */
  public static ClassShape read(byte[] classFile) {
    try {
      return new ClassShapeReader(classFile).read();
    } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IllegalArgumentException("damaged class file", e);
    }
  }

  /** Internal name in its bytes. */
  public String name() {
    return name;
  }

  /** Class access flags. */
  int access() {
    return access;
  }

  /** Internal name of the superclass, null for {@code java/lang/Object}. */
  @Nullable String superName() {
    return superName;
  }

  /** Internal names of the direct superinterfaces. */
  String[] interfaces() {
    return interfaces;
  }

  /** Number of methods it declares, of all kinds. */
  int methods() {
    return methods;
  }

  /** Whether it has a method that a thread may spend its life in: see {@link #isEntryName}. */
  public boolean mayRunLong() {
    return mayRunLong;
  }

  /** Sorted {@link Selector}s of its methods that take part in virtual selection; any thread. */
  int[] virtuals() {
    int[] known = virtuals;
    if (known == null) {
      known = new int[texts.length / 2];
      for (int i = 0; i < known.length; i++) {
        known[i] = Selector.of(classFile, texts[2 * i], texts[2 * i + 1]);
      }
      Arrays.sort(known);
      virtuals = known;
    }
    return known;
  }

  /** Whether it may declare a method of this selector that takes part in virtual selection. */
  boolean mayDeclare(int selector) {
    return Arrays.binarySearch(virtuals(), selector) >= 0;
  }

  /**
   * Whether methods of this name are what threads and executors call: one call, perhaps for good.
   */
  public static boolean isEntryName(String methodName) {
    return methodName.equals("main") || methodName.equals("run") || methodName.equals("call");
  }

  /** Whether it names this class as its superclass or a direct superinterface. */
  boolean names(String internalName) {
    if (internalName.equals(superName)) {
      return true;
    }
    for (String each : interfaces) {
      if (each.equals(internalName)) {
        return true;
      }
    }
    return false;
  }
}
