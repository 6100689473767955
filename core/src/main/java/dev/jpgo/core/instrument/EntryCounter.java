package dev.jpgo.core.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Counts calls and changes nothing else. The probe goes in front of the labels of the first
 * instruction, which may be a branch target, and shares its line number: a stack overflow at entry
 * is reported there.
 */
final class EntryCounter extends MethodVisitor {
  private final int counter;
  private final List<Label> held = new ArrayList<>(2);
  private boolean placed;

  EntryCounter(MethodVisitor writer, int counter) {
    super(Opcodes.ASM9, writer);
    this.counter = counter;
  }

  private void place(int line) {
    if (!placed) {
      placed = true;
      if (line > 0) {
        Label start = new Label();
        mv.visitLabel(start);
        mv.visitLineNumber(line, start);
      }
      Probes.increment(mv, counter);
      for (Label label : held) {
        mv.visitLabel(label);
      }
    }
  }

  @Override
  public void visitLabel(Label label) {
    if (placed) {
      super.visitLabel(label);
    } else {
      held.add(label);
    }
  }

  @Override
  public void visitLineNumber(int line, Label start) {
    place(line);
    super.visitLineNumber(line, start);
  }

  @Override
  public void visitFrame(int type, int locals, Object[] local, int stacks, Object[] stack) {
    place(0);
    super.visitFrame(type, locals, local, stacks, stack);
  }

  @Override
  public void visitInsn(int opcode) {
    place(0);
    super.visitInsn(opcode);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    place(0);
    super.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitVarInsn(int opcode, int index) {
    place(0);
    super.visitVarInsn(opcode, index);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    place(0);
    super.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    place(0);
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    place(0);
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    place(0);
    super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    place(0);
    super.visitJumpInsn(opcode, label);
  }

  @Override
  public void visitLdcInsn(Object value) {
    place(0);
    super.visitLdcInsn(value);
  }

  @Override
  public void visitIincInsn(int index, int increment) {
    place(0);
    super.visitIincInsn(index, increment);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
    place(0);
    super.visitTableSwitchInsn(min, max, dflt, labels);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(Math.max(maxStack, Probes.STACK), maxLocals);
  }
}
