package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** Lists the steps of a chain: instructions, and the copies that phis need. */
final class ChainSteps {
  private final PhiCopies copies;
  private final @Nullable Instr[] stackPhis;
  private final List<Entry> steps = new ArrayList<>();

  private ChainSteps(PhiCopies copies, @Nullable Instr[] stackPhis) {
    this.copies = copies;
    this.stackPhis = stackPhis;
  }

  /**
   * @param chain its segments in order
   * @param copies where copies stand
   * @param stackPhis by block id: the phi of a join that comes on the operand stack, or null
   */
  static List<Entry> of(List<Segment> chain, PhiCopies copies, @Nullable Instr[] stackPhis) {
    ChainSteps result = new ChainSteps(copies, stackPhis);
    for (int i = 0; i < chain.size(); i++) {
      result.add(chain.get(i), i + 1 < chain.size() ? chain.get(i + 1).head() : null, i == 0);
    }
    return result.steps;
  }

  private void add(Segment segment, @Nullable Block next, boolean first) {
    Block head = segment.head();
    if (first && !head.phis().isEmpty() && !head.isHandlerEntry()) {
      add(Entry.Kind.JOIN, head, segment, head.terminator()).join = head;
    }
    List<Block> blocks = segment.blocks;
    for (int i = 0; i < blocks.size(); i++) {
      addBlock(blocks.get(i), segment);
    }
    Block tail = segment.tail();
    copy(copies.beforeBranch(tail), tail, segment);
    Instr terminator = tail.terminator();
    Entry end = add(Entry.Kind.TERMINATOR, tail, segment, terminator);
    if (next != null && !next.phis().isEmpty()) {
      end.join = next;
    }
    if (terminator.op() == Opcodes.GOTO) {
      jump(end, tail);
    } else {
      end.operands = terminator.inputs();
    }
  }

  private void jump(Entry end, Block tail) {
    Block target = tail.successors().get(0);
    Instr onStack = stackPhis[target.id()];
    PhiCopies.Copy copy = copies.atEnd(tail, onStack);
    end.operands = copy.sources();
    end.destinations = copy.destinations();
    if (onStack != null) {
      end.operands = new ArrayList<>(copy.sources().size() + 1);
      end.operands.add(target.phiInput(onStack, tail));
      end.operands.addAll(copy.sources());
    }
  }

  private void addBlock(Block block, Segment segment) {
    List<Instr> body = block.body();
    int i = 0;
    if (block.isHandlerEntry()) {
      add(Entry.Kind.BODY, block, segment, body.get(i++));
    }
    copy(copies.atStart(block), block, segment);
    for (; i < body.size(); i++) {
      Instr instr = body.get(i);
      int op = instr.op();
      if (op != Op.CONST && op != Op.PARAM && op != Opcodes.NOP) {
        add(Entry.Kind.BODY, block, segment, instr).operands = instr.inputs();
      }
    }
  }

  private void copy(PhiCopies.Copy copy, Block block, Segment segment) {
    if (!copy.isEmpty()) {
      Entry entry = add(Entry.Kind.COPY, block, segment, block.terminator());
      entry.operands = copy.sources();
      entry.destinations = copy.destinations();
    }
  }

  private Entry add(Entry.Kind kind, Block block, Segment segment, Instr instr) {
    Entry entry = new Entry(steps.size(), kind, block, segment, instr);
    steps.add(entry);
    return entry;
  }
}
