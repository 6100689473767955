package dev.jpgo.core.classfile;

import org.objectweb.asm.ClassReader;

/**
 * Whether the stack map frames of a class file are true of its code (JVMS 4.10). From version 51 on
 * the VM takes no code that its frames do not describe. In version 50 it looks at the code itself
 * where the frames turn out to be wrong, and runs it; in older ones it never looks at frames.
 */
public final class StackMaps {
  private static final int BINDING = 51;
  private static final int LOOKED_AT = 50;
  private static final int MAJOR_VERSION = 6;

  private StackMaps() {}

  /**
   * Whether what frames say may be relied on.
   *
   * @param classVersion major version of the class file
   */
  public static boolean areBinding(int classVersion) {
    return classVersion >= BINDING;
  }

  /**
   * The options to read a class file with: without its frames where the VM never looks at them.
   * There they may be anything, and ASM writes none of their form.
   *
   * @param options of {@link ClassReader#accept} that are wanted besides
   */
  public static int reading(ClassReader reader, int options) {
    return reader.readUnsignedShort(MAJOR_VERSION) < LOOKED_AT
        ? options | ClassReader.SKIP_FRAMES
        : options;
  }
}
