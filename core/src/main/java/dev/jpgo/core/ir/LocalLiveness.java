package dev.jpgo.core.ir;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Which local variable slots are live at the start of each raw block: may be read before they are
 * written. What a handler reads is read by the first instruction of a block that may throw to it,
 * and so live before.
 */
final class LocalLiveness {
  private final RawBlocks blocks;
  private final int words;
  private final long[] live;
  private final long[] handled;

  /** Slots not written before the first instruction that may throw. */
  private final long[] exposed;

  LocalLiveness(LinearCode code, RawBlocks blocks) {
    this.blocks = blocks;
    words = (code.method.maxLocals + 63) >>> 6;
    int size = blocks.count() * words;
    live = new long[size];
    handled = new long[size];
    exposed = code.method.tryCatchBlocks.isEmpty() ? live : new long[size];
    long[] kept = new long[size];
    for (int block = 0; block < blocks.count(); block++) {
      scan(code, block, kept);
      if (blocks.entries[block].length > 0) {
        expose(code, block);
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int block = blocks.count() - 1; block >= 0; block--) {
        changed |= update(block, kept);
      }
    }
  }

  /** Sets {@code live} to the slots read first, and {@code kept} to those not written. */
  private void scan(LinearCode code, int block, long[] kept) {
    int base = block * words;
    for (int word = 0; word < words; word++) {
      kept[base + word] = -1;
    }
    for (int i = blocks.starts[block + 1] - 1; i >= blocks.starts[block]; i--) {
      int opcode = code.opcodes[i];
      if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
        int local = ((VarInsnNode) code.instructions[i]).var;
        live[base + (local >>> 6)] |= 1L << local;
      } else if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
        int local = ((VarInsnNode) code.instructions[i]).var;
        live[base + (local >>> 6)] &= ~(1L << local);
        kept[base + (local >>> 6)] &= ~(1L << local);
      } else if (opcode == Opcodes.IINC) {
        int local = ((IincInsnNode) code.instructions[i]).var;
        live[base + (local >>> 6)] |= 1L << local;
      }
    }
  }

  private void expose(LinearCode code, int block) {
    int base = block * words;
    for (int word = 0; word < words; word++) {
      exposed[base + word] = -1;
    }
    for (int i = blocks.starts[block]; !code.throwing[i]; i++) {
      int opcode = code.opcodes[i];
      if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
        int local = ((VarInsnNode) code.instructions[i]).var;
        exposed[base + (local >>> 6)] &= ~(1L << local);
      }
    }
  }

  private boolean update(int block, long[] kept) {
    boolean changed = false;
    int base = block * words;
    for (int word = 0; word < words; word++) {
      long out = 0;
      for (int successor : blocks.successors[block]) {
        out |= live[successor * words + word];
      }
      long caught = 0;
      for (int entry : blocks.entries[block]) {
        caught |= live[blocks.handlers[entry] * words + word];
      }
      handled[base + word] = caught;
      long in = live[base + word] | (out & kept[base + word]);
      if (caught != 0) {
        in |= caught & exposed[base + word];
      }
      if (in != live[base + word]) {
        live[base + word] = in;
        changed = true;
      }
    }
    return changed;
  }

  boolean isLive(int block, int local) {
    return (live[block * words + (local >>> 6)] & (1L << local)) != 0;
  }

  /** Whether a slot is live into a handler of the block. */
  boolean isLiveIntoHandlers(int block, int local) {
    return (handled[block * words + (local >>> 6)] & (1L << local)) != 0;
  }
}
