package dev.jpgo.core.phase.lock;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LockedPlaces;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.phase.memory.BoundedSteps;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.phase.simplify.GraphPhase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Keeps a monitor that is left and, a few instructions later, entered again.
 *
 * <pre>
 *   before:  monitorexit x; a few instructions; monitorenter x; more         (handler: leave x)
 *   after:   a few instructions; more                                        (handler: leave x)
 * </pre>
 *
 * <p>Sound, because what the threads of a program do after it is what they might have done before
 * (JLS 17.4): as if no other thread had happened to enter the monitor in between.
 *
 * <ul>
 *   <li><i>No thread waits for it for ever.</i> What stands in between, and after that until the
 *       monitor is left, is a bounded number of instructions that wait for nothing and run no code
 *       of the program ({@link BoundedSteps}): no calls, no monitors, no branches, no jumps back,
 *       nothing that may load or initialize a class. So whoever wants the monitor gets it a moment
 *       later, and no other is entered, nor is anything else waited for, for the longer.
 *   <li><i>The same monitor</i> is that of the same value, which is not null: it was locked. Both
 *       are in the same monitors around them, or in none ({@link LockNesting}), and there is one
 *       way from the one to the other, so that the locks of a method nest as before (JVMS 2.11.10).
 *   <li><i>Exceptions</i> in between go where they went, by way of the handler that leaves the
 *       monitor for the code behind it: it does nothing else, throws on what it caught, and from
 *       there on handlers are the same and get the same values.
 *   <li><i>Memory.</i> A thread that enters a monitor sees what was done before it was left
 *       (17.4.5); what would have been seen in between by one that was let in there need not be
 *       seen by anyone.
 *   <li>{@code IllegalMonitorStateException} is not thrown where locks are balanced, and to have no
 *       room for a monitor is an error of the VM, which may come less often (JVMS 6.3).
 * </ul>
 */
public final class MergedLocks implements GraphPhase {
  public static final String NAME = "merged-locks";

  /** Instructions for which a monitor is held longer, at most. */
  private static final int MOST = 40;

  private final MemoryContext context;

  public MergedLocks(MemoryContext context) {
    this.context = context;
  }

  /**
   * What lies between two regions.
   *
   * @param exit leaves the monitor
   * @param blocks those with instructions in between, from where the monitor is entered up
   */
  private record Between(Instr exit, List<Block> blocks) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    if (!LockNesting.hasMonitors(graph)) {
      return 0;
    }
    BoundedSteps bounded = new BoundedSteps(context, graph);
    int merged = 0;
    for (Block block : List.copyOf(graph.blocks())) {
      for (Instr instr : List.copyOf(block.body())) {
        if (instr.op() == Opcodes.MONITORENTER && merge(graph, instr, bounded)) {
          merged++;
        }
      }
    }
    if (merged > 0 && LockNesting.of(graph).isEmpty()) {
      throw new IllegalStateException("locks do not nest any more");
    }
    return merged;
  }

  private static boolean merge(Graph graph, Instr enter, BoundedSteps bounded) {
    Between between = between(enter, bounded);
    LockNesting nesting =
        between == null || !isLeftSoon(enter, bounded) ? null : LockNesting.of(graph).orElse(null);
    if (between == null || nesting == null || !nesting.areAlike(between.exit, enter)) {
      return false;
    }
    Instr lock = enter.input(0);
    List<Block.Handler> inside = handlersBehind(enter);
    if (!leaves(inside, lock)) {
      return false;
    }
    List<Block.Handler> outside = lastOf(inside.get(0).target()).handlers();
    List<List<Block.Handler>> regions = new ArrayList<>(List.of(inside));
    addHandlersBefore(between.exit, outside, regions);
    Map<Block, List<Block.Handler>> changed = new LinkedHashMap<>();
    for (Block each : between.blocks) {
      if (!isCovered(each, lock, outside) && LockNesting.mayThrow(each)) {
        List<Block.Handler> fitting = fitting(each, outside, regions);
        if (fitting == null) {
          return false;
        }
        changed.put(each, fitting);
      }
    }
    changed.forEach(
        (each, handlers) -> {
          int at = each.body().indexOf(between.exit);
          // what stands in front of the exit may come before the monitor is entered
          (at > 0 ? BlockSplitter.split(graph, each, at) : each).setHandlers(handlers);
        });
    LockedPlaces.remove(between.exit.home(), between.exit);
    LockedPlaces.remove(enter.home(), enter);
    return true;
  }

  /** Goes up from where a monitor is entered to where it was left; null if that is not clear. */
  private static @Nullable Between between(Instr enter, BoundedSteps bounded) {
    List<Block> blocks = new ArrayList<>();
    Set<Block> seen = new HashSet<>();
    Block block = enter.home();
    int at = block.body().indexOf(enter);
    int count = 0;
    while (seen.add(block)) {
      blocks.add(block);
      for (int i = at - 1; i >= 0; i--) {
        Instr instr = block.body().get(i);
        if (instr.op() == Opcodes.MONITOREXIT && instr.input(0) == enter.input(0)) {
          return new Between(instr, blocks);
        }
        if (!bounded.test(instr) || ++count > MOST) {
          return null;
        }
      }
      if (block.preds().size() != 1 || block.isHandlerEntry()) {
        return null;
      }
      block = block.preds().get(0);
      if (block.terminator().op() != Opcodes.GOTO) {
        return null;
      }
      at = block.body().size();
    }
    return null;
  }

  /** Whether a monitor that is entered is left, on the one way from there, a moment later. */
  private static boolean isLeftSoon(Instr enter, BoundedSteps bounded) {
    Set<Block> seen = new HashSet<>();
    Block block = enter.home();
    int at = block.body().indexOf(enter) + 1;
    int count = 0;
    while (seen.add(block)) {
      for (int i = at; i < block.body().size(); i++) {
        Instr instr = block.body().get(i);
        if (instr.op() == Opcodes.MONITOREXIT && instr.input(0) == enter.input(0)) {
          return true;
        }
        if (instr.op() != Op.LOCKED && !bounded.test(instr) || ++count > MOST) {
          return false;
        }
      }
      if (block.terminator().op() != Opcodes.GOTO) {
        return false;
      }
      block = block.successors().get(0);
      at = 0;
    }
    return false;
  }

  /** The handlers of what is run with the monitor held, which is entered. */
  private static List<Block.Handler> handlersBehind(Instr enter) {
    Block block = enter.home();
    boolean last = block.body().indexOf(enter) == block.body().size() - 1;
    return last && block.terminator().op() == Opcodes.GOTO
        ? block.successors().get(0).handlers()
        : block.handlers();
  }

  /** Those that cover what is in front of where a monitor is left, if they leave it and no more. */
  private static void addHandlersBefore(
      Instr exit, List<Block.Handler> outside, List<List<Block.Handler>> regions) {
    List<Block> before = new ArrayList<>(List.of(exit.home()));
    before.addAll(exit.home().preds());
    for (Block block : before) {
      if (isCovered(block, exit.input(0), outside) && !regions.contains(block.handlers())) {
        regions.add(block.handlers());
      }
    }
  }

  /**
   * Those of a region's handlers by which exceptions of a block come to its own ones, with the same
   * values as without; null if there are none.
   */
  private static @Nullable List<Block.Handler> fitting(
      Block block, List<Block.Handler> outside, List<List<Block.Handler>> regions) {
    for (List<Block.Handler> handlers : regions) {
      if (block.handlers().equals(outside)
          && getTheSame(outside, lastOf(handlers.get(0).target()), block)) {
        return handlers;
      }
    }
    return null;
  }

  /** Whether exceptions of a block leave a monitor, and nothing else, on their way to others. */
  private static boolean isCovered(Block block, Instr lock, List<Block.Handler> outside) {
    return leaves(block.handlers(), lock)
        && lastOf(block.handlers().get(0).target()).handlers().equals(outside);
  }

  /** The same, whatever the others are. Behind what catches everything they need not be named. */
  private static boolean leaves(List<Block.Handler> handlers, Instr lock) {
    if (handlers.isEmpty() || handlers.get(0).catchType() != null) {
      return false;
    }
    Block release = handlers.get(0).target();
    List<Block.Handler> others = handlers.subList(1, handlers.size());
    return leaves(release, lock) && (others.isEmpty() || others.equals(lastOf(release).handlers()));
  }

  /**
   * Whether a handler leaves a monitor and throws on what it caught, and does nothing else. What
   * covers it may be itself: to leave a monitor that is held throws nothing.
   */
  private static boolean leaves(Block handler, Instr lock) {
    List<Instr> body = handler.body();
    Block last = lastOf(handler);
    Instr end = last.terminator();
    return handler.phis().isEmpty()
        && body.size() == 2
        && body.get(0).op() == Op.CATCH
        && body.get(1).op() == Opcodes.MONITOREXIT
        && body.get(1).input(0) == lock
        && (last == handler || last.phis().isEmpty() && last.body().isEmpty())
        && end.op() == Opcodes.ATHROW
        && end.input(0) == body.get(0);
  }

  /** The block in which a handler ends. */
  private static Block lastOf(Block handler) {
    return handler.terminator().op() == Opcodes.GOTO ? handler.successors().get(0) : handler;
  }

  /** Whether handlers receive the same from two blocks. */
  private static boolean getTheSame(List<Block.Handler> handlers, Block one, Block other) {
    for (Block.Handler handler : handlers) {
      Block target = handler.target();
      for (Instr phi : target.phis()) {
        if (target.phiInput(phi, one) != target.phiInput(phi, other)) {
          return false;
        }
      }
    }
    return true;
  }
}
