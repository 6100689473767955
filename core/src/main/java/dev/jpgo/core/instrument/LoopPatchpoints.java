package dev.jpgo.core.instrument;

import static dev.jpgo.core.instrument.RuntimeNames.HANDOVER;
import static dev.jpgo.core.instrument.RuntimeNames.OSR;

import dev.jpgo.core.instrument.StackFrames.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Loop patchpoints. At a header: {@code iinc c -1; iload c; ifle cold}. All else is behind the last
 * instruction of the method: add 1024 to the loop's counter; if the runtime has any request
 * pending, ask whether this loop is meant; if so hand the locals over and call the own method,
 * whose {@linkplain OsrEntry entry} goes on from here, and return its result.
 *
 * <p>Why this computes what the original computes:
 *
 * <ul>
 *   <li><b>Locals.</b> Every local that the verifier knows at the header goes over by kind, bits
 *       kept. References are cast to their verified types before anything is given up, so that the
 *       casts on the other side find their classes resolved and cannot fail.
 *   <li><b>Which method.</b> {@code invokestatic}, or {@code invokespecial} on this class itself:
 *       not a superclass, so no selection of another method takes place (JVMS 6.5).
 *   <li><b>Handlers.</b> The call is outside of all ranges; exceptions of the loop meet the
 *       handlers of the continuing frame, and then leave this one.
 *   <li><b>Monitors.</b> None is held but the method's own, taken again recursively and released by
 *       either frame's end.
 *   <li><b>The call cannot be made</b> (stack overflow before the other frame has taken over; the
 *       frame's {@code taken} tells): the hand-over is given up by plain stores, which need no
 *       stack, the references are put back and the loop goes on as if nothing had been asked. The
 *       same for errors while asking or packing. An exception from outside (an asynchronous one)
 *       before that moment is thrown in the ranges of the handlers that cover the header.
 *   <li><b>Reachability.</b> This frame stays on the stack as long as the other runs, so it clears
 *       those references that the loop may replace; else the first node of a list that the loop
 *       walks would be held. References that are not stored to from the first loop on would stay
 *       reachable in the original too.
 * </ul>
 */
final class LoopPatchpoints {
  /** Errors of resolving a type or of the VM while packing; none of them is the program's. */
  private static final String[] OWN_ERRORS = {
    "java/lang/VirtualMachineError", "java/lang/LinkageError", "java/lang/ClassCastException"
  };

  private static final String THROWABLE = "java/lang/Throwable";

  private final MethodEditor editor;
  private final LoopPlan plan;
  private final int handoverLine;
  private final int countLocal;
  private final int handoverLocal;

  /**
   * Prepares for the patchpoints of a method.
   *
   * @param countLocal slot of the iterations left until the next count, set to the period in front
   *     of everything
   */
  LoopPatchpoints(MethodEditor editor, LoopPlan plan, int handoverLine, int countLocal) {
    this.editor = editor;
    this.plan = plan;
    this.handoverLine = handoverLine;
    this.countLocal = countLocal;
    this.handoverLocal = editor.newLocal();
  }

  void install() {
    editor.growStack(Probes.STACK);
    for (int loop = 0; loop < editor.headers.count(); loop++) {
      install(editor.headers.header(loop));
    }
  }

  private void install(LoopHeaders.Header header) {
    int ordinal = header.ordinal();
    Frame frame = editor.frameAt(ordinal);
    LabelNode cold = new LabelNode();
    LabelNode next = new LabelNode();
    editor.insertBefore(
        ordinal,
        new Code()
            .iinc(countLocal, -1)
            .var(Opcodes.ILOAD, countLocal)
            .jump(Opcodes.IFLE, cold)
            .label(next)
            .frame(frame));
    Code code = new Code().label(cold).line(editor.line(ordinal)).frame(frame);
    int period = plan.patchpoints().period();
    code.push(period).var(Opcodes.ISTORE, countLocal);
    int loopId = plan.firstLoop() + header.index();
    code.add(loopId, period);
    boolean wanted = plan.patchpoints().handsOver();
    if (wanted && header.refusal() == null && frame != null) {
      code.field(Opcodes.GETSTATIC, OSR, "pending", "I").jump(Opcodes.IFEQ, next);
      editor.append(code);
      handOver(header, frame, loopId, next, cold);
    } else {
      LabelNode end = new LabelNode();
      editor.append(code.jump(Opcodes.GOTO, next).label(end));
      editor.coverLike(header.ordinal(), cold, end);
    }
  }

  private void handOver(
      LoopHeaders.Header header, Frame frame, int loopId, LabelNode next, LabelNode cold) {
    Frame original = header.frame() == null ? frame : header.frame();
    List<Integer> cleared = clearedSlots(original);
    Frame packed = frame.withLocal(handoverLocal, HANDOVER);
    Frame called = packed.without(cleared);
    LabelNode polling = new LabelNode();
    LabelNode declined = new LabelNode();
    LabelNode packing = new LabelNode();
    LabelNode calling = new LabelNode();
    LabelNode returned = new LabelNode();
    LabelNode given = new LabelNode();
    LabelNode refused = new LabelNode();
    LabelNode caught = new LabelNode();
    LabelNode rethrow = new LabelNode();
    LabelNode rethrown = new LabelNode();
    LabelNode escape = new LabelNode();

    Code code = new Code().label(polling);
    poll(code, original, loopId, next);
    pack(code.label(packing), original);
    code.label(calling);
    call(code, cleared);
    code.label(returned);
    code.insn(Type.getReturnType(editor.method.desc).getOpcode(Opcodes.IRETURN));

    // Nothing falls into a handler: C1 does not compile methods in which something does.
    giveUp(code.label(refused).frame(packed.withStack(THROWABLE)));
    code.insn(Opcodes.POP).jump(Opcodes.GOTO, next);
    code.label(declined).frame(frame.withStack(THROWABLE)).insn(Opcodes.POP);
    code.jump(Opcodes.GOTO, next);

    code.label(caught).frame(called.withStack(THROWABLE));
    code.var(Opcodes.ALOAD, handoverLocal).field(Opcodes.GETFIELD, HANDOVER, "taken", "Z");
    code.jump(Opcodes.IFNE, escape);
    restore(code, original, cleared);
    giveUp(code).insn(Opcodes.DUP).type(Opcodes.INSTANCEOF, OWN_ERRORS[0]);
    code.jump(Opcodes.IFEQ, rethrow).insn(Opcodes.POP).jump(Opcodes.GOTO, next);

    code.label(given).frame(packed.withStack(THROWABLE));
    giveUp(code);
    code.label(rethrow).frame(packed.withStack(THROWABLE)).insn(Opcodes.ATHROW).label(rethrown);
    code.label(escape).frame(called.withStack(THROWABLE)).insn(Opcodes.ATHROW);
    editor.append(code);

    editor.cover(polling, packing, declined, OWN_ERRORS[0]);
    editor.coverLike(header.ordinal(), cold, packing);
    editor.coverLike(header.ordinal(), given, rethrown);
    for (String error : OWN_ERRORS) {
      editor.cover(packing, calling, refused, error);
    }
    editor.cover(packing, calling, given, null);
    editor.cover(calling, returned, caught, null);
  }

  private void poll(Code code, Frame original, int loopId, LabelNode next) {
    int references = 0;
    int primitives = 0;
    for (Object type : original.locals()) {
      if (Code.isReference(type)) {
        references++;
      } else if (isPrimitive(type)) {
        primitives++;
      }
    }
    editor.needStack(4);
    code.push(loopId)
        .push(plan.generation())
        .push(references)
        .push(primitives)
        .call(Opcodes.INVOKESTATIC, OSR, "poll", "(IIII)L" + HANDOVER + ";")
        .var(Opcodes.ASTORE, handoverLocal)
        .var(Opcodes.ALOAD, handoverLocal)
        .jump(Opcodes.IFNULL, next);
  }

  private void pack(Code code, Frame frame) {
    code.var(Opcodes.ALOAD, handoverLocal);
    int slot = 0;
    for (Object type : frame.locals()) {
      if (Code.isReference(type)) {
        put(code.load(type, slot).cast(type), "Ljava/lang/Object;");
      } else if (isPrimitive(type)) {
        put(code.load(type, slot), OsrEntry.letter(type));
      }
      slot += OsrEntry.size(type);
    }
    code.push(1).field(Opcodes.PUTFIELD, HANDOVER, "armed", "Z");
  }

  private static void put(Code code, String descriptor) {
    code.call(Opcodes.INVOKEVIRTUAL, HANDOVER, "put", "(" + descriptor + ")L" + HANDOVER + ";");
  }

  /** From here to the callee's entry nothing but the call itself can throw or run other code. */
  private void call(Code code, List<Integer> cleared) {
    boolean isStatic = (editor.method.access & Opcodes.ACC_STATIC) != 0;
    if (!isStatic) {
      code.var(Opcodes.ALOAD, 0);
    }
    int words = isStatic ? 0 : 1;
    for (Type argument : Type.getArgumentTypes(editor.method.desc)) {
      code.zero(argument);
      words += argument.getSize();
    }
    editor.needStack(words + 1);
    for (int slot : cleared) {
      code.insn(Opcodes.ACONST_NULL).var(Opcodes.ASTORE, slot);
    }
    code.line(handoverLine)
        .call(
            isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
            editor.owner,
            editor.method,
            editor.isInterface);
  }

  private void restore(Code code, Frame frame, List<Integer> cleared) {
    int slot = 0;
    int reference = 0;
    for (Object type : frame.locals()) {
      if (cleared.contains(slot)) {
        code.var(Opcodes.ALOAD, handoverLocal)
            .field(Opcodes.GETFIELD, HANDOVER, "references", "[Ljava/lang/Object;")
            .push(reference)
            .insn(Opcodes.AALOAD)
            .cast(type)
            .var(Opcodes.ASTORE, slot);
      }
      reference += Code.isReference(type) ? 1 : 0;
      slot += OsrEntry.size(type);
    }
  }

  private Code giveUp(Code code) {
    return code.var(Opcodes.ALOAD, handoverLocal)
        .insn(Opcodes.ACONST_NULL)
        .field(Opcodes.PUTFIELD, HANDOVER, "owner", "Ljava/lang/Thread;");
  }

  /** Reference locals that code from the first loop on stores to. */
  private List<Integer> clearedSlots(Frame frame) {
    List<Integer> cleared = new ArrayList<>();
    int slot = 0;
    for (Object type : frame.locals()) {
      if (Code.isReference(type) && isStoredTo(slot)) {
        cleared.add(slot);
      }
      slot += OsrEntry.size(type);
    }
    return cleared;
  }

  private boolean isStoredTo(int slot) {
    for (int i = editor.cfg.loopHeaders().get(0); i < editor.code.count(); i++) {
      if (editor.code.instruction(i) instanceof VarInsnNode variable
          && variable.var == slot
          && variable.getOpcode() == Opcodes.ASTORE) {
        return true;
      }
    }
    return false;
  }

  static boolean isPrimitive(@Nullable Object type) {
    return type == Opcodes.INTEGER
        || type == Opcodes.FLOAT
        || type == Opcodes.LONG
        || type == Opcodes.DOUBLE;
  }
}
