package dev.jpgo.core.ir;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Which local variable slots are live at the start of each raw block: may be read before they are
 * written. A slot that is live into a handler is live at the start of every block it protects.
 */
final class LocalLiveness {
  private final RawBlocks blocks;
  private final int words;
  private final long[] live;
  private final long[] handled;

  LocalLiveness(LinearCode code, RawBlocks blocks) {
    this.blocks = blocks;
    words = (code.method.maxLocals + 63) >>> 6;
    int size = blocks.count() * words;
    live = new long[size];
    handled = new long[size];
    long[] kept = new long[size];
    for (int block = 0; block < blocks.count(); block++) {
      scan(code, block, kept);
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
      long in = live[base + word] | (out & kept[base + word]) | caught;
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
