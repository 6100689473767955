package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.runtime.JpgoTrial;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A method with two bodies, its original and its optimized one, of which each call runs one:
 *
 * <pre>
 *   token = JpgoTrials.begin(n);
 *   if ((token &amp; OPTIMIZED) == 0) { original } else { optimized }
 * </pre>
 *
 * with {@code JpgoTrials.end(token, n)} in front of each return. Sound because each body is what
 * the method does, and nothing of the program lies between the choice and the body. What is added
 * throws nothing but a stack overflow at the entry, which no handler of the method covers; the
 * calls in front of returns are taken out of all handlers' ranges, too.
 */
public final class TrialCode {
  /** A method that is longer is not compiled (HotSpot's HugeMethodLimit). */
  public static final int MOST_BYTES = 8000;

  /** From this class-file version on every method that needs frames has them. */
  private static final int FRAMES = 51;

  /** Length of what is put in front of a return, at most. */
  private static final int END = 10;

  private final String owner;
  private final int trial;
  private final int token;

  private TrialCode(String owner, int trial, int token) {
    this.owner = owner;
    this.trial = trial;
    this.token = token;
  }

  /**
   * Makes such a method.
   *
   * @param owner internal name of its class
   * @param classVersion major class-file version of that class
   * @param original with its frames expanded; used up
   * @param optimized with its frames expanded; left as it is
   * @param trial number of the trial
   * @return null where it would be too long to be compiled, or cannot be made
   */
  public static @Nullable MethodNode of(
      String owner, int classVersion, MethodNode original, MethodNode optimized, int trial) {
    if (classVersion < FRAMES
        || original.name.startsWith("<")
        || size(original) + size(optimized) > MOST_BYTES) {
      return null;
    }
    MethodNode second = copy(optimized);
    int token = Math.max(original.maxLocals, second.maxLocals);
    TrialCode code = new TrialCode(owner, trial, token);
    return code.join(original, second);
  }

  private static MethodNode copy(MethodNode method) {
    MethodNode copy =
        new MethodNode(Opcodes.ASM9, method.access, method.name, method.desc, null, null);
    method.accept(copy);
    method.instructions.resetLabels(); // they have those of the copy
    return copy;
  }

  private MethodNode join(MethodNode first, MethodNode second) {
    StackFrames.Frame entry =
        StackFrames.of(owner, first, CodeOrdinals.of(first))
            .initial()
            .withLocal(token, Opcodes.INTEGER);
    int line = firstLine(first);
    end(first);
    end(second);
    LabelNode other = new LabelNode();
    Code choice =
        new Code()
            .line(line)
            .push(trial)
            .call(Opcodes.INVOKESTATIC, RuntimeNames.TRIALS, "begin", "(I)I")
            .var(Opcodes.ISTORE, token)
            .var(Opcodes.ILOAD, token)
            .push(JpgoTrial.OPTIMIZED)
            .insn(Opcodes.IAND)
            .jump(Opcodes.IFNE, other);
    // A NOP, so that no two frames meet at one place.
    Code between = new Code().label(other).line(line).frame(entry).insn(Opcodes.NOP);
    first.instructions.insert(choice.list());
    first.instructions.add(between.list());
    first.instructions.add(second.instructions);
    first.tryCatchBlocks.addAll(second.tryCatchBlocks);
    if (first.localVariables != null && second.localVariables != null) {
      first.localVariables.addAll(second.localVariables);
    }
    first.maxLocals = token + 1;
    first.maxStack = Math.max(2, Math.max(first.maxStack, second.maxStack));
    return first;
  }

  /** Gives a body's frames the token, and has it say when it returns. */
  private void end(MethodNode body) {
    List<LabelNode[]> added = new ArrayList<>();
    for (AbstractInsnNode node = body.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node instanceof FrameNode frame) {
        StackFrames.Frame longer =
            new StackFrames.Frame(frame.local, frame.stack).withLocal(token, Opcodes.INTEGER);
        frame.local = new ArrayList<>(longer.locals());
      } else if (isReturn(node)) {
        LabelNode[] range = {new LabelNode(), new LabelNode()};
        Code call =
            new Code()
                .label(range[0])
                .var(Opcodes.ILOAD, token)
                .push(trial)
                .call(Opcodes.INVOKESTATIC, RuntimeNames.TRIALS, "end", "(II)V")
                .label(range[1]);
        body.instructions.insertBefore(node, call.list());
        added.add(range);
      }
    }
    uncover(body, added);
    body.maxStack += 2;
  }

  private static boolean isReturn(AbstractInsnNode node) {
    return Opcodes.IRETURN <= node.getOpcode() && node.getOpcode() <= Opcodes.RETURN;
  }

  private static void uncover(MethodNode body, List<LabelNode[]> added) {
    List<TryCatchBlockNode> ranges = new ArrayList<>();
    for (TryCatchBlockNode block : body.tryCatchBlocks) {
      LabelNode start = block.start;
      int end = body.instructions.indexOf(block.end);
      for (LabelNode[] gap : added) {
        int at = body.instructions.indexOf(gap[0]);
        if (body.instructions.indexOf(start) <= at && at < end) {
          addRange(ranges, block, start, gap[0]);
          start = gap[1];
        }
      }
      addRange(ranges, block, start, block.end);
    }
    body.tryCatchBlocks = ranges;
  }

  private static void addRange(
      List<TryCatchBlockNode> ranges, TryCatchBlockNode block, LabelNode start, LabelNode end) {
    for (AbstractInsnNode node = start; node != end && node != null; node = node.getNext()) {
      if (node.getOpcode() >= Opcodes.NOP) {
        ranges.add(new TryCatchBlockNode(start, end, block.handler, block.type));
        return;
      }
    }
  }

  private static int firstLine(MethodNode method) {
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof LineNumberNode number) {
        return number.line;
      }
    }
    return 0;
  }

  /** Length of a method's code in bytes, or a little more. */
  private static int size(MethodNode method) {
    int size = 0;
    for (AbstractInsnNode node : method.instructions) {
      size += size(node);
    }
    return size;
  }

  private static int size(AbstractInsnNode node) {
    return switch (node.getType()) {
      case AbstractInsnNode.LABEL, AbstractInsnNode.LINE, AbstractInsnNode.FRAME -> 0;
      case AbstractInsnNode.INSN -> isReturn(node) ? 1 + END : 1;
      case AbstractInsnNode.VAR_INSN -> ((VarInsnNode) node).var < 256 ? 2 : 4;
      case AbstractInsnNode.IINC_INSN -> ((IincInsnNode) node).var < 256 ? 3 : 6;
      case AbstractInsnNode.INVOKE_DYNAMIC_INSN -> 5;
      case AbstractInsnNode.METHOD_INSN -> node.getOpcode() == Opcodes.INVOKEINTERFACE ? 5 : 3;
      case AbstractInsnNode.MULTIANEWARRAY_INSN -> 4;
      case AbstractInsnNode.TABLESWITCH_INSN -> 16 + 4 * ((TableSwitchInsnNode) node).labels.size();
      case AbstractInsnNode.LOOKUPSWITCH_INSN ->
          12 + 8 * ((LookupSwitchInsnNode) node).labels.size();
      default -> 3;
    };
  }
}
