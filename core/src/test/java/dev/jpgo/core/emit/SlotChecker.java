package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Translation validation of slots: follows which values each slot holds on all paths, and checks
 * that each LOAD finds its value. It knows nothing of liveness, interference or coalescing, only
 * what the graph says a phi receives from a predecessor.
 */
final class SlotChecker {
  private final Emission emission;
  private final List<Map<Integer, Set<Instr>>> states = new ArrayList<>();
  private final Deque<Segment> worklist = new ArrayDeque<>();
  private final List<Set<Instr>> stack = new ArrayList<>();
  private Map<Integer, Set<Instr>> slots = new HashMap<>();
  private boolean checking;

  private SlotChecker(Emission emission) {
    this.emission = emission;
  }

  /**
   * Checks all code that can be reached.
   *
   * @throws AssertionError when a slot does not hold what is loaded from it
   */
  static void check(Emission emission) {
    new SlotChecker(emission).run();
  }

  private void run() {
    for (int i = 0; i < emission.chains().segments().size(); i++) {
      states.add(null);
    }
    Map<Integer, Set<Instr>> entry = new HashMap<>();
    int slot = 0;
    for (Instr parameter : emission.graph().params()) {
      entry.put(slot, Set.of(parameter));
      slot += parameter.type().kind().slots();
    }
    Segment first = emission.chains().segmentOf(emission.graph().entry());
    states.set(first.index, entry);
    worklist.add(first);
    while (!worklist.isEmpty()) {
      run(worklist.remove());
    }
    checking = true;
    for (Segment segment : emission.chains().segments()) {
      if (states.get(segment.index) != null) {
        run(segment);
      }
    }
  }

  private void run(Segment segment) {
    slots = new HashMap<>(states.get(segment.index));
    stack.clear();
    for (Instr value : segment.entryStack) {
      stack.add(Set.of(value));
    }
    for (Item item = segment.first; item != null; item = item.next) {
      step(item);
    }
    if (!checking) {
      Block tail = segment.tail();
      for (Block successor : tail.successors()) {
        enter(successor, tail, false);
      }
    }
  }

  private void step(Item item) {
    switch (item.kind) {
      case LOAD -> {
        Set<Instr> held = slots.getOrDefault(emission.slots().slot(item.value), Set.of());
        if (checking && !held.contains(item.value)) {
          throw new AssertionError(
              emission.graph().method()
                  + ": "
                  + item.value
                  + " is loaded, but its slot holds "
                  + held);
        }
        stack.add(held);
      }
      case CONST -> stack.add(Set.of(item.value));
      case STORE -> store(item.value, pop());
      case INCREMENT -> increment(item);
      case CLEAR -> put(item.operand, 1, Set.of());
      case STACK -> shuffle(item.operand);
      case OP -> {
        if (item.value.op() == Op.CATCH) {
          forget(item.value);
          return;
        }
        if (item.throwing && !checking) {
          for (Block.Handler handler : item.block.handlers()) {
            enter(handler.target(), item.block, true);
          }
        }
        for (int i = 0; i < item.value.inputs().size(); i++) {
          pop();
        }
        if (item.value.type().kind().slots() > 0) {
          forget(item.value);
          stack.add(Set.of(item.value));
        }
      }
    }
  }

  /** A value is computed anew: what slots still hold of it is from another time round. */
  private void forget(Instr value) {
    for (Map.Entry<Integer, Set<Instr>> entry : slots.entrySet()) {
      if (entry.getValue().contains(value)) {
        Set<Instr> rest = new HashSet<>(entry.getValue());
        rest.remove(value);
        entry.setValue(rest);
      }
    }
  }

  private void increment(Item item) {
    Instr sum = item.copied;
    Set<Instr> held = slots.getOrDefault(emission.slots().slot(item.value), Set.of());
    if (checking && !held.contains(sum.input(0)) && !held.contains(sum.input(1))) {
      throw new AssertionError(emission.graph().method() + ": " + sum + " counts on from " + held);
    }
    forget(sum);
    store(item.value, Set.of(sum));
  }

  private Set<Instr> pop() {
    return stack.remove(stack.size() - 1);
  }

  private Set<Instr> peek(int below) {
    return stack.get(stack.size() - 1 - below);
  }

  private static int width(Set<Instr> values) {
    return values.isEmpty() ? 1 : values.iterator().next().type().kind().slots();
  }

  private void shuffle(int opcode) {
    switch (opcode) {
      case Opcodes.POP, Opcodes.POP2 -> pop();
      case Opcodes.DUP -> stack.add(peek(0));
      case Opcodes.DUP2 -> {
        if (width(peek(0)) == 1) {
          stack.add(peek(1));
          stack.add(peek(1));
        } else {
          stack.add(peek(0));
        }
      }
      case Opcodes.SWAP -> stack.add(stack.remove(stack.size() - 2));
      case Opcodes.DUP_X1, Opcodes.DUP2_X1 -> stack.add(stack.size() - 2, peek(0));
      default -> {
        boolean wide = width(peek(1)) == 2;
        stack.add(stack.size() - (wide ? 2 : 3), peek(0));
      }
    }
  }

  private void store(Instr value, Set<Instr> content) {
    int slot = emission.slots().slot(value);
    put(slot, value.type().kind().slots(), new HashSet<>(content));
  }

  private void put(int slot, int width, Set<Instr> held) {
    Set<Instr> below = slots.get(slot - 1);
    if (below != null && width(below) == 2) {
      slots.remove(slot - 1);
    }
    slots.put(slot, held);
    if (width == 2) {
      slots.remove(slot + 1);
    }
  }

  /** Flows to a block: phis of it are in their slots if what they receive is. */
  private void enter(Block block, Block from, boolean exceptional) {
    Map<Integer, Set<Instr>> arriving = new HashMap<>();
    Set<Instr> anew = new HashSet<>();
    for (Instr phi : block.phis()) {
      anew.add(phi);
      anew.add(emission.copies().filledFor(phi));
    }
    for (Map.Entry<Integer, Set<Instr>> entry : slots.entrySet()) {
      Set<Instr> held = new HashSet<>(entry.getValue());
      held.removeAll(anew);
      arriving.put(entry.getKey(), held);
    }
    for (Instr phi : block.phis()) {
      Instr filled = exceptional ? emission.copies().filledFor(phi) : phi;
      if (emission.liveness().variable(filled) >= 0) {
        int slot = emission.slots().slot(filled);
        Instr input = block.phiInput(phi, from);
        if (holds(slots.getOrDefault(slot, Set.of()), input)) {
          // A phi and its stand-in are one value as the block starts.
          Set<Instr> held = arriving.computeIfAbsent(slot, key -> new HashSet<>());
          held.add(filled);
          held.add(phi);
        }
      }
    }
    Segment segment = emission.chains().segmentOf(block);
    Map<Integer, Set<Instr>> known = states.get(segment.index);
    if (known == null) {
      states.set(segment.index, arriving);
      worklist.add(segment);
      return;
    }
    boolean changed = false;
    for (Map.Entry<Integer, Set<Instr>> entry : known.entrySet()) {
      Set<Instr> other = arriving.getOrDefault(entry.getKey(), Set.of());
      Set<Instr> both = new HashSet<>(entry.getValue());
      changed |= both.retainAll(other);
      entry.setValue(both);
    }
    if (changed && !worklist.contains(segment)) {
      worklist.add(segment);
    }
  }

  private static boolean holds(Set<Instr> held, Instr input) {
    for (Instr value : held) {
      if (Interference.isSame(value, input)) {
        return true;
      }
    }
    return false;
  }
}
