package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Kind;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.UnsupportedMethodException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Runs the items of all segments on a symbolic operand stack, from the entry on: finds the stack at
 * the start of each segment, its depth, and which objects are not yet initialized where (JVMS
 * 4.10.1.9). It also checks that each operation gets exactly the operands that the graph says.
 */
final class StackSimulation {
  private final Graph graph;
  private final Chains chains;
  private final SlotLiveness liveness;
  private final @Nullable Instr[] stackPhis;
  private final @Nullable State[] states;

  private Instr[] stack = new Instr[16];
  private boolean[] fresh = new boolean[16];
  private int depth;
  private int words;
  private int maxWords;
  private boolean thisFresh;
  private BitSet freshSlots = new BitSet();

  /**
   * What is uninitialized at the start of a segment.
   *
   * @param receiver whether the constructor has not yet called another
   * @param slots variables that hold uninitialized objects
   */
  record State(boolean receiver, BitSet slots) {}

  StackSimulation(Graph graph, Chains chains, SlotLiveness liveness, @Nullable Instr[] stackPhis) {
    this.graph = graph;
    this.chains = chains;
    this.liveness = liveness;
    this.stackPhis = stackPhis;
    states = new @Nullable State[chains.segments().size()];
  }

  /**
   * Runs all segments that can be reached.
   *
   * @param dominators for the order
   */
  void run(Dominators dominators) throws UnsupportedMethodException {
    Segment entry = chains.segmentOf(graph.entry());
    states[entry.index] = new State(startsUninitialized(), new BitSet());
    for (Block block : dominators.reversePostorder()) {
      Segment segment = chains.segmentOf(block);
      if (segment.head() == block && states[segment.index] != null) {
        run(segment);
      }
    }
  }

  /** The constructor of Object has nothing to call (JVMS 4.10.1.6). */
  private boolean startsUninitialized() {
    return graph.isConstructor() && !graph.method().owner().equals("java/lang/Object");
  }

  /** What is uninitialized at the start of a segment; null when nothing leads to it. */
  @Nullable State state(Segment segment) {
    return states[segment.index];
  }

  /** Greatest depth of the operand stack in words. */
  int maxStack() {
    return maxWords;
  }

  private void run(Segment segment) throws UnsupportedMethodException {
    State state = states[segment.index];
    if (state == null) {
      throw new IllegalStateException("nothing leads to " + segment);
    }
    thisFresh = state.receiver;
    freshSlots = (BitSet) state.slots.clone();
    depth = 0;
    words = 0;
    for (int i = 0; i < segment.entryStack.length; i++) {
      push(segment.entryStack[i], segment.entryUninitialized[i]);
    }
    for (Item item = segment.first; item != null; item = item.next) {
      step(item);
    }
    List<Block> successors = segment.tail().successors();
    for (int i = 0; i < successors.size(); i++) {
      enter(successors.get(i));
    }
  }

  private void enter(Block block) {
    Segment segment = chains.segmentOf(block);
    Instr[] values = Arrays.copyOf(stack, depth);
    Instr phi = stackPhis[block.id()];
    if (phi != null) {
      values[depth - 1] = phi;
    }
    if (states[segment.index] == null) {
      states[segment.index] = new State(thisFresh, (BitSet) freshSlots.clone());
      segment.entryStack = values;
      segment.entryUninitialized = Arrays.copyOf(fresh, depth);
    } else if (!Arrays.equals(values, segment.entryStack)
        || !Arrays.equals(Arrays.copyOf(fresh, depth), segment.entryUninitialized)) {
      throw bug("stacks differ at " + block);
    }
  }

  private void enterHandlers(Block block) throws UnsupportedMethodException {
    List<Block.Handler> handlers = block.handlers();
    for (int i = 0; i < handlers.size(); i++) {
      Block target = handlers.get(i).target();
      Segment segment = chains.segmentOf(target);
      State state = states[segment.index];
      if (state == null) {
        states[segment.index] = new State(thisFresh, (BitSet) freshSlots.clone());
        segment.entryStack = new Instr[] {target.body().get(0)};
        segment.entryUninitialized = new boolean[1];
      } else if (state.receiver != thisFresh || !sameSlots(state.slots, segment)) {
        throw new UnsupportedMethodException("a handler sees objects half initialized");
      }
    }
  }

  private boolean sameSlots(BitSet slots, Segment handler) {
    if (slots.equals(freshSlots)) {
      return true;
    }
    BitSet difference = (BitSet) slots.clone();
    difference.xor(freshSlots);
    for (int i = difference.nextSetBit(0); i >= 0; i = difference.nextSetBit(i + 1)) {
      if (SlotLiveness.contains(liveness.in(handler), i)) {
        return false;
      }
    }
    return true;
  }

  private void step(Item item) throws UnsupportedMethodException {
    Instr value = item.value;
    switch (item.kind) {
      case LOAD -> push(value, isFreshSlot(value));
      case CONST -> push(value, false);
      case STORE -> store(value);
      case INCREMENT -> {}
      case CLEAR -> maxWords = Math.max(maxWords, words + 1);
      case STACK -> shuffle(item.operand);
      case OP -> {
        if (value.op() == Op.CATCH) {
          if (depth != 1 || stack[0] != value) {
            throw bug("no exception on the stack");
          }
          return;
        }
        if (item.throwing) {
          enterHandlers(item.block);
        }
        operate(value);
      }
    }
  }

  private boolean isFreshSlot(Instr value) {
    if (value.op() == Op.PARAM) {
      return thisFresh && value == graph.params().get(0);
    }
    return value.op() == Opcodes.NEW && freshSlots.get(liveness.variable(value));
  }

  private void store(Instr value) {
    boolean isFresh = fresh[depth - 1];
    pop();
    if (value.op() == Opcodes.NEW) {
      freshSlots.set(liveness.variable(value), isFresh);
    } else if (isFresh) {
      throw bug("an uninitialized object becomes " + value);
    }
  }

  private void operate(Instr operation) {
    List<Instr> inputs = operation.inputs();
    for (int i = inputs.size() - 1; i >= 0; i--) {
      if (depth == 0 || !Interference.isSame(stack[depth - 1], inputs.get(i))) {
        throw bug(operation + " (" + operation.op() + ") lacks its operand " + inputs.get(i));
      }
      pop();
    }
    if (Effects.isInit(operation)) {
      initialize(inputs.get(0));
    }
    if (operation.type().kind() != Kind.VOID) {
      push(operation, operation.op() == Opcodes.NEW);
    }
  }

  private void initialize(Instr object) {
    if (object.op() == Op.PARAM) {
      thisFresh = false;
    } else if (liveness.variable(object) >= 0) {
      freshSlots.clear(liveness.variable(object));
    }
    for (int i = 0; i < depth; i++) {
      if (stack[i] == object) {
        fresh[i] = false;
      }
    }
  }

  /** Executes a stack instruction; values move whole. */
  private void shuffle(int opcode) {
    switch (opcode) {
      case Opcodes.POP, Opcodes.POP2 -> pop();
      case Opcodes.DUP -> push(stack[depth - 1], fresh[depth - 1]);
      case Opcodes.DUP2 -> {
        if (stack[depth - 1].type().kind().slots() == 1) {
          push(stack[depth - 2], fresh[depth - 2]);
          push(stack[depth - 2], fresh[depth - 2]);
        } else {
          push(stack[depth - 1], fresh[depth - 1]);
        }
      }
      case Opcodes.SWAP -> {
        swap(depth - 1, depth - 2);
      }
      case Opcodes.DUP_X1, Opcodes.DUP2_X1 -> {
        push(stack[depth - 1], fresh[depth - 1]);
        swap(depth - 2, depth - 3);
      }
      case Opcodes.DUP_X2, Opcodes.DUP2_X2 -> {
        boolean wide = stack[depth - 2].type().kind().slots() == 2;
        push(stack[depth - 1], fresh[depth - 1]);
        swap(depth - 2, depth - 3);
        if (!wide) {
          swap(depth - 3, depth - 4);
        }
      }
      default -> throw bug("opcode " + opcode);
    }
  }

  private void swap(int first, int second) {
    Instr value = stack[first];
    stack[first] = stack[second];
    stack[second] = value;
    boolean isFresh = fresh[first];
    fresh[first] = fresh[second];
    fresh[second] = isFresh;
  }

  private void push(Instr value, boolean isFresh) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, depth * 2);
      fresh = Arrays.copyOf(fresh, depth * 2);
    }
    stack[depth] = value;
    fresh[depth++] = isFresh;
    words += value.type().kind().slots();
    maxWords = Math.max(maxWords, words);
  }

  private void pop() {
    if (depth == 0) {
      throw bug("the stack is empty");
    }
    words -= stack[--depth].type().kind().slots();
  }

  private IllegalStateException bug(String message) {
    return new IllegalStateException(graph.method() + ": " + message);
  }
}
