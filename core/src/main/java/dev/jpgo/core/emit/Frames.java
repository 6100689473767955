package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Stack map frames (JVMS 4.7.4) from the types of the values that are live: every other slot is
 * TOP. The receiver of a constructor is in every frame until another constructor was called, for
 * the verifier forbids to lose it (flagThisUninit, JVMS 4.10.1.4).
 */
final class Frames {
  private final Graph graph;
  private final SlotLiveness liveness;
  private final SlotAllocation slots;
  private final @Nullable LabelNode[] allocations;

  Frames(Graph graph, SlotLiveness liveness, SlotAllocation slots) {
    this.graph = graph;
    this.liveness = liveness;
    this.slots = slots;
    allocations = new @Nullable LabelNode[graph.instrIdBound()];
  }

  /** The frame at the start of a segment. */
  FrameNode at(Segment segment, StackSimulation.State state) {
    @Nullable Instr[] values = live(segment);
    List<Object> locals = new ArrayList<>(values.length);
    for (int slot = 0; slot < values.length; slot++) {
      Instr value = values[slot];
      if (slot == 0 && state.receiver()) {
        locals.add(Opcodes.UNINITIALIZED_THIS);
      } else if (value == null) {
        locals.add(Opcodes.TOP);
      } else {
        locals.add(type(value, state.slots().get(liveness.variable(value))));
        slot += value.type().kind().slots() - 1;
      }
    }
    Instr[] entryStack = segment.entryStack;
    Object[] stack = new Object[entryStack.length];
    for (int i = 0; i < stack.length; i++) {
      boolean isReceiver = state.receiver() && entryStack[i] == receiver();
      stack[i] =
          isReceiver
              ? Opcodes.UNINITIALIZED_THIS
              : type(entryStack[i], segment.entryUninitialized[i]);
    }
    return new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.length, stack);
  }

  private @Nullable Instr receiver() {
    return graph.isStatic() ? null : graph.params().get(0);
  }

  /** By slot: the live value in it. */
  private @Nullable Instr[] live(Segment segment) {
    long[] in = liveness.in(segment);
    @Nullable Instr[] values = new @Nullable Instr[4];
    int bound = graph.isConstructor() ? 1 : 0;
    for (int i = SlotLiveness.next(in, 0); i >= 0; i = SlotLiveness.next(in, i + 1)) {
      Instr value = liveness.value(i);
      int slot = slots.slotOf(i);
      if (slot >= values.length) {
        values = Arrays.copyOf(values, slot * 2);
      }
      Instr present = values[slot];
      values[slot] = present == null ? value : narrower(present, value);
      bound = Math.max(bound, slot + 1);
    }
    return Arrays.copyOf(values, bound);
  }

  /**
   * Of two live values in one slot, which are the same then, the one that was copied to the other:
   * a phi may have a wider type.
   */
  private static Instr narrower(Instr first, Instr second) {
    return first.isPhi() && first.inputs().contains(second) ? second : first;
  }

  private Object type(Instr value, boolean uninitialized) {
    if (uninitialized) {
      return allocation(value);
    }
    ValueType type = value.type();
    return switch (type.kind()) {
      case INT -> Opcodes.INTEGER;
      case LONG -> Opcodes.LONG;
      case FLOAT -> Opcodes.FLOAT;
      case DOUBLE -> Opcodes.DOUBLE;
      case REF -> {
        String name = type.name();
        yield name == null ? Opcodes.NULL : name;
      }
      case VOID -> throw new IllegalStateException(value + " is no value");
    };
  }

  /** The label of a NEW that frames refer to. */
  private LabelNode allocation(Instr value) {
    LabelNode label = allocations[value.id()];
    if (label == null) {
      label = new LabelNode();
      allocations[value.id()] = label;
    }
    return label;
  }

  /** The label to put in front of a NEW, if a frame that was made refers to it. */
  @Nullable LabelNode allocationLabel(Instr value) {
    return allocations[value.id()];
  }
}
