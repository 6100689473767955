package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.UnsupportedMethodException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * The exception table. Each throwing instruction is in the ranges of its block's handlers and in no
 * other. Ranges of one handler are joined over instructions between that cannot throw, unless a
 * slot that is live into the handler has another content there: the verifier looks at every
 * instruction of a range (JVMS 4.10.1.6).
 */
final class ExceptionRanges {
  /** Instructions from {@code first} to {@code last}, both included. */
  record Range(Block.Handler handler, AbstractInsnNode first, AbstractInsnNode last) {}

  private record Open(AbstractInsnNode first, AbstractInsnNode last) {}

  private final SlotLiveness liveness;
  private final SlotAllocation slots;
  private final Map<Block.Handler, Open> open = new LinkedHashMap<>();
  private final Map<Block.Handler, List<Range>> ranges = new LinkedHashMap<>();
  private final Set<List<Block.Handler>> lists = new HashSet<>();

  /** In the order of the code, so that a method always comes out the same. */
  private final Map<Block.Handler, Set<Block.Handler>> inner = new HashMap<>();

  ExceptionRanges(SlotLiveness liveness, SlotAllocation slots) {
    this.liveness = liveness;
    this.slots = slots;
  }

  /**
   * An instruction that may throw was emitted.
   *
   * @param first the first of those that it may be taken to be thrown at; no store is among them
   * @param last the instruction
   */
  void onThrowing(Block block, AbstractInsnNode first, AbstractInsnNode last) {
    List<Block.Handler> handlers = block.handlers();
    if (open.isEmpty() && handlers.isEmpty()) {
      return;
    }
    closeExcept(handlers);
    for (int i = 0; i < handlers.size(); i++) {
      Block.Handler handler = handlers.get(i);
      Open range = open.get(handler);
      open.put(handler, new Open(range == null ? first : range.first, last));
    }
    if (handlers.size() > 1 && lists.add(handlers)) {
      note(handlers);
    }
  }

  private void closeExcept(List<Block.Handler> handlers) {
    for (Block.Handler handler : List.copyOf(open.keySet())) {
      if (!handlers.contains(handler)) {
        close(handler);
      }
    }
  }

  private void close(Block.Handler handler) {
    Open range = open.remove(handler);
    if (range != null) {
      ranges
          .computeIfAbsent(handler, key -> new ArrayList<>(1))
          .add(new Range(handler, range.first, range.last));
    }
  }

  private void note(List<Block.Handler> handlers) {
    for (int i = 1; i < handlers.size(); i++) {
      inner.computeIfAbsent(handlers.get(i), key -> new LinkedHashSet<>()).add(handlers.get(i - 1));
    }
  }

  /** A value was stored. */
  void onStore(Instr value) {
    if (open.isEmpty()) {
      return;
    }
    int slot = slots.slot(value);
    int end = slot + value.type().kind().slots();
    for (Block.Handler handler : List.copyOf(open.keySet())) {
      long[] live = liveness.in(handler.target());
      for (int i = SlotLiveness.next(live, 0); i >= 0; i = SlotLiveness.next(live, i + 1)) {
        Instr expected = liveness.value(i);
        int start = slots.slotOf(i);
        boolean overlaps = start < end && slot < start + expected.type().kind().slots();
        if (overlaps && (start != slot || !isGood(value, expected))) {
          close(handler);
          break;
        }
      }
    }
  }

  private static boolean isGood(Instr value, Instr expected) {
    return value == expected || (expected.isPhi() && expected.inputs().contains(value));
  }

  /** Control may come from elsewhere: what is in the slots is what the frame says. */
  void onJoin(Segment segment, StackSimulation.State state, CodeLayout layout, Chains chains) {
    for (Block.Handler handler : List.copyOf(open.keySet())) {
      Segment target = chains.segmentOf(handler.target());
      StackSimulation.State expected = layout.state(target);
      boolean plain = state.slots().isEmpty() && expected.slots().isEmpty();
      if (!plain || state.receiver() != expected.receiver() || !covers(segment, target)) {
        close(handler);
      }
    }
  }

  private boolean covers(Segment segment, Segment handler) {
    long[] present = liveness.in(segment);
    long[] live = liveness.in(handler);
    for (int i = SlotLiveness.next(live, 0); i >= 0; i = SlotLiveness.next(live, i + 1)) {
      if (!SlotLiveness.contains(present, i) && !hasInput(present, i)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasInput(long[] present, int variable) {
    Instr expected = liveness.value(variable);
    if (!expected.isPhi()) {
      return false;
    }
    for (Instr input : expected.inputs()) {
      int other = liveness.variable(input);
      if (other >= 0
          && SlotLiveness.contains(present, other)
          && slots.slotOf(other) == slots.slotOf(variable)) {
        return true;
      }
    }
    return false;
  }

  /**
   * All ranges in the order of the table: inner handlers first.
   *
   * @throws UnsupportedMethodException when there is no such order: of handlers that cover each
   *     other's code some would come first here and others there
   */
  List<Range> finish() throws UnsupportedMethodException {
    for (Block.Handler handler : List.copyOf(open.keySet())) {
      close(handler);
    }
    List<Range> result = new ArrayList<>();
    Set<Block.Handler> done = new HashSet<>();
    Set<Block.Handler> visiting = new HashSet<>();
    for (Block.Handler handler : ranges.keySet()) {
      add(handler, result, done, visiting);
    }
    return result;
  }

  private void add(
      Block.Handler handler,
      List<Range> result,
      Set<Block.Handler> done,
      Set<Block.Handler> visiting)
      throws UnsupportedMethodException {
    if (done.contains(handler)) {
      return;
    }
    if (!visiting.add(handler)) {
      throw new UnsupportedMethodException("ranges of its handlers lie in each other");
    }
    for (Block.Handler before : inner.getOrDefault(handler, Set.of())) {
      add(before, result, done, visiting);
    }
    done.add(handler);
    result.addAll(ranges.getOrDefault(handler, List.of()));
  }
}
