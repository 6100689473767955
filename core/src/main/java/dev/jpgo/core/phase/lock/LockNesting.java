package dev.jpgo.core.phase.lock;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Which monitors a method holds where, if it takes and leaves them like brackets on every path
 * (structured locking, JVMS 2.11.10): every unlock is of the last value locked, paths that meet
 * hold the same, nothing is held at a return, and where something is held an exception finds a
 * handler for everything. A forward flow over blocks; an exception takes along what was held before
 * the instruction that threw it.
 */
public final class LockNesting {
  /** A monitor that is held, and those that were when it was entered. */
  private record Held(Instr lock, @Nullable Held below) {}

  /** What is held at the start of a block. */
  private record State(@Nullable Held held) {}

  private final Map<Instr, Held> monitors = new IdentityHashMap<>();
  private final Map<Block, State> starts = new IdentityHashMap<>();
  private final ArrayDeque<Block> worklist = new ArrayDeque<>();
  private final @Nullable Held atStart;
  private final boolean classLocked;
  private boolean balanced = true;

  private LockNesting(@Nullable Held atStart, boolean classLocked) {
    this.atStart = atStart;
    this.classLocked = classLocked;
  }

  /** Whether a graph has monitor instructions. */
  public static boolean hasMonitors(Graph graph) {
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        if (isMonitor(instr)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The nesting of a graph's locks, if they are balanced. Around those is what the VM locks for a
   * synchronized method.
   */
  public static Optional<LockNesting> of(Graph graph) {
    boolean locked = graph.isSynchronized();
    Held receiver = locked && !graph.isStatic() ? new Held(graph.params().get(0), null) : null;
    LockNesting nesting = new LockNesting(receiver, locked && graph.isStatic());
    nesting.flow(graph);
    return nesting.balanced ? Optional.of(nesting) : Optional.empty();
  }

  /** The instructions that enter monitors. */
  public List<Instr> locks() {
    List<Instr> locks = new ArrayList<>();
    for (Instr monitor : monitors.keySet()) {
      if (monitor.op() == Opcodes.MONITORENTER) {
        locks.add(monitor);
      }
    }
    return locks;
  }

  /** Whether an instruction runs with nothing locked, and no handler covers it. */
  public boolean isUncovered(Instr at) {
    Block block = at.block();
    return block != null
        && block.handlers().isEmpty()
        && !classLocked
        && heldBefore(block, at) == null;
  }

  /** Whether a value is locked where an instruction runs. */
  public boolean holds(Instr at, Instr value) {
    Block block = at.block();
    Held held = block == null ? null : heldBefore(block, at);
    for (; held != null; held = held.below) {
      if (held.lock == value) {
        return true;
      }
    }
    return false;
  }

  /** What is held before an instruction; nothing where the block is not reached. */
  private @Nullable Held heldBefore(Block block, Instr at) {
    State state = starts.get(block);
    Held held = state == null ? null : state.held;
    List<Instr> body = block.body();
    for (int i = 0; i < body.size() && body.get(i) != at; i++) {
      Held known = monitors.get(body.get(i));
      if (known != null) {
        held = body.get(i).op() == Opcodes.MONITORENTER ? known : known.below;
      }
    }
    return held;
  }

  /** Whether two locks or unlocks are of one value, with the same held around them. */
  boolean areAlike(Instr monitor, Instr other) {
    Held held = monitors.get(monitor);
    return held != null && held.equals(monitors.get(other));
  }

  /** Whether a lock or unlock of the graph is of a value that is locked around it as well. */
  boolean isInner(Instr monitor) {
    Held held = monitors.get(monitor);
    if (held == null) {
      return false;
    }
    for (Held below = held.below; below != null; below = below.below) {
      if (below.lock == held.lock) {
        return true;
      }
    }
    return false;
  }

  /** Whether an instruction enters or leaves a monitor. */
  public static boolean isMonitor(Instr instr) {
    return instr.op() == Opcodes.MONITORENTER || instr.op() == Opcodes.MONITOREXIT;
  }

  private void flow(Graph graph) {
    reach(graph.entry(), atStart);
    while (balanced && !worklist.isEmpty()) {
      Block block = worklist.remove();
      State state = starts.get(block);
      Held held = state == null ? null : state.held;
      for (Instr instr : block.body()) {
        if (mayThrow(instr)) {
          thrown(block, held);
        }
        if (instr.op() == Opcodes.MONITORENTER) {
          held = new Held(instr.input(0), held);
          monitors.put(instr, held);
        } else if (instr.op() == Opcodes.MONITOREXIT) {
          if (held == null || held == atStart || held.lock != instr.input(0)) {
            balanced = false;
            return;
          }
          monitors.put(instr, held);
          held = held.below;
        }
      }
      if (block.terminator().op() == Opcodes.ATHROW) {
        thrown(block, held);
      } else if (Op.isReturn(block.terminator().op())) {
        balanced &= Objects.equals(held, atStart);
      }
      for (Block successor : block.successors()) {
        reach(successor, held);
      }
    }
  }

  /** Whether an exception may leave a block. */
  static boolean mayThrow(Block block) {
    List<Instr> body = block.body();
    for (int i = 0; i < body.size(); i++) {
      if (mayThrow(body.get(i))) {
        return true;
      }
    }
    return block.terminator().op() == Opcodes.ATHROW;
  }

  /** Leaving a monitor throws only where locks are not balanced. */
  private static boolean mayThrow(Instr instr) {
    return !Op.isPure(instr.op()) && instr.op() != Op.CATCH && instr.op() != Opcodes.MONITOREXIT;
  }

  private void thrown(Block block, @Nullable Held held) {
    for (Block.Handler handler : block.handlers()) {
      reach(handler.target(), held);
      String type = handler.catchType();
      if (type == null || type.equals("java/lang/Throwable")) {
        return;
      }
    }
    balanced &= Objects.equals(held, atStart);
  }

  private void reach(Block block, @Nullable Held held) {
    State known = starts.get(block);
    if (known == null) {
      starts.put(block, new State(held));
      worklist.add(block);
    } else if (!Objects.equals(known.held, held)) {
      balanced = false;
    }
  }
}
