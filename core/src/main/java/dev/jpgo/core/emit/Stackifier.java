package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Decides which operands stay on the operand stack, and writes the items of each segment.
 *
 * <p>Each chain is read backward, as WebAssembly's register stackification does: a step is written
 * in front of what is written already, then what pushes its last operand, and so on. An operand is
 * pushed by its own definition, if this is its first use, in one of three cases:
 *
 * <ol>
 *   <li>the definition is the last step not yet written: nothing lies between;
 *   <li>it is further up, and none of the steps between is awaited by something written: they are
 *       written first, as statements that leave the stack as it is, with the operand below them;
 *   <li>it is pure and may be moved down, or all steps between are pure. Of what a moved operation
 *       is computed from, at most one value is left in a slot in place of its result.
 * </ol>
 *
 * Otherwise it is loaded from its slot. Only in case 3 does the order of steps change, and only by
 * moving pure steps, so whatever throws, reads or writes memory stays in order. A value with
 * further uses, all of them written, is duplicated and stored where it is defined.
 *
 * <p>A constructor call and its allocation count as one step that pushes the object (NEW, DUP,
 * arguments, call), when nothing uses the object before.
 */
final class Stackifier {
  private static final int SCAN_LIMIT = 256;
  private static final int NESTING_LIMIT = 16;

  private final PhiCopies copies;
  private final Chains chains;
  private final UseCounts uses;
  private final Definitions definitions;
  private final StackPhis stackPhis;

  // The chain at hand.
  private List<Entry> steps = List.of();
  private int cursor;
  private int floor;
  private Segment current;

  // Work stack: operands to push (target < 0) or statements to write up to a target.
  private @Nullable Entry[] workEntries = new @Nullable Entry[16];
  private int[] workIndices = new int[16];
  private int[] workTargets = new int[16];
  private int depth;

  Stackifier(Graph graph, Dominators dominators, PhiCopies copies, Chains chains) {
    this.copies = copies;
    this.chains = chains;
    uses = new UseCounts(graph, copies, chains.segments());
    definitions = new Definitions(graph, dominators, uses);
    stackPhis = new StackPhis(graph, dominators, copies, chains, uses);
    current = chains.segments().get(0);
  }

  /** Writes the items of all segments. */
  void run() {
    for (List<Segment> chain : chains.chains()) {
      arrange(chain);
    }
  }

  /** By block id: the phi of a join that comes on the operand stack, or null. */
  @Nullable Instr[] stackPhis() {
    return stackPhis.byJoin();
  }

  private void arrange(List<Segment> chain) {
    steps = ChainSteps.of(chain, copies, stackPhis.byJoin());
    definitions.define(steps);
    cursor = steps.size();
    floor = -1;
    while (top() >= 0) {
      statement(steps.get(top()));
      work();
    }
    definitions.undefine();
  }

  // --- statements

  /** Index of the last step not yet written above the floor, or -1. */
  private int top() {
    while (cursor > 0 && steps.get(cursor - 1).consumed) {
      cursor--;
    }
    return cursor - 1 > floor ? cursor - 1 : -1;
  }

  private void statement(Entry step) {
    step.consumed = true;
    if (step.join != null) {
      stackPhis.storeAtJoin(step.join);
    }
    current = step.segment;
    Instr value = step.value();
    if (value == null) {
      write(step);
      return;
    }
    boolean needed = uses.needsSlot(value);
    if (step.allocation != null) {
      step.keepsObject = needed;
    } else if (!needed && Op.isPure(step.instr.op())) {
      for (int i = 0; i < step.operands.size(); i++) {
        uses.remaining[step.operands.get(i).id()]--;
      }
      return;
    } else if (!needed) {
      int pop = value.type().kind().slots() == 2 ? Opcodes.POP2 : Opcodes.POP;
      current.prepend(Item.stack(pop, value, step.block));
    }
    if (needed) {
      current.prepend(Item.store(value, step.block));
    }
    write(step);
  }

  /** Writes the step itself, and has its operands pushed. */
  private void write(Entry step) {
    if (step.kind == Entry.Kind.JOIN) {
      return;
    }
    boolean jump = step.instr.op() == Opcodes.GOTO;
    if (step.kind != Entry.Kind.COPY && !jump) {
      if (step.operands.size() == 2) {
        Commutation.reorder(step.instr, definitions.positions(), uses);
      }
      current.prepend(Item.operation(step.instr, step.block));
    }
    int count = step.destinations.size();
    step.stores = new Item[count];
    for (int i = 0; i < count; i++) {
      Item store = Item.store(step.destinations.get(i), step.block);
      step.stores[i] = store;
      current.prepend(store);
    }
    int operands = step.operands.size();
    if (operands > 0) {
      for (int i = 0; i < operands; i++) {
        uses.open[step.operands.get(i).id()]++;
      }
      push(step, operands - 1, -1);
    }
  }

  private void push(Entry step, int index, int target) {
    if (depth == workEntries.length) {
      workEntries = Arrays.copyOf(workEntries, depth * 2);
      workIndices = Arrays.copyOf(workIndices, depth * 2);
      workTargets = Arrays.copyOf(workTargets, depth * 2);
    }
    workEntries[depth] = step;
    workIndices[depth] = index;
    workTargets[depth++] = target;
  }

  private void work() {
    while (depth > 0) {
      Entry step = workEntries[depth - 1];
      int target = workTargets[depth - 1];
      if (step == null) {
        throw new IllegalStateException("no step");
      }
      if (target >= 0) {
        scan(step, target);
      } else if (workIndices[depth - 1] < 0) {
        depth--;
      } else {
        pushOperand(step, workIndices[depth - 1]--);
      }
    }
  }

  /** Case 2: writes the steps behind a target, then the target. */
  private void scan(Entry target, int at) {
    floor = at;
    int next = top();
    if (next >= 0) {
      statement(steps.get(next));
      return;
    }
    floor = workIndices[--depth];
    Instr value = awaited(target);
    if (definitions.of(value) == target) {
      take(target, value, false);
    } else {
      takeAllocation(target);
    }
  }

  /** The value that a step is to push: its own or a phi that is awaited. */
  private Instr awaited(Entry step) {
    Instr value = step.awaited;
    if (value == null) {
      throw new IllegalStateException("nothing awaits " + step.instr);
    }
    return value;
  }

  // --- operands

  private void pushOperand(Entry step, int index) {
    Instr value = step.operands.get(index);
    int id = value.id();
    uses.open[id]--;
    uses.remaining[id]--;
    int destination = index - (step.operands.size() - step.destinations.size());
    if (value.isConst()) {
      current.prepend(Item.constant(value, step.block));
      if (destination >= 0) {
        step.stores[destination].copied = value;
      }
      return;
    }
    if (index == 0 && step.allocation != null) {
      pushAllocation(step, step.allocation, value);
      return;
    }
    Entry definition = definitions.of(value);
    if (definition != null && !definition.consumed && uses.remaining[id] == 0) {
      // Another phi of the join is not in its slot before the join, so it must not be awaited.
      Block join = definition.join;
      boolean possible =
          join == null
              || (stackPhis.mayComeOnStack(join)
                  && !isAwaited(join)
                  && (destination < 0 || !stackPhis.isInSlot(value, join)));
      if (possible && pushByDefinition(step, definition, value, destination >= 0)) {
        return;
      }
    }
    load(step, destination, value);
  }

  private void load(Entry step, int destination, Instr value) {
    uses.slot[value.id()] = true;
    Item load = Item.load(value, step.block);
    current.prepend(load);
    if (destination >= 0) {
      step.stores[destination].copied = value;
    }
    if (destination >= 0 && current == step.segment) {
      load.mate = step.stores[destination];
      step.stores[destination].mate = load;
    }
  }

  private boolean pushByDefinition(Entry user, Entry definition, Instr value, boolean copied) {
    boolean shared = uses.needsSlot(value);
    if ((shared && copied) || (isOnStackAtEntry(definition) && isAnyAwaited())) {
      return false;
    }
    int at = definitions.positions()[value.id()];
    int top = top();
    if (at == top) {
      take(definition, value, false);
      return true;
    }
    if (!shared && !copied && at > floor && noneAwaited(at)) {
      definition.awaited = value;
      push(definition, floor, at);
      return true;
    }
    if (definition.kind == Entry.Kind.BODY
        && definition.allocation == null
        && mayMove(user, definition, value, at)) {
      definition.place = user.place;
      take(definition, value, true);
      return true;
    }
    return false;
  }

  /** Whether a value is on the stack when its chain starts: nothing can be pushed below it. */
  private static boolean isOnStackAtEntry(Entry definition) {
    return definition.kind == Entry.Kind.JOIN || definition.instr.op() == Op.CATCH;
  }

  /** Whether something written waits for an operand. */
  private boolean isAnyAwaited() {
    for (int i = depth - 1; i >= 0; i--) {
      if (workTargets[i] >= 0 || workIndices[i] >= 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether no step behind a place pushes something that is awaited. */
  private boolean noneAwaited(int at) {
    int limit = Math.max(at, cursor - SCAN_LIMIT);
    for (int i = cursor - 1; i > limit; i--) {
      Entry step = steps.get(i);
      if (!step.consumed) {
        Instr value = step.value();
        if (value != null && uses.open[value.id()] > 0) {
          return false;
        }
        if (step.join != null && isAwaited(step.join)) {
          return false;
        }
      }
    }
    return limit == at;
  }

  private boolean isAwaited(Block join) {
    List<Instr> phis = join.phis();
    for (int i = 0; i < phis.size(); i++) {
      if (uses.open[phis.get(i).id()] > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Case 3. A value with uses in other chains stays in its block, so that handlers and regions find
   * it: its user may have been moved to a later block itself, so the place counts where that was
   * written. A step is not moved over one that gives what it reads its next value, or counts it up:
   * the two would need different slots. Steps that are not pure stay in their block, which has its
   * handlers.
   */
  private boolean mayMove(Entry user, Entry definition, Instr value, int at) {
    boolean sameBlock = definition.block == user.place;
    if (uses.outside[value.id()] > 0 && !sameBlock) {
      return false;
    }
    boolean pure = Op.isPure(definition.instr.op());
    if (!pure && !sameBlock) {
      return false;
    }
    boolean overEffects = false;
    int limit = Math.max(at, cursor - SCAN_LIMIT);
    for (int i = cursor - 1; i > limit; i--) {
      Entry step = steps.get(i);
      if (step.consumed) {
        continue;
      }
      if (step.kind != Entry.Kind.BODY || !Op.isPure(step.instr.op())) {
        if (!pure) {
          return false;
        }
        overEffects = true;
      } else if (continues(step.instr, definition)) {
        return false;
      }
    }
    return limit == at && !(overEffects && leftInSlots(definition, 0) > 1);
  }

  /** Values, at most two, that a slot is needed for if an operation moves down without them. */
  private int leftInSlots(Entry operation, int nesting) {
    int left = 0;
    for (int i = 0; i < operation.operands.size() && left < 2; i++) {
      Instr operand = operation.operands.get(i);
      Entry definition = definitions.of(operand);
      if (definition == null
          || definition.consumed
          || operand.isPhi()
          || uses.needsSlot(operand)
          || uses.remaining[operand.id()] > 1) {
        continue;
      }
      boolean follows = Op.isPure(definition.instr.op()) && nesting < NESTING_LIMIT;
      left += follows ? leftInSlots(definition, nesting + 1) : 1;
    }
    return left;
  }

  private boolean continues(Instr next, Entry definition) {
    for (int i = 0; i < definition.operands.size(); i++) {
      Instr operand = definition.operands.get(i);
      if ((operand.isPhi() && operand.inputs().contains(next))
          || (LateIncrements.counter(next) == operand && uses.needsSlot(next))) {
        return true;
      }
    }
    return false;
  }

  /** Has a step push a value: the code in front of what is written. */
  private void take(Entry step, Instr value, boolean moved) {
    step.consumed = true;
    Block join = step.join;
    if (join != null) {
      stackPhis.byJoin()[join.id()] = value;
    }
    if (uses.needsSlot(value)) {
      current.prepend(Item.store(value, step.block));
      int dup = value.type().kind().slots() == 2 ? Opcodes.DUP2 : Opcodes.DUP;
      current.prepend(Item.stack(dup, value, step.block));
    }
    if (!moved) {
      current = step.segment;
    }
    step.keepsObject = step.allocation != null;
    write(step);
  }

  private void pushAllocation(Entry init, Entry allocation, Instr object) {
    int at = allocation.index;
    boolean adjacent = at == top();
    if (!adjacent && !(at > floor && noneAwaited(at))) {
      uses.slot[object.id()] = true;
      duplicate(init, object);
      current.prepend(Item.load(object, init.block));
      return;
    }
    duplicate(init, object);
    if (adjacent) {
      takeAllocation(allocation);
    } else {
      allocation.awaited = object;
      push(allocation, floor, at);
    }
  }

  private void duplicate(Entry init, Instr object) {
    if (init.keepsObject) {
      current.prepend(Item.stack(Opcodes.DUP, object, init.block));
    }
  }

  private void takeAllocation(Entry allocation) {
    allocation.consumed = true;
    current = allocation.segment;
    current.prepend(Item.operation(allocation.instr, allocation.block));
  }
}
