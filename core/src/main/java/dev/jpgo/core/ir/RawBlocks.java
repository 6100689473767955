package dev.jpgo.core.ir;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The basic blocks of bytecode: no jump into or out of the middle of one, one set of handlers for
 * all of it. Numbered in code order; unreachable ones included.
 */
final class RawBlocks {
  private static final int[] NONE = {};

  /** Number of the first instruction of each block, and of the end of the code. */
  final int[] starts;

  /** Normal successors by block, in the order of {@link Block#successors}, not distinct. */
  final int[][] successors;

  /**
   * By block: numbers of the try-catch entries that apply to it, in order of precedence; none when
   * nothing in it may throw.
   */
  final int[][] entries;

  /** By try-catch entry: the block it leads to. */
  final int[] handlers;

  /** By try-catch entry: the class it catches; null for any. */
  final @Nullable String[] catchTypes;

  /** By block: whether code flows or jumps to it. */
  final boolean[] entered;

  /** By block: whether it is the handler of an entry that applies somewhere. */
  final boolean[] catches;

  private final LinearCode code;
  private final int[] blockAt;

  RawBlocks(LinearCode code) throws UnsupportedMethodException {
    this.code = code;
    boolean[] leaders = leaders(code);
    int count = 0;
    blockAt = new int[code.size()];
    for (int i = 0; i < code.size(); i++) {
      if (leaders[i]) {
        count++;
      }
      blockAt[i] = count - 1;
    }
    starts = new int[count + 1];
    for (int i = code.size() - 1; i >= 0; i--) {
      starts[blockAt[i]] = i;
    }
    starts[count] = code.size();
    successors = new int[count][];
    entered = new boolean[count];
    for (int block = 0; block < count; block++) {
      successors[block] = successors(block);
      for (int successor : successors[block]) {
        entered[successor] = true;
      }
    }
    List<TryCatchBlockNode> table = code.method.tryCatchBlocks;
    handlers = new int[table.size()];
    catchTypes = new @Nullable String[table.size()];
    entries = new int[count][];
    catches = new boolean[count];
    Arrays.fill(entries, NONE);
    for (int i = 0; i < handlers.length; i++) {
      protect(i, table.get(i));
    }
  }

  int count() {
    return starts.length - 1;
  }

  private static boolean[] leaders(LinearCode code) throws UnsupportedMethodException {
    boolean[] leaders = new boolean[code.size() + 1];
    leaders[0] = true;
    for (int i = 0; i < code.size(); i++) {
      int opcode = code.opcodes[i];
      if (opcode < Opcodes.IFEQ || !Op.isTerminator(opcode)) {
        continue;
      }
      leaders[i + 1] = true;
      if (code.instructions[i] instanceof JumpInsnNode jump) {
        leaders[code.target(jump.label)] = true;
      } else if (opcode == Opcodes.TABLESWITCH) {
        TableSwitchInsnNode table = (TableSwitchInsnNode) code.instructions[i];
        markAll(leaders, code, table.dflt, table.labels);
      } else if (opcode == Opcodes.LOOKUPSWITCH) {
        LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) code.instructions[i];
        markAll(leaders, code, lookup.dflt, lookup.labels);
      }
    }
    for (TryCatchBlockNode entry : code.method.tryCatchBlocks) {
      leaders[code.target(entry.start)] = true;
      leaders[code.target(entry.end)] = true;
      int handler = code.target(entry.handler);
      if (handler == code.size()) {
        throw new UnsupportedMethodException("a handler lies behind the end of its code");
      }
      leaders[handler] = true;
    }
    return leaders;
  }

  private static void markAll(
      boolean[] leaders, LinearCode code, LabelNode otherwise, List<LabelNode> labels) {
    leaders[code.target(otherwise)] = true;
    for (int i = 0; i < labels.size(); i++) {
      leaders[code.target(labels.get(i))] = true;
    }
  }

  private int[] successors(int block) throws UnsupportedMethodException {
    int last = starts[block + 1] - 1;
    int opcode = code.opcodes[last];
    if (Op.isReturn(opcode) || opcode == Opcodes.ATHROW) {
      return NONE;
    }
    if (code.instructions[last] instanceof JumpInsnNode jump) {
      return opcode == Opcodes.GOTO
          ? new int[] {at(jump.label)}
          : new int[] {at(jump.label), at(last + 1)};
    }
    if (opcode == Opcodes.TABLESWITCH) {
      TableSwitchInsnNode table = (TableSwitchInsnNode) code.instructions[last];
      return switchTargets(table.dflt, table.labels);
    }
    if (opcode == Opcodes.LOOKUPSWITCH) {
      LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) code.instructions[last];
      return switchTargets(lookup.dflt, lookup.labels);
    }
    return new int[] {at(last + 1)};
  }

  private int[] switchTargets(LabelNode otherwise, List<LabelNode> labels)
      throws UnsupportedMethodException {
    int[] targets = new int[labels.size() + 1];
    targets[0] = at(otherwise);
    for (int i = 0; i < labels.size(); i++) {
      targets[i + 1] = at(labels.get(i));
    }
    return targets;
  }

  private int at(LabelNode label) throws UnsupportedMethodException {
    return at(code.target(label));
  }

  private int at(int index) throws UnsupportedMethodException {
    if (index >= blockAt.length) {
      throw new UnsupportedMethodException("control falls off the end of its code");
    }
    return blockAt[index];
  }

  private void protect(int number, TryCatchBlockNode entry) throws UnsupportedMethodException {
    handlers[number] = at(entry.handler);
    catchTypes[number] = entry.type;
    int start = code.target(entry.start);
    int end = code.target(entry.end);
    if (start >= end) {
      return;
    }
    int stop = end == code.size() ? count() : blockAt[end];
    for (int block = blockAt[start]; block < stop; block++) {
      if (mayThrow(block) && !shadowed(entries[block], number)) {
        int[] old = entries[block];
        entries[block] = Arrays.copyOf(old, old.length + 1);
        entries[block][old.length] = number;
        catches[handlers[number]] = true;
      }
    }
  }

  private boolean mayThrow(int block) {
    for (int i = starts[block]; i < starts[block + 1]; i++) {
      if (code.throwing[i]) {
        return true;
      }
    }
    return false;
  }

  /** Whether an earlier entry of a block catches all that this one could. */
  private boolean shadowed(int[] earlier, int number) {
    String type = catchTypes[number];
    for (int other : earlier) {
      String caught = catchTypes[other];
      if (caught == null || caught.equals("java/lang/Throwable") || caught.equals(type)) {
        return true;
      }
    }
    return false;
  }
}
