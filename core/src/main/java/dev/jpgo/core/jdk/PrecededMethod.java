package dev.jpgo.core.jdk;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A method that begins with something else, and goes on as it did where that has not returned. */
abstract class PrecededMethod extends MethodPatch {
  private final Label own = new Label();

  /**
   * @param method name of the method, for messages
   * @param stack words that what comes first has on the operand stack at most
   */
  PrecededMethod(String method, int stack, MethodVisitor next) {
    super(method, 1, stack, next);
  }

  /** Writes what comes first, which uses no variable but the parameters and returns in the end. */
  abstract void begin();

  /** Leaves what comes first for the method's own code. */
  final void goOn(int jump) {
    visitJumpInsn(jump, own);
  }

  @Override
  public final void visitCode() {
    insertions++;
    super.visitCode();
    begin();
    visitLabel(own);
    visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    visitInsn(Opcodes.NOP); // or a loop that the method begins with would have the frame twice
  }
}
