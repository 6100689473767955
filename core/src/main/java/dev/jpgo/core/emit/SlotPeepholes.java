package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Small rewrites once slots are known: copies within a slot vanish, the stores of a parallel copy
 * move up to what they store, {@code x + 1} stored back becomes IINC, and repeated loads of slots
 * with long instructions become DUP.
 */
final class SlotPeepholes {
  /** How far a store is moved up. */
  private static final int LIMIT = 64;

  private final Segment segment;
  private final SlotAllocation slots;

  private SlotPeepholes(Segment segment, SlotAllocation slots) {
    this.segment = segment;
    this.slots = slots;
  }

  /** Rewrites the items of all segments. */
  static void apply(List<Segment> segments, SlotAllocation slots) {
    for (Segment segment : segments) {
      SlotPeepholes peepholes = new SlotPeepholes(segment, slots);
      peepholes.removeSelfCopies();
      peepholes.liftStores();
      peepholes.increments();
      peepholes.duplicates();
    }
  }

  private void removeSelfCopies() {
    for (Item item = segment.first; item != null; ) {
      Item next = item.next;
      Item load = item.is(Item.Kind.STORE) ? item.mate : null;
      if (load != null && isSelfCopy(load, item)) {
        segment.remove(item);
        segment.remove(load);
      }
      item = next;
    }
  }

  /**
   * Whether a copy is to the slot it is from, while nothing else was stored there on the way and no
   * stack instruction looked at the value.
   */
  private boolean isSelfCopy(Item load, Item store) {
    if (slots.slot(load.value) != slots.slot(store.value)) {
      return false;
    }
    int height = 0;
    for (Item item = load.next; item != store; item = item.next) {
      if (item == null || (isStore(item) && usesSlot(item, store)) || height < item.pops()) {
        return false;
      }
      height += item.pushes() - item.pops();
    }
    return height == 0;
  }

  // --- stores of parallel copies

  private void liftStores() {
    for (Item item = segment.first; item != null; ) {
      Item next = item.next;
      if (item.is(Item.Kind.STORE) && item.previous != null && isStore(item.previous)) {
        lift(item);
      }
      item = next;
    }
  }

  private static boolean isStore(Item item) {
    return item.is(Item.Kind.STORE);
  }

  /** Moves a store up past complete statements that do not use its slot. */
  private void lift(Item store) {
    int height = 0;
    Item place = store;
    int steps = 0;
    for (Item item = store.previous; item != null && steps++ < LIMIT; item = item.previous) {
      boolean isCatch = item.is(Item.Kind.OP) && item.value.op() == Op.CATCH;
      if (isCatch || item.throwing || usesSlot(item, store)) {
        break;
      }
      height -= item.pushes();
      if (height < 0) {
        break;
      }
      height += item.pops();
      if (height == 0) {
        place = item;
      }
    }
    if (place != store) {
      segment.remove(store);
      segment.insertBefore(store, place);
    }
  }

  private boolean usesSlot(Item item, Item store) {
    if (!item.is(Item.Kind.LOAD) && !item.is(Item.Kind.STORE) && !item.is(Item.Kind.INCREMENT)) {
      return false;
    }
    int first = slots.slot(store.value);
    int second = slots.slot(item.value);
    return first < second + item.value.type().kind().slots()
        && second < first + store.value.type().kind().slots();
  }

  // --- increments

  private void increments() {
    for (Item item = segment.first; item != null; ) {
      Item next = item.next;
      if (isStore(item)) {
        Instr counter = SlotAllocation.incremented(item);
        if (counter != null && slots.slot(counter) == slots.slot(item.value)) {
          increment(item);
        }
      }
      item = next;
    }
  }

  /** A sum that is stored and stays on the stack is loaded after an IINC. */
  private void increment(Item store) {
    Item duplicate = store.previous;
    boolean stays = duplicate != null && duplicate.isStack(Opcodes.DUP);
    Item add = stays && duplicate != null ? duplicate.previous : duplicate;
    Item second = add == null ? null : add.previous;
    Item first = second == null ? null : second.previous;
    if (first == null || second == null || add == null) {
      return;
    }
    Item constant = second.is(Item.Kind.CONST) ? second : first;
    Integer amount = amount(constant.value, add.value.op() == Opcodes.ISUB);
    if (amount == null || (stays && store.value != add.value)) {
      return;
    }
    Item increment = new Item(Item.Kind.INCREMENT, store.value, amount, store.block);
    increment.copied = add.value;
    segment.insertBefore(increment, store);
    if (stays && duplicate != null) {
      segment.insertBefore(Item.load(store.value, store.block), store);
      segment.remove(duplicate);
    }
    segment.remove(store);
    segment.remove(add);
    segment.remove(second);
    segment.remove(first);
  }

  private static @Nullable Integer amount(Instr constant, boolean negated) {
    if (constant.operand() instanceof Operand.Constant content
        && content.value() instanceof Integer number) {
      int amount = negated ? -number : number;
      return amount == (short) amount ? amount : null;
    }
    return null;
  }

  // --- duplicates

  private void duplicates() {
    for (Item item = segment.first; item != null; item = item.next) {
      Item next = item.next;
      if (next != null && item.is(Item.Kind.LOAD) && isPair(item, next)) {
        Item load = next.next;
        Item last = load == null ? null : load.next;
        if (load != null && last != null) {
          segment.remove(load);
          segment.remove(last);
          segment.insertAfter(Item.stack(Opcodes.DUP2, item.value, item.block), next);
          item = next;
          continue;
        }
      }
      if (next == null
          || !next.is(Item.Kind.LOAD)
          || CodeSizes.local(slots.slot(next.value)) == 1) {
        continue;
      }
      int dup = next.value.type().kind().slots() == 2 ? Opcodes.DUP2 : Opcodes.DUP;
      if (item.is(Item.Kind.LOAD) && item.value == next.value) {
        segment.remove(next);
        segment.insertAfter(Item.stack(dup, item.value, item.block), item);
      } else if (isStore(item) && item.value == next.value) {
        segment.remove(next);
        segment.insertBefore(Item.stack(dup, item.value, item.block), item);
      }
    }
  }

  /** Whether two words are pushed and then the same two again. */
  private static boolean isPair(Item first, Item second) {
    Item third = second.next;
    Item fourth = third == null ? null : third.next;
    return third != null
        && fourth != null
        && first.pushes() == 1
        && second.pushes() == 1
        && OperandReuse.isSameLeaf(first, third)
        && OperandReuse.isSameLeaf(second, fourth);
  }
}
