package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Instr;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Frees slots of values that are stored once and loaded once more in the same segment: where the
 * stack is as high at the load as it would be with the value left under what is computed between,
 * and never lower in between, the value can wait on the stack. It is put there by DUP, DUP_X1 or
 * DUP_X2 ({@code x = this.count++}, {@code a[i] = b = c}), or was there anyway.
 */
final class OperandReuse {
  /** How far to look for the load. */
  private static final int LIMIT = 128;

  private final int[] loads;
  private final int[] stores;

  private OperandReuse(List<Segment> segments, int bound) {
    loads = new int[bound];
    stores = new int[bound];
    for (Segment segment : segments) {
      for (Item item = segment.first; item != null; item = item.next) {
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
    Item load = reach(store);
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

  private static boolean isLoad(Item item, Instr value) {
    return item.is(Item.Kind.LOAD) && item.value == value;
  }

  private static boolean isDup(Item item, Instr value) {
    return item.isStack(dup(value, 0)) && item.value == value;
  }

  private static int dup(Instr value, int above) {
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
