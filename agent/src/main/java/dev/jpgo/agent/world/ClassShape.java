package dev.jpgo.agent.world;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What of a class matters for the hierarchy, in a compact form.
 *
 * @param name internal name in its bytes (a hidden class has a longer one when loaded)
 * @param access class access flags
 * @param superName internal name of the superclass, null for {@code java/lang/Object}
 * @param interfaces internal names of the direct superinterfaces
 * @param virtuals sorted {@link Selector}s of its methods that take part in virtual selection
 * @param methods number of methods it declares, of all kinds
 * @param mayRunLong whether it has a method that a thread may spend its life in: see {@link
 *     #isEntryName}
 */
public record ClassShape(
    String name,
    int access,
    @Nullable String superName,
    String[] interfaces,
    int[] virtuals,
    int methods,
    boolean mayRunLong) {

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

  /** Whether it may declare a method of this selector that takes part in virtual selection. */
  public boolean mayDeclare(int selector) {
    return Arrays.binarySearch(virtuals, selector) >= 0;
  }

  /**
   * Whether methods of this name are what threads and executors call: one call, perhaps for good.
   */
  public static boolean isEntryName(String methodName) {
    return methodName.equals("main") || methodName.equals("run") || methodName.equals("call");
  }

  /**
   * Whether it is the same object. Shapes are compared while classes are loaded: what the compiler
   * gives a record would be linked then, which may need the class that is being loaded.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return name.hashCode();
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
