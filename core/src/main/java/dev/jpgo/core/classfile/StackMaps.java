package dev.jpgo.core.classfile;

/**
 * Whether the stack map frames of a class file are true of its code (JVMS 4.10). From version 51 on
 * the VM takes no code that its frames do not describe. In version 50 it looks at the code itself
 * where the frames turn out to be wrong, and runs it; in older ones it never looks at frames.
 */
public final class StackMaps {
  private static final int BINDING = 51;

  private StackMaps() {}

  /**
   * Whether what frames say may be relied on.
   *
   * @param classVersion major version of the class file
   */
  public static boolean areBinding(int classVersion) {
    return classVersion >= BINDING;
  }
}
