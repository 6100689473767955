package dev.jpgo.core.phase.list;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/** What is done with an iterator. */
sealed interface Shape {
  /** Anything but a loop that can be written another way. */
  record Other(String reason) implements Shape {}

  /**
   * A loop that asks an iterator for its next element wherever it has one, and does nothing else
   * with it. Each way round the loop takes one element.
   *
   * @param made the call that makes the iterator, in front of the loop
   * @param asked the call of {@code hasNext}, last in its block but for a branch
   * @param taken the call of {@code next}, in the block that is come to from there alone; nothing
   *     but pure operations stand in front of it
   * @param header of the loop
   * @param inside the blocks of the loop
   */
  record Loop(Instr made, Instr asked, Instr taken, Block header, Set<Block> inside)
      implements Shape {
    Block madeIn() {
      return made.home();
    }

    Block askedIn() {
      return asked.home();
    }

    Block takenIn() {
      return taken.home();
    }

    /** Where the loop goes on when there is no element. */
    Block exit() {
      return askedIn().successors().get(isTakenFirst(asked) ? 1 : 0);
    }
  }

  /** Looks at all uses of an iterator. */
  static Shape of(Instr made, Uses uses, Dominators dominators, LoopForest loops) {
    List<Instr> users = uses.of(made);
    if (users.size() != 2) {
      return new Other("it is used otherwise than for one hasNext and one next");
    }
    int first = isCall(users.get(0), made, "hasNext", "()Z") ? 0 : 1;
    Instr asked = users.get(first);
    Instr taken = users.get(1 - first);
    if (!isCall(asked, made, "hasNext", "()Z")
        || !isCall(taken, made, "next", "()Ljava/lang/Object;")) {
      return new Other("it is used otherwise than for one hasNext and one next");
    }
    return belongTogether(asked, taken, uses)
        ? inLoop(made, asked, taken, dominators, loops)
        : new Other("next does not follow right after hasNext");
  }

  private static boolean isCall(Instr user, Instr iterator, String name, String descriptor) {
    return user.op() == Opcodes.INVOKEINTERFACE
        && user.input(0) == iterator
        && user.operand() instanceof Operand.Method called
        && called.owner().equals("java/util/Iterator")
        && called.name().equals(name)
        && called.descriptor().equals(descriptor);
  }

  /** Whether the branch behind {@code hasNext} alone leads to {@code next}, at once. */
  private static boolean belongTogether(Instr asked, Instr taken, Uses uses) {
    Block asking = asked.home();
    Block taking = taken.home();
    Instr branch = asking.terminator();
    return asking.body().get(asking.body().size() - 1) == asked
        && uses.count(asked) == 1
        && (branch.op() == Opcodes.IFEQ || branch.op() == Opcodes.IFNE)
        && branch.input(0) == asked
        && asking.successors().get(isTakenFirst(asked) ? 0 : 1) == taking
        && taking.preds().size() == 1
        && taking != asking.successors().get(isTakenFirst(asked) ? 1 : 0)
        && isFirst(taken, taking)
        && taking.phis().isEmpty();
  }

  /** Whether nothing is done in a block before an instruction that could not be done after it. */
  private static boolean isFirst(Instr instr, Block block) {
    int at = 0;
    while (block.body().get(at).isPure()) {
      at++;
    }
    return block.body().get(at) == instr;
  }

  private static boolean isTakenFirst(Instr asked) {
    return asked.home().terminator().op() == Opcodes.IFNE;
  }

  private static Shape inLoop(
      Instr made, Instr asked, Instr taken, Dominators dominators, LoopForest loops) {
    Block asking = asked.home();
    Block taking = taken.home();
    LoopForest.Loop loop = loops.innermost(asking);
    if (loop == null || loops.innermost(taking) != loop) {
      return new Other("hasNext and next are in no loop, or not in the same");
    }
    Set<Block> inside = new HashSet<>(loop.blocks());
    if (inside.contains(made.home())) {
      return new Other("the iterator is made in the loop");
    }
    if (isComeToAgain(inside, made.home())) {
      return new Other("the loop is come to again with the same iterator");
    }
    if (loop.header().isHandlerEntry()) {
      return new Other("the loop begins with a handler");
    }
    for (Block latch : loop.latches()) {
      if (!dominators.dominates(taking, latch)) {
        return new Other("the loop goes round without next");
      }
    }
    for (Block calling : List.of(asking, taking)) {
      for (Block.Handler handler : calling.handlers()) {
        if (inside.contains(handler.target())) {
          return new Other("what next throws is caught in the loop");
        }
      }
    }
    return new Loop(made, asked, taken, loop.header(), inside);
  }

  /**
   * Whether a loop that was left may be come to again without another iterator. It would have to go
   * on where it was left, and not with the first element.
   */
  private static boolean isComeToAgain(Set<Block> inside, Block making) {
    Set<Block> seen = new HashSet<>();
    ArrayDeque<Block> worklist = new ArrayDeque<>(inside);
    while (!worklist.isEmpty()) {
      Block block = worklist.remove();
      List<Block> next = new ArrayList<>(block == making ? List.of() : block.successors());
      block.handlers().forEach(handler -> next.add(handler.target()));
      for (Block each : next) {
        if (!inside.contains(each)) {
          if (seen.add(each)) {
            worklist.add(each);
          }
        } else if (!inside.contains(block)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a call makes an iterator of what may be a list. */
  static boolean isIterator(Instr call) {
    if (!Op.isInvoke(call.op())
        || !(call.operand() instanceof Operand.Method called)
        || !called.name().equals("iterator")
        || !called.descriptor().equals("()Ljava/util/Iterator;")) {
      return false;
    }
    return switch (called.owner()) {
      case "java/util/List", "java/util/Collection", "java/lang/Iterable" ->
          call.op() == Opcodes.INVOKEINTERFACE;
      case KnownList.Names.ARRAY_LIST -> call.op() == Opcodes.INVOKEVIRTUAL;
      default -> false;
    };
  }
}
