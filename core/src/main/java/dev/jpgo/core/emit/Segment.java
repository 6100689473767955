package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that follow one another without a join or a branch between them: one piece of straight
 * code, entered at its start only. A doubly linked list of items.
 */
final class Segment {
  /** Place in the layout. */
  final int index;

  final List<Block> blocks = new ArrayList<>(1);
  @Nullable Item first;
  @Nullable Item last;

  /** The operand stack on entry, deepest first; a handler's holds the exception. */
  Instr[] entryStack = {};

  /** For each value of {@link #entryStack}, whether it is not yet initialized. */
  boolean[] entryUninitialized = {};

  Segment(int index) {
    this.index = index;
  }

  Block head() {
    return blocks.get(0);
  }

  Block tail() {
    return blocks.get(blocks.size() - 1);
  }

  void prepend(Item item) {
    item.next = first;
    if (first == null) {
      last = item;
    } else {
      first.previous = item;
    }
    first = item;
  }

  /** Inserts an item before another of this segment. */
  void insertBefore(Item item, Item place) {
    Item before = place.previous;
    item.previous = before;
    item.next = place;
    place.previous = item;
    if (before == null) {
      first = item;
    } else {
      before.next = item;
    }
  }

  /** Inserts an item after another of this segment. */
  void insertAfter(Item item, Item place) {
    Item after = place.next;
    item.next = after;
    item.previous = place;
    place.next = item;
    if (after == null) {
      last = item;
    } else {
      after.previous = item;
    }
  }

  void remove(Item item) {
    Item before = item.previous;
    Item after = item.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    item.previous = null;
    item.next = null;
  }

  @Override
  public String toString() {
    return "s" + index + blocks;
  }
}
