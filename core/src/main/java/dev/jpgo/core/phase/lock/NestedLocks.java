package dev.jpgo.core.phase.lock;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LockedPlaces;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.phase.simplify.GraphPhase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Takes away locks and unlocks of monitors that are held around them anyway: in a synchronized
 * method those of its receiver, in a region those of the value that the region locks.
 *
 * <p><b>Why nobody notices.</b> Entering a monitor that the thread owns counts up, leaving it
 * counts down (JVMS 6.5); no other thread can own it in between, whatever the count. All of a
 * method's locks must be balanced ({@link LockNesting}), so each lock goes together with all its
 * unlocks, and the region around keeps its own. What synchronizes with other threads are the
 * outermost lock and unlock (JLS 17.4.4), which stay where they are. Object.wait gives up all the
 * counts at once and takes them back. The value that is locked cannot be null: it was locked
 * before. Values are compared, not variables.
 */
public final class NestedLocks implements GraphPhase {
  @Override
  public String name() {
    return "nested-locks";
  }

  @Override
  public int run(Graph graph) {
    if (!LockNesting.hasMonitors(graph)) {
      return 0;
    }
    LockNesting nesting = LockNesting.of(graph).orElse(null);
    if (nesting == null) {
      return 0;
    }
    int removed = 0;
    for (Block block : graph.blocks()) {
      for (Instr instr : List.copyOf(block.body())) {
        if (LockNesting.isMonitor(instr) && nesting.isInner(instr)) {
          LockedPlaces.remove(block, instr);
          removed++;
        }
      }
    }
    if (removed > 0) {
      dropEmptyHandlers(graph);
      DeadCode.removeUnreachable(graph);
    }
    return removed;
  }

  /**
   * Handlers that only throw on, to where the exception would go without them, and with the same
   * values there: what it is thrown on from may be seen with others than what it was thrown by.
   */
  public static void dropEmptyHandlers(Graph graph) {
    for (Block block : graph.blocks()) {
      List<Block.Handler> handlers = new ArrayList<>(block.handlers());
      for (int i = handlers.size() - 1; i >= 0; i--) {
        Block target = handlers.get(i).target();
        Block last = throwsOn(target);
        if (last != null
            && handlers.get(i).catchType() == null
            && last.handlers().equals(handlers.subList(i + 1, handlers.size()))
            && giveTheSame(last, block)) {
          handlers.remove(i);
        }
      }
      if (handlers.size() < block.handlers().size()) {
        block.setHandlers(handlers);
      }
    }
  }

  /** Whether the handlers of one block receive from it what they receive from another. */
  private static boolean giveTheSame(Block last, Block block) {
    for (Block.Handler handler : last.handlers()) {
      Block target = handler.target();
      for (Instr phi : target.phis()) {
        if (target.phiInput(phi, last) != target.phiInput(phi, block)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The block in which a handler that does nothing else throws on; null if it does more. */
  private static @Nullable Block throwsOn(Block handler) {
    if (!handler.phis().isEmpty()
        || handler.body().size() != 1
        || handler.body().get(0).op() != Op.CATCH) {
      return null;
    }
    Block last = handler;
    if (last.terminator().op() == Opcodes.GOTO) { // javac's handlers cover themselves, but for that
      last = last.successors().get(0);
      if (!last.phis().isEmpty() || !last.body().isEmpty()) {
        return null;
      }
    }
    Instr end = last.terminator();
    return end.op() == Opcodes.ATHROW && end.input(0) == handler.body().get(0) ? last : null;
  }
}
