package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.BasicBlock;
import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.cfg.Edge;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Where a method may have objects whose constructor has not been called: the verifier lets their
 * monitors be entered (JVMS 4.10.1.9), but nobody else may be handed them.
 *
 * <p>Forward data flow over an upper bound: one more at each {@code new}, one less at each call of
 * a constructor, which initializes exactly one of them. The maximum holds where ways meet. An
 * exception clears the operand stack, so a handler has none, if none is ever stored in a local.
 * Where one might be, and in constructors, whose own object is such for a while, nothing is known.
 */
final class FreshObjects {
  private static final int MANY = 8;

  private final CodeOrdinals code;
  private final Cfg cfg;
  private final int[] atStart;
  private final BitSet some = new BitSet();
  private boolean stored;

  private FreshObjects(CodeOrdinals code, Cfg cfg) {
    this.code = code;
    this.cfg = cfg;
    this.atStart = new int[cfg.blocks().size()];
  }

  /** Ordinals of the instructions before which there may be such an object. */
  static BitSet of(MethodNode method, CodeOrdinals code, Cfg cfg) {
    FreshObjects fresh = new FreshObjects(code, cfg);
    fresh.flow(method);
    if (fresh.stored || method.name.equals("<init>")) {
      fresh.some.set(0, code.count());
    }
    return fresh.some;
  }

  private void flow(MethodNode method) {
    Arrays.fill(atStart, -1);
    Deque<Integer> work = new ArrayDeque<>();
    raise(0, 0, work);
    for (TryCatchBlockNode region : method.tryCatchBlocks) {
      raise(cfg.blockAt(code.of(region.handler)).index(), 0, work);
    }
    while (!work.isEmpty()) {
      BasicBlock block = cfg.blocks().get(work.remove());
      int depth = through(block, atStart[block.index()]);
      for (Edge edge : cfg.outgoing(block.index())) {
        if (edge.to() != cfg.root()) {
          raise(edge.to(), depth, work);
        }
      }
    }
  }

  private int through(BasicBlock block, int before) {
    int depth = before;
    for (int i = block.start(); i < block.end(); i++) {
      AbstractInsnNode instruction = code.instruction(i);
      if (depth > 0) {
        some.set(i);
        stored |= instruction.getOpcode() == Opcodes.ASTORE;
      }
      if (instruction.getOpcode() == Opcodes.NEW) {
        depth = Math.min(depth + 1, MANY);
      } else if (instruction instanceof MethodInsnNode call && call.name.equals("<init>")) {
        depth = depth == MANY ? MANY : Math.max(depth - 1, 0);
      }
    }
    return depth;
  }

  private void raise(int block, int depth, Deque<Integer> work) {
    if (depth > atStart[block]) {
      atStart[block] = depth;
      work.add(block);
    }
  }
}
