package dev.jpgo.core.instrument;

import static dev.jpgo.core.instrument.RuntimeNames.HANDOVER;
import static dev.jpgo.core.instrument.RuntimeNames.OSR;

import dev.jpgo.core.instrument.StackFrames.Frame;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * OSR entries: code in front of a method that takes over a loop of an older version.
 *
 * <p>{@code if (JpgoOsr.pending != 0) { handover = JpgoOsr.take(loop); if (handover != null) {
 * unpack the locals; goto header; } }}. Between the old frame's call and {@code take} there is no
 * instruction of the program; {@code take} knows the thread and the loop, so any other call of the
 * method goes on to its normal entry. The arguments of the call are dummies and are overwritten or
 * dead at the header. The casts cannot fail: the old frame has made the same ones. {@code taken} is
 * set by a plain store after the last call of the unpacking: a stack overflow before it returns to
 * the old frame, which goes on with its loop; nothing after it can throw.
 */
public final class OsrEntry {
  private OsrEntry() {}

  /**
   * Puts an entry for each given loop in front of the code. A loop that cannot be entered ({@link
   * LoopHeaders#refusal}) gets none: it cannot be left in any version either.
   *
   * @param owner internal name of the declaring class
   * @param classVersion major class-file version of that class
   * @param method the original code with its frames; changed in place, its frames become expanded
   *     ones
   * @param firstLoop loop id of loop 0
   * @param loops indices of the loops to enter at
   * @return ordinals in the original code of the instructions that were there before
   */
  public static Map<AbstractInsnNode, Integer> insert(
      String owner, int classVersion, MethodNode method, int firstLoop, Set<Integer> loops) {
    MethodEditor editor = new MethodEditor(owner, classVersion, false, method);
    editor.expandFrames(-1);
    Map<AbstractInsnNode, Integer> ordinals = new IdentityHashMap<>();
    for (int i = 0; i < editor.code.count(); i++) {
      ordinals.put(editor.code.instruction(i), i);
    }
    Code code = new Code();
    write(editor, code, firstLoop, loops, List.of());
    editor.prepend(code);
    return ordinals;
  }

  /**
   * Writes the entries.
   *
   * @param counters by loop, counters to increment when the loop is entered; empty for none
   */
  static void write(
      MethodEditor editor, Code code, int firstLoop, Set<Integer> wanted, List<Integer> counters) {
    Set<Integer> loops = enterable(editor, wanted);
    if (loops.isEmpty()) {
      return;
    }
    LabelNode normal = new LabelNode();
    Frame initial = editor.frames().initial();
    int local = editor.newLocal();
    editor.needStack(Probes.STACK);
    code.field(Opcodes.GETSTATIC, OSR, "pending", "I").jump(Opcodes.IFEQ, normal);
    for (int loop : loops) {
      LoopHeaders.Header header = editor.headers.header(loop);
      Frame frame = header.frame();
      if (frame == null) {
        continue;
      }
      LabelNode next = new LabelNode();
      code.push(firstLoop + loop)
          .call(Opcodes.INVOKESTATIC, OSR, "take", "(I)L" + HANDOVER + ";")
          .var(Opcodes.ASTORE, local)
          .var(Opcodes.ALOAD, local)
          .jump(Opcodes.IFNULL, next);
      if (!counters.isEmpty()) {
        code.increment(counters.get(loop));
      }
      unpack(code, frame, local);
      code.jump(Opcodes.GOTO, editor.labelOf(header.ordinal())).label(next).frame(initial);
      code.insn(Opcodes.NOP); // so that no two frames meet at one place
    }
    code.label(normal).frame(initial).insn(Opcodes.NOP);
  }

  private static Set<Integer> enterable(MethodEditor editor, Set<Integer> wanted) {
    Set<Integer> loops = new TreeSet<>();
    for (int loop : wanted) {
      if (editor.headers.header(loop).refusal() == null) {
        loops.add(loop);
      }
    }
    return loops;
  }

  private static void unpack(Code code, Frame frame, int local) {
    int slot = 0;
    for (Object type : frame.locals()) {
      if (Code.isReference(type)) {
        code.var(Opcodes.ALOAD, local)
            .call(Opcodes.INVOKEVIRTUAL, HANDOVER, "takeReference", "()Ljava/lang/Object;")
            .cast(type)
            .store(type, slot);
      } else if (type == Opcodes.NULL) {
        code.insn(Opcodes.ACONST_NULL).store(type, slot);
      } else if (LoopPatchpoints.isPrimitive(type)) {
        String descriptor = letter(type);
        code.var(Opcodes.ALOAD, local)
            .call(Opcodes.INVOKEVIRTUAL, HANDOVER, taker(type), "()" + descriptor)
            .store(type, slot);
      }
      slot += size(type);
    }
    code.var(Opcodes.ALOAD, local).push(1).field(Opcodes.PUTFIELD, HANDOVER, "taken", "Z");
    code.var(Opcodes.ALOAD, local)
        .insn(Opcodes.ACONST_NULL)
        .field(Opcodes.PUTFIELD, HANDOVER, "owner", "Ljava/lang/Thread;");
    code.var(Opcodes.ALOAD, local)
        .insn(Opcodes.ACONST_NULL)
        .field(Opcodes.PUTFIELD, HANDOVER, "references", "[Ljava/lang/Object;");
  }

  static int size(Object type) {
    return type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
  }

  /** Descriptor of a primitive verification type. */
  static String letter(Object type) {
    if (type == Opcodes.INTEGER) {
      return "I";
    }
    if (type == Opcodes.FLOAT) {
      return "F";
    }
    return type == Opcodes.LONG ? "J" : "D";
  }

  private static String taker(Object type) {
    if (type == Opcodes.INTEGER) {
      return "takeInt";
    }
    if (type == Opcodes.FLOAT) {
      return "takeFloat";
    }
    return type == Opcodes.LONG ? "takeLong" : "takeDouble";
  }
}
