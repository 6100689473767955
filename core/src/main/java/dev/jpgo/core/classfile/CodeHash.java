package dev.jpgo.core.classfile;

import java.util.BitSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.MethodNode;

/**
 * 64-bit hash of a method's code that tells whether a profile was taken of this very code. It is
 * over instructions, symbolic operands, branch targets by ordinal and exception handlers; it does
 * not see the order of the constant pool, wide forms, line numbers, local variable names or frames.
 * The two ways to compute it agree.
 */
public final class CodeHash {
  private CodeHash() {}

  /** Hash of a method; a method without code has hash 0. */
  public static long of(MethodNode method) {
    if (method.instructions.size() == 0) {
      return 0;
    }
    CodeHasher hasher = new CodeHasher();
    method.accept(hasher);
    return hasher.result();
  }

  /**
   * Hashes of all methods of a class, by their place in its method table; 0 for methods without
   * code.
   */
  public static long[] ofMethods(byte[] classFile) {
    return hash(classFile, new CodeHasher.OfClass(null));
  }

  /** The same of some methods, by their ordinals; 0 for the others. */
  public static long[] ofMethods(byte[] classFile, BitSet wanted) {
    return hash(classFile, new CodeHasher.OfClass(wanted));
  }

  private static long[] hash(byte[] classFile, CodeHasher.OfClass visitor) {
    new ClassReader(classFile).accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return visitor.result();
  }
}
