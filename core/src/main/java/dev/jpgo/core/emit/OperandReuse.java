package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Instr;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Frees slots of values that are stored once and loaded in the same segment only: where the stack
 * is as high at each load as it would be with the value left under what is computed between, and
 * never lower in between, the value can wait on the stack. It is put there by DUP, DUP_X1 or DUP_X2
 * ({@code x = this.count++}, {@code a[i] = b = c}), or was there anyway; each load but the last
 * becomes a DUP ({@code new int[] {1, 2, 3}}). Of two that are loaded together where they are on
 * top of the stack, both become one DUP2 ({@code a[i + 1] += 2}).
 */
final class OperandReuse {
  /** How far to look for the load. */
  private static final int LIMIT = 128;

  /** How far to look for the store of a sum, behind other copies of the same moment. */
  private static final int NEARBY = 16;

  /** How many items may be looked at in all, per item, so that this stays linear. */
  private static final int SHARE = 32;

  private int budget;
  private final int[] loads;
  private final int[] stores;

  private OperandReuse(List<Segment> segments, int bound) {
    loads = new int[bound];
    stores = new int[bound];
    for (Segment segment : segments) {
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

  /** Rewrites the items of all segments; before variables get slots. */
  static void apply(List<Segment> segments, int bound) {
    OperandReuse reuse = new OperandReuse(segments, bound);
    for (Segment segment : segments) {
      for (Item item = segment.last; item != null; ) {
        Item previous = item.previous;
        if (item.is(Item.Kind.STORE) && item.mate == null) {
          previous = reuse.visit(segment, item);
        }
        item = previous;
      }
    }
  }

  /** Rewrites around a store; the item to go on with, upward. */
  private @Nullable Item visit(Segment segment, Item store) {
    Instr value = store.value;
    int id = value.id();
    if (stores[id] == 1 && loads[id] > 0) {
      Item before = store.previous;
      boolean isDuplicated = before != null && isDup(before, value);
      Item last = lastLoad(segment, store, isDuplicated ? value.type().kind().slots() : 0);
      if (last != null && !isCountedOn(last)) {
        return keepOnStack(segment, store, last);
      }
    }
    Item next = store.next;
    if (next != null && isLoad(next, value) && next.mate == null && loads[id] > 1) {
      // STORE, LOAD: DUP, STORE
      segment.insertBefore(Item.stack(dup(value, 0), value, store.block), store);
      segment.remove(next);
      loads[id]--;
    }
    Item above = store.previous;
    Item duplicate = above != null && isDup(above, value) ? above : null;
    if (stores[id] != 1 || loads[id] > 1) {
      return above;
    }
    if (loads[id] == 0) {
      return duplicate == null ? above : drop(segment, store, duplicate);
    }
    if (duplicate != null && pairs(segment, store)) {
      Item result = duplicate.previous;
      segment.remove(duplicate);
      return result;
    }
    if (duplicate != null && isPairBelow(store, duplicate)) {
      return pairBelow(segment, store, duplicate);
    }
    Item load = reach(store);
    if (load != null && isCountedOn(load)) {
      return above;
    }
    if (load == null) {
      return duplicate == null ? exchange(segment, store) : above;
    }
    int depth = -height(store, load);
    int width = value.type().kind().slots();
    if (duplicate == null) {
      if (depth == 1 && width == 1) {
        segment.insertBefore(Item.stack(Opcodes.SWAP, value, store.block), store);
        depth = 0;
      }
      return depth == 0 ? removeBoth(segment, store, load) : above;
    }
    int between = depth - width;
    if (depth == 0) {
      segment.insertBefore(Item.stack(dup(value, 0), value, store.block), load);
      segment.remove(duplicate);
    } else if (between == 1 || between == 2) {
      segment.insertBefore(Item.stack(dup(value, between), value, store.block), store);
      segment.remove(duplicate);
    } else if (between != 0) {
      return above;
    }
    return removeBoth(segment, store, load);
  }

  /** Whether a small constant is added to what a load pushes and the sum stored: an IINC. */
  private static boolean isCountedOn(Item load) {
    Item constant = load.next;
    Item sum = constant == null ? null : constant.next;
    if (sum == null || !sum.is(Item.Kind.OP) || LateIncrements.counter(sum.value) != load.value) {
      return false;
    }
    int height = 0;
    int steps = 0;
    for (Item item = sum.next; item != null && steps++ < NEARBY; item = item.next) {
      if (height == 0 && item.is(Item.Kind.STORE)) {
        return true;
      }
      height -= item.pops();
      if (height < 0) {
        return false;
      }
      height += item.pushes();
    }
    return false;
  }

  /**
   * The last load of a value, if at all of them the stack is as high as after the store, not
   * counting a duplicate left there, and never lower in between. What slots and constants push
   * right before the last may move to before the value is computed ({@code new int[][] {{1}}}).
   *
   * @param above words of the duplicate
   */
  private @Nullable Item lastLoad(Segment segment, Item store, int above) {
    int height = above;
    int rest = loads[store.value.id()];
    for (Item item = store.next; item != null && budget-- > 0; item = item.next) {
      if (isLoad(item, store.value)) {
        if (--rest == 0) {
          return height == 0 || hoistLeaves(segment, store, above, item, height) ? item : null;
        }
        if (height != 0) {
          return null;
        }
      }
      height -= item.pops();
      if (height < 0) {
        return null;
      }
      height += item.pushes();
    }
    return null;
  }

  /** Moves the leaves in front of a load, of so many words, to before the value is computed. */
  private boolean hoistLeaves(Segment segment, Item store, int above, Item load, int words) {
    Item start = startOf(store, store.pops() + above);
    int rest = words;
    Item leaf = load;
    while (rest > 0 && start != null) {
      leaf = leaf.previous;
      if (leaf == null
          || leaf.mate != null
          || !(leaf.is(Item.Kind.LOAD) || leaf.is(Item.Kind.CONST))
          || isStoredBetween(leaf, start)) {
        return false;
      }
      rest -= leaf.pushes();
    }
    if (rest != 0 || start == null || leaf == null) {
      return false;
    }
    while (leaf != load && leaf != null) {
      Item next = leaf.next;
      segment.remove(leaf);
      segment.insertBefore(leaf, start);
      leaf = next;
    }
    return true;
  }

  /** First item of what pushes so many words for a store; null when another segment does. */
  private @Nullable Item startOf(Item store, int words) {
    int needed = words;
    Item item = store;
    while (needed > 0) {
      item = item.previous;
      if (item == null || budget-- <= 0) {
        return null;
      }
      needed -= item.pushes();
      if (needed < 0) {
        return null;
      }
      needed += item.pops();
    }
    return item;
  }

  private boolean isStoredBetween(Item leaf, Item start) {
    if (leaf.is(Item.Kind.LOAD)) {
      for (Item item = leaf.previous; item != null; item = item.previous) {
        if (budget-- <= 0 || (item.is(Item.Kind.STORE) && item.value == leaf.value)) {
          return true;
        }
        if (item == start) {
          return false;
        }
      }
      return true;
    }
    return false;
  }

  private @Nullable Item keepOnStack(Segment segment, Item store, Item last) {
    Item result = store.previous;
    Instr value = store.value;
    for (Item item = store.next; item != null; ) {
      Item next = item.next;
      if (isLoad(item, value)) {
        item.part();
        if (item != last) {
          segment.insertBefore(Item.stack(dup(value, 0), value, item.block), item);
        }
        segment.remove(item);
        if (item == last) {
          break;
        }
      }
      item = next;
    }
    segment.remove(store);
    loads[value.id()] = 0;
    return result;
  }

  /** DUP; STORE x; push y; LOAD x; push y: push y; DUP2. */
  private boolean pairs(Segment segment, Item store) {
    Item first = store.next;
    Item load = first == null ? null : first.next;
    Item second = load == null ? null : load.next;
    if (first == null
        || load == null
        || second == null
        || !isLoad(load, store.value)
        || !isSameLeaf(first, second)
        || load.mate != null
        || load.pushes() != 1
        || first.pushes() != 1) {
      return false;
    }
    if (second.is(Item.Kind.LOAD)) {
      loads[second.value.id()]--;
    }
    segment.insertAfter(Item.stack(Opcodes.DUP2, store.value, store.block), first);
    segment.remove(load);
    segment.remove(second);
    segment.remove(store);
    return true;
  }

  /**
   * Whether the next two items push what is on top of the stack already: y; x; DUP; STORE x; LOAD
   * y; LOAD x ({@code y[i + 1] += 1}). What pushed y, of one word, is a load or a duplicate.
   */
  private boolean isPairBelow(Item store, Item duplicate) {
    Item below = store.next;
    Item load = below == null ? null : below.next;
    if (below == null
        || load == null
        || !below.is(Item.Kind.LOAD)
        || below.mate != null
        || below.pushes() != 1
        || below.value.op() == Opcodes.NEW
        || !isLoad(load, store.value)
        || load.mate != null
        || load.pushes() != 1) {
      return false;
    }
    Item start = startOf(duplicate, 1);
    Item pushed = start == null ? null : start.previous;
    if (start == null || pushed == null || isStoredBetween(below, start)) {
      return false;
    }
    if (pushed.is(Item.Kind.STORE)) {
      return pushed.value == below.value
          && pushed.previous != null
          && isDup(pushed.previous, below.value);
    }
    return isLoad(pushed, below.value);
  }

  /** y; x; DUP; STORE x; LOAD y; LOAD x: y; x; DUP2. */
  private @Nullable Item pairBelow(Segment segment, Item store, Item duplicate) {
    Item result = duplicate.previous;
    Item below = store.next;
    Item load = below == null ? null : below.next;
    if (below == null || load == null) {
      throw new IllegalStateException("no pair after " + store);
    }
    segment.insertBefore(Item.stack(Opcodes.DUP2, store.value, store.block), duplicate);
    segment.remove(duplicate);
    segment.remove(store);
    segment.remove(below);
    segment.remove(load);
    loads[below.value.id()]--;
    loads[store.value.id()]--;
    return result;
  }

  /** Whether two items push the same from a slot or a constant, and neither is half of a copy. */
  static boolean isSameLeaf(Item first, Item second) {
    if (first.kind != second.kind || first.mate != null || second.mate != null) {
      return false;
    }
    if (first.is(Item.Kind.LOAD)) {
      return first.value == second.value;
    }
    return first.is(Item.Kind.CONST)
        && first.value.type().equals(second.value.type())
        && first.value.operand().equals(second.value.operand());
  }

  private static boolean isLoad(Item item, Instr value) {
    return item.is(Item.Kind.LOAD) && item.value == value;
  }

  /** Whether an item duplicates the value on top of the stack. */
  static boolean isDup(Item item, Instr value) {
    return item.isStack(dup(value, 0)) && item.value == value;
  }

  /** The opcode that puts a copy of a value on top, under so many words. */
  static int dup(Instr value, int above) {
    return (value.type().kind().slots() == 2 ? Opcodes.DUP2 : Opcodes.DUP) + above;
  }

  private static @Nullable Item drop(Segment segment, Item store, Item duplicate) {
    Item result = duplicate.previous;
    segment.remove(store);
    segment.remove(duplicate);
    return result;
  }

  private static @Nullable Item removeBoth(Segment segment, Item store, Item load) {
    Item result = store.previous;
    load.part();
    segment.remove(store);
    segment.remove(load);
    return result;
  }

  /** The one load of a stored value, if what lies between never takes what is below it there. */
  private static @Nullable Item reach(Item store) {
    int height = 0;
    int lowest = 0;
    int steps = 0;
    for (Item item = store.next; item != null && steps++ < LIMIT; item = item.next) {
      if (isLoad(item, store.value)) {
        return height <= lowest ? item : null;
      }
      height -= item.pops();
      lowest = Math.min(lowest, height);
      height += item.pushes();
    }
    return null;
  }

  private static int height(Item store, Item load) {
    int height = 0;
    for (Item item = store.next; item != load && item != null; item = item.next) {
      height += item.pushes() - item.pops();
    }
    return height;
  }

  /** STORE x; one push; LOAD x: the push and SWAP. STORE x; NEW; DUP; LOAD x: NEW; DUP_X1; SWAP. */
  private static @Nullable Item exchange(Segment segment, Item store) {
    Item result = store.previous;
    Instr value = store.value;
    Item first = store.next;
    Item second = first == null ? null : first.next;
    if (first == null || second == null || first.mate != null || value.type().kind().slots() != 1) {
      return result;
    }
    Item load = second;
    if (first.is(Item.Kind.OP) && first.value.op() == Opcodes.NEW) {
      if (!second.isStack(Opcodes.DUP) || second.next == null) {
        return result;
      }
      load = second.next;
    } else if (!(first.is(Item.Kind.LOAD) || first.is(Item.Kind.CONST)) || first.pushes() != 1) {
      return result;
    }
    if (!isLoad(load, value)) {
      return result;
    }
    segment.insertAfter(Item.stack(Opcodes.SWAP, value, store.block), load);
    if (load != second) {
      segment.insertBefore(Item.stack(Opcodes.DUP_X1, first.value, store.block), second);
      segment.remove(second);
    }
    return removeBoth(segment, store, load);
  }
}
