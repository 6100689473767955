package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.BasicBlock;
import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.cfg.Edge;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * An upper bound of how many monitors a frame holds at the start of each block (its own, if the
 * method is synchronized, not counted). Forward data flow, maximum at joins; a handler may be
 * entered with whatever any instruction it covers had. A bound above {@link #MANY} means that
 * monitors are not structured; it never drops below the truth, since an unlock lowers both by one.
 */
final class MonitorDepth {
  private static final int MANY = 8;

  private final int[] atStart;

  private MonitorDepth(int[] atStart) {
    this.atStart = atStart;
  }

  static MonitorDepth of(MethodNode method, CodeOrdinals code, Cfg cfg) {
    int[] atStart = new int[cfg.blocks().size()];
    if (usesMonitors(code)) {
      Arrays.fill(atStart, -1);
      flow(method, code, cfg, atStart);
    }
    return new MonitorDepth(atStart);
  }

  int at(int block) {
    return atStart[block];
  }

  private static boolean usesMonitors(CodeOrdinals code) {
    for (int i = 0; i < code.count(); i++) {
      if (code.instruction(i).getOpcode() == Opcodes.MONITORENTER) {
        return true;
      }
    }
    return false;
  }

  private static void flow(MethodNode method, CodeOrdinals code, Cfg cfg, int[] atStart) {
    Deque<Integer> work = new ArrayDeque<>();
    raise(atStart, 0, 0, work);
    while (!work.isEmpty()) {
      BasicBlock block = cfg.blocks().get(work.remove());
      int depth = atStart[block.index()];
      for (int i = block.start(); i < block.end(); i++) {
        for (TryCatchBlockNode region : method.tryCatchBlocks) {
          if (code.of(region.start) <= i && i < code.of(region.end)) {
            raise(atStart, cfg.blockAt(code.of(region.handler)).index(), depth, work);
          }
        }
        int opcode = code.instruction(i).getOpcode();
        if (opcode == Opcodes.MONITORENTER) {
          depth = Math.min(depth + 1, MANY);
        } else if (opcode == Opcodes.MONITOREXIT) {
          depth = depth == MANY ? MANY : Math.max(depth - 1, 0);
        }
      }
      for (Edge edge : cfg.outgoing(block.index())) {
        if (edge.to() != cfg.root()) {
          raise(atStart, edge.to(), depth, work);
        }
      }
    }
  }

  private static void raise(int[] atStart, int block, int depth, Deque<Integer> work) {
    if (depth > atStart[block]) {
      atStart[block] = depth;
      work.add(block);
    }
  }
}
