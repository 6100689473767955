package dev.jpgo.agent.control;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Looks whether any method of a class is synchronized, or has a block that is. */
final class LockSeeker extends ClassVisitor {
  private boolean found;

  private LockSeeker() {
    super(Opcodes.ASM9);
  }

  /**
   * Whether any method takes a lock.
   *
   * @throws IllegalArgumentException when the bytes are no class file of a known version
   */
  static boolean locks(byte[] classFile) {
    LockSeeker seeker = new LockSeeker();
    new ClassReader(classFile).accept(seeker, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return seeker.found;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    found |= (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public void visitInsn(int opcode) {
        found |= opcode == Opcodes.MONITORENTER;
      }
    };
  }
}
