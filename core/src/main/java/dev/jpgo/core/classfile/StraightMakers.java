package dev.jpgo.core.classfile;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds the methods of a class with one way through them, which make an object and then call some
 * method of the class.
 */
public final class StraightMakers extends ClassVisitor {
  private final MethodId called;
  private final List<Integer> found = new ArrayList<>(0);
  private int ordinal;

  private StraightMakers(MethodId called) {
    super(Opcodes.ASM9);
    this.called = called;
  }

  /**
   * Their ordinals.
   *
   * @param called a method of that class
   */
  public static List<Integer> of(byte[] classFile, MethodId called) {
    StraightMakers visitor = new StraightMakers(called);
    new ClassReader(classFile).accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return visitor.found;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    int method = ordinal++;
    return new MethodVisitor(Opcodes.ASM9) {
      private boolean makes;
      private boolean calls;
      private boolean branches;

      @Override
      public void visitTypeInsn(int opcode, String type) {
        makes |= opcode == Opcodes.NEW;
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String itsName, String itsDescriptor, boolean isInterface) {
        calls |=
            makes
                && owner.equals(called.owner())
                && itsName.equals(called.name())
                && itsDescriptor.equals(called.descriptor());
      }

      @Override
      public void visitJumpInsn(int opcode, Label label) {
        branches = true;
      }

      @Override
      public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
        branches = true;
      }

      @Override
      public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
        branches = true;
      }

      @Override
      public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        branches = true;
      }

      @Override
      public void visitEnd() {
        if (calls && !branches) {
          found.add(method);
        }
      }
    };
  }
}
