package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Leaves values on the operand stack over guards. A <i>guard</i> is a branch between a frequent and
 * a rare target that are reached from nowhere else.
 *
 * <pre>
 *   before: ...; istore x; getstatic flag; ifeq slow; iload x; ...      slow: ...
 *   after:  ...;           getstatic flag; ifeq slow;          ...      slow: pop; ...
 * </pre>
 *
 * <p><b>Why the code does the same.</b> Nothing but the store, the loads on the frequent way and
 * duplicates of the value are touched, so operations keep their order. From the store to the last
 * load, the stack is at each guard exactly as high as after the store and never lower in between:
 * the value lies on top of what was below it, nobody sees it there, and each load finds it on top.
 * It is stored once, so the stack holds what the slot would. On the rare way it goes to its slot if
 * that is read there, or else is dropped, before anything else; both targets are entered from the
 * guard only, so their stacks differ from no other way in. After the last load the slot is dead. An
 * exception on the way clears the stack (JVMS 2.10), so no handler that reads the slot may protect
 * it. Values that may be uninitialized are left alone.
 *
 * <p>Frames list the value, for {@link StackSimulation} runs on the result. The frequent way leads
 * forward in the layout: HotSpot's on-stack replacement gives up at backward branches with operands
 * on the stack.
 */
final class GuardedValues {
  /** How many items may be looked at in all, per item, so that this stays linear. */
  private static final int SHARE = 32;

  private final SlotLiveness liveness;
  private final @Nullable Instr[] stackPhis;
  private final @Nullable Segment[] frequent;
  private final @Nullable Segment[] rare;
  private final int[] loads;
  private final int[] stores;
  private int budget;

  // The value at hand.
  private final List<Item> found = new ArrayList<>(2);
  private final List<Segment> homes = new ArrayList<>(2);
  private final List<Segment> guards = new ArrayList<>(2);

  private GuardedValues(
      Chains chains,
      SlotLiveness liveness,
      @Nullable Instr[] stackPhis,
      @Nullable Segment[] frequent,
      @Nullable Segment[] rare,
      int bound) {
    this.liveness = liveness;
    this.stackPhis = stackPhis;
    this.frequent = frequent;
    this.rare = rare;
    loads = new int[bound];
    stores = new int[bound];
    for (Segment segment : chains.segments()) {
      for (Item item = segment.first; item != null; item = item.next) {
        budget += SHARE;
        if (item.is(Item.Kind.LOAD)) {
          loads[item.value.id()]++;
        } else if (item.is(Item.Kind.STORE)) {
          stores[item.value.id()]++;
        }
      }
    }
  }

  /**
   * Rewrites the items of all segments; before variables get slots.
   *
   * @param liveness of the items as they are
   * @param stackPhis by block id: the phi of a join that comes on the operand stack, or null
   * @param bound of instruction ids
   * @return whether anything was changed, so that variables are live elsewhere now
   */
  static boolean apply(
      Chains chains, SlotLiveness liveness, @Nullable Instr[] stackPhis, int bound) {
    List<Segment> segments = chains.segments();
    @Nullable Segment[] frequent = new @Nullable Segment[segments.size()];
    @Nullable Segment[] rare = new @Nullable Segment[segments.size()];
    boolean isAny = false;
    for (Segment segment : segments) {
      Block tail = segment.tail();
      if (Op.isBranch(tail.terminator().op()) && tail.successors().size() == 2) {
        Block first = tail.successors().get(0);
        Block second = tail.successors().get(1);
        boolean isFirstRare = GuardExits.isRare(tail, first);
        if (isFirstRare != GuardExits.isRare(tail, second)
            && isEnteredOnce(first)
            && isEnteredOnce(second)) {
          Segment way = chains.segmentOf(isFirstRare ? second : first);
          if (way.index > segment.index) {
            frequent[segment.index] = way;
            rare[segment.index] = chains.segmentOf(isFirstRare ? first : second);
            isAny = true;
          }
        }
      }
    }
    return isAny
        && new GuardedValues(chains, liveness, stackPhis, frequent, rare, bound).run(segments);
  }

  private static boolean isEnteredOnce(Block block) {
    return block.preds().size() == 1 && !block.isHandlerEntry();
  }

  private boolean run(List<Segment> segments) {
    boolean isAny = false;
    for (Segment segment : segments) {
      if (frequent[segment.index] != null) {
        while (visit(segment)) {
          isAny = true;
        }
      }
    }
    return isAny;
  }

  /** Has one value that is stored before a guard stay on the stack; whether there was one. */
  private boolean visit(Segment segment) {
    for (Item item = segment.last; item != null && budget-- > 0; item = item.previous) {
      if (item.is(Item.Kind.STORE) && isCandidate(item)) {
        Item last = lastLoad(segment, item);
        if (last != null) {
          keepOnStack(segment, item, last);
          return true;
        }
      }
    }
    return false;
  }

  private boolean isCandidate(Item store) {
    Instr value = store.value;
    return stores[value.id()] == 1
        && loads[value.id()] > 0
        && store.mate == null
        && (!value.isPhi() || isOnStack(value))
        && value.op() != Opcodes.NEW
        && value.op() != Op.PARAM;
  }

  /** Whether a phi comes on the stack, so that its one store stands in the join. */
  private boolean isOnStack(Instr phi) {
    Block join = phi.block();
    return join != null && stackPhis[join.id()] == phi;
  }

  /** The last load on the frequent way if the value can stay on the stack up to it, or null. */
  private @Nullable Item lastLoad(Segment start, Item store) {
    found.clear();
    homes.clear();
    guards.clear();
    Instr value = store.value;
    int variable = liveness.variable(value);
    Item duplicate = store.previous;
    boolean isDuplicated = duplicate != null && OperandReuse.isDup(duplicate, value);
    int height = isDuplicated ? value.type().kind().slots() : 0;
    Segment segment = start;
    Item item = store.next;
    while (budget-- > 0) {
      if (item == null) {
        Segment way = frequent[segment.index];
        if (height != 0 || way == null) {
          return null;
        }
        guards.add(segment);
        segment = way;
        item = way.first;
        continue;
      }
      if (item.is(Item.Kind.LOAD) && item.value == value) {
        if (height != 0 || item.mate != null) {
          return null;
        }
        found.add(item);
        homes.add(segment);
        if (isDeadAfter(item, segment, variable)) {
          return guards.isEmpty() ? null : item;
        }
      }
      height -= item.pops();
      if (height < 0 || (item.throwing && isReadByHandler(item.block, variable))) {
        return null;
      }
      height += item.pushes();
      item = item.next;
    }
    return null;
  }

  private boolean isReadByHandler(Block block, int variable) {
    List<Block.Handler> handlers = block.handlers();
    for (int i = 0; i < handlers.size(); i++) {
      if (SlotLiveness.contains(liveness.in(handlers.get(i).target()), variable)) {
        return true;
      }
    }
    return false;
  }

  private boolean isDeadAfter(Item load, Segment segment, int variable) {
    if (loads[load.value.id()] == 1) {
      return true;
    }
    if (SlotLiveness.contains(liveness.out(segment), variable)) {
      return false;
    }
    for (Item item = segment.last; item != load && item != null; item = item.previous) {
      if (budget-- <= 0
          || (item.is(Item.Kind.LOAD) && item.value == load.value)
          || (item.throwing && isReadByHandler(item.block, variable))) {
        return false;
      }
    }
    return true;
  }

  private void keepOnStack(Segment start, Item store, Item last) {
    Instr value = store.value;
    int variable = liveness.variable(value);
    stores[value.id()] = 0;
    start.remove(store);
    for (int i = 0; i < found.size(); i++) {
      Item load = found.get(i);
      Segment home = homes.get(i);
      if (load != last) {
        home.insertBefore(Item.stack(OperandReuse.dup(value, 0), value, load.block), load);
      }
      home.remove(load);
    }
    int pop = value.type().kind().slots() == 2 ? Opcodes.POP2 : Opcodes.POP;
    for (int i = 0; i < guards.size(); i++) {
      Segment exit = rare[guards.get(i).index];
      if (exit == null) {
        throw new IllegalStateException(guards.get(i) + " is no guard");
      }
      boolean isRead = SlotLiveness.contains(liveness.in(exit), variable);
      Block block = exit.head();
      exit.prepend(isRead ? Item.store(value, block) : Item.stack(pop, value, block));
    }
  }
}
