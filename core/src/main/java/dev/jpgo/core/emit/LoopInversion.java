package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Op;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Puts the test of a loop at its bottom, so that a round has one jump less.
 *
 * <pre>
 *   before:  head: if (done) goto exit; body; goto head; exit:
 *   after:   goto head; body: ...; head: if (!done) goto body; exit:
 * </pre>
 *
 * <p>Where the exit is elsewhere, a jump to it follows the test: one each time the loop is left, in
 * place of one in each round.
 *
 * <p>The order of segments says nothing about what runs after what: each is left for the same ones,
 * with the same stack, so the code does the same in any order that starts with the entry. It gets
 * no longer but for the jump to an exit elsewhere: one jump is for another.
 */
final class LoopInversion {
  private final List<Segment> order;
  private final CodeLayout layout;

  private final boolean compiled;

  private LoopInversion(List<Segment> order, CodeLayout layout, boolean compiled) {
    this.order = order;
    this.layout = layout;
    this.compiled = compiled;
  }

  /**
   * Rearranges segments; the first one stays.
   *
   * @param compiled whether compilers will read it: they have no on-stack replacement where the
   *     jump back leaves operands on the stack, so such a loop keeps its test on top
   */
  static void apply(List<Segment> order, CodeLayout layout, boolean compiled) {
    int size = order.size();
    if (size < 4) {
      return;
    }
    // From the end on: what moves goes behind what was looked at, and inner loops come first.
    LoopInversion inversion = new LoopInversion(order, layout, compiled);
    for (int head = size - 3; head > 0; head--) {
      int exit = inversion.exit(head);
      if (exit > 0) {
        Segment moved = order.remove(head);
        order.add(exit - 1, moved);
      }
    }
  }

  /** Place in front of which the head of a loop is to be moved; -1 if it is none. */
  private int exit(int head) {
    Segment segment = order.get(head);
    Block tail = segment.tail();
    if (!Op.isBranch(tail.terminator().op()) || segment.head().preds().size() < 2) {
      return -1;
    }
    Segment first = layout.resolve(tail.successors().get(0));
    Segment second = layout.resolve(tail.successors().get(1));
    Segment body = order.get(head + 1);
    Segment exit = body == first ? second : body == second ? first : null;
    if (exit == null || exit == body || exit == segment) {
      return -1;
    }
    if (compiled && body.entryStack.length > 0) {
      return -1;
    }
    int place = order.indexOf(exit);
    if (place > head + 1 && comesBack(order.get(place - 1), segment)) {
      return place;
    }
    return body == first ? behind(head) : -1;
  }

  /**
   * Place behind the segment that comes back to a head, from where it jumps to its exit, which is
   * elsewhere: for a branch that leads into the loop when taken.
   */
  private int behind(int head) {
    Segment segment = order.get(head);
    if (segment.head().frequency() <= 0) {
      return -1;
    }
    for (int i = head + 1; i < order.size(); i++) {
      Block tail = order.get(i).tail();
      if (tail.terminator().op() == Opcodes.GOTO
          && layout.resolve(tail.successors().get(0)) == segment) {
        return comesBack(order.get(i), segment) ? i + 1 : -1;
      }
    }
    return -1;
  }

  /** Whether a segment does nothing in the end but jump to a head, and that often. */
  private boolean comesBack(Segment segment, Segment head) {
    Block tail = segment.tail();
    if (tail.terminator().op() != Opcodes.GOTO
        || layout.resolve(tail.successors().get(0)) != head) {
      return false;
    }
    double rounds = tail.frequency();
    double tests = head.head().frequency();
    return rounds < 0 || tests < 0 || rounds * 2 >= tests;
  }
}
