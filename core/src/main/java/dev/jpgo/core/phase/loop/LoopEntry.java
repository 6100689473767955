package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.memory.Preheaders;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Code in front of a loop that tests whether its iterations can be done at once, does them, and
 * enters the loop with what its variables are after them; where a test fails the loop is entered as
 * ever. Where there is no handler and what is tested comes first, none of it throws.
 */
final class LoopEntry implements LoopVersions {
  private final Graph graph;
  private final StraightLoop straight;
  private final Block header;
  private final Position position;
  private final Map<Instr, Instr> initial = new IdentityHashMap<>();
  private final List<Block> way = new ArrayList<>();

  /** Enters the loop as ever. */
  private final Block slow;

  /** Blocks that handlers are entered from. */
  private final Set<Block> covered = new HashSet<>();

  private final OutsideUses outside;
  private final double frequency;
  private Block current;

  LoopEntry(Graph graph, StraightLoop straight) {
    this.graph = graph;
    this.straight = straight;
    LoopForest.Loop loop = straight.loop();
    outside = OutsideUses.of(graph, loop, Uses.of(graph));
    header = loop.header();
    position = header.terminator().position();
    current = Preheaders.insert(graph, loop);
    graph.blocks().remove(current);
    way.add(current);
    frequency = current.frequency();
    for (Instr phi : header.phis()) {
      initial.put(phi, header.phiInput(phi, current));
    }
    slow = graph.newBlock();
    slow.setFrequency(frequency < 0 ? frequency : 0);
  }

  // --- tests

  /** Goes on unless a comparison is true; with zero it is one of a single operand. */
  void unless(int comparison, Instr left, Instr right) {
    Block next = block();
    branch(comparison, left, right, slow, next);
    current = next;
  }

  /** Goes on where a reference is not null. */
  void unlessNull(Instr reference) {
    Block next = block();
    end(Opcodes.IFNULL, List.of(reference), slow, next);
    current = next;
  }

  /** Goes on where two references differ, or else unless a comparison is true. */
  void unlessSame(Instr one, Instr other, int comparison, Instr left, Instr right) {
    Block same = block();
    Block next = block();
    end(Opcodes.IF_ACMPNE, List.of(one, other), next, same);
    current = same;
    branch(comparison, left, right, slow, next);
    current = next;
  }

  /**
   * The number of iterations that the test of the loop allows from its start. Goes on where it is
   * an int and at least so many.
   */
  Instr iterations(int least) {
    CountedLoop counted = straight.counted();
    Instr bound = outside(counted.bound() == null ? constant(0) : counted.bound());
    Instr first = atStart(counted.tested());
    boolean up = counted.step() > 0;
    boolean equal =
        counted.relation() == Opcodes.IF_ICMPLE || counted.relation() == Opcodes.IF_ICMPGE;
    if (!Integer.valueOf(0).equals(CountedLoop.constant(up ? first : bound))) {
      unless(CountedLoop.negated(counted.relation()), first, bound);
    }
    Instr count = up ? difference(bound, first) : difference(first, bound);
    if (equal) {
      count = sum(count, constant(1));
    }
    unless(Opcodes.IF_ICMPLT, count, constant(least));
    return count;
  }

  /**
   * The least of the indices that so many iterations access. Goes on where the array is not null
   * and all of them are in its bounds.
   */
  Instr leastIndex(Instr array, Instr index, Instr count) {
    if (!isNew(array)) {
      unlessNull(array);
    }
    Instr first = atStart(index);
    Integer slope = straight.slope(index);
    boolean down = slope != null && slope < 0;
    Instr least = down ? difference(first, difference(count, constant(1))) : first;
    Integer known = CountedLoop.constant(least);
    if (known == null || known < 0) {
      unless(Opcodes.IF_ICMPLT, least, constant(0));
    }
    Instr length = add(Opcodes.ARRAYLENGTH, ValueType.INT, List.of(array));
    unless(Opcodes.IF_ICMPLT, difference(length, least), count);
    return least;
  }

  static boolean isNew(Instr array) {
    return array.op() == Opcodes.NEWARRAY || array.op() == Opcodes.ANEWARRAY;
  }

  // --- blocks

  Block block() {
    Block block = apart();
    way.add(block);
    return block;
  }

  /** Leads to a block, where it goes on. */
  void go(Block next) {
    current.terminate(graph.newGoto(position), List.of(next));
    current = next;
  }

  /** Ends the block with a comparison; goes on in the second of the blocks that it leads to. */
  void branch(int comparison, Instr left, Instr right, Block taken, Block other) {
    if (Integer.valueOf(0).equals(CountedLoop.constant(right))) {
      end(comparison - Opcodes.IF_ICMPEQ + Opcodes.IFEQ, List.of(left), taken, other);
    } else {
      end(comparison, List.of(left, right), taken, other);
    }
    current = other;
  }

  private void end(int op, List<Instr> inputs, Block taken, Block other) {
    current.terminate(
        graph.newInstr(op, Operand.None.NONE, ValueType.VOID, inputs, position),
        List.of(taken, other));
  }

  Block current() {
    return current;
  }

  /** A block to go on in later. */
  Block apart() {
    Block block = graph.newBlock();
    block.setFrequency(frequency);
    return block;
  }

  void goOnIn(Block block) {
    way.add(block);
    current = block;
  }

  /** A phi of the block in which it goes on. */
  Instr phi(ValueType type) {
    Instr phi = graph.newPhi(type, position);
    current.addPhi(phi);
    return phi;
  }

  /**
   * Goes on where handlers are those of what the loop does. What is called may need more of the
   * stack than there is, and that is to leave where everything leaves that the loop throws.
   */
  void cover() {
    go(block());
    Block throwing = straight.effects().get(0).block();
    if (throwing == null) {
      throw new IllegalStateException("a loop without effects");
    }
    if (throwing.handlers().isEmpty()) {
      return;
    }
    covered.add(current);
    current.setHandlers(throwing.handlers());
    Set<Block> targets = new LinkedHashSet<>();
    throwing.handlers().forEach(handler -> targets.add(handler.target()));
    for (Block target : targets) {
      for (Instr phi : target.phis()) {
        Instr seen = target.phiInput(phi, throwing);
        target.setPhiInput(phi, current, isOriginal(seen.block()) ? value(current, seen) : seen);
      }
    }
  }

  @Override
  public boolean isOriginal(@Nullable Block block) {
    return block != null && straight.loop().blocks().contains(block);
  }

  @Override
  public boolean isCopy(Block block) {
    return covered.contains(block);
  }

  /** What a value of the loop is at its start. */
  @Override
  public Instr value(Block copied, Instr original) {
    Block going = current;
    current = way.get(0);
    Instr value = atStart(original);
    current = going;
    return value;
  }

  /** Goes on where there are no handlers. */
  void uncover() {
    go(block());
  }

  // --- values

  /** What a value of the loop that grows, or does not change, is in the first iteration. */
  Instr atStart(Instr value) {
    Instr first = initial.get(value);
    if (first != null) {
      return first;
    }
    if (value.isConst() || straight.isInvariant(value)) {
      return outside(value);
    }
    return add(value.op(), value.type(), List.of(atStart(value.input(0)), atStart(value.input(1))));
  }

  /** A value that does not change in the loop, where the loop is not reached yet. */
  Instr outside(Instr value) {
    Instr first = initial.get(value);
    if (first != null) {
      return first;
    }
    if (!value.isConst()) {
      return value;
    }
    Instr same =
        graph.newInstr(Op.CONST, value.operand(), value.type(), List.of(), value.position());
    current.append(same);
    return same;
  }

  Instr constant(int number) {
    return constantIn(current, number);
  }

  Instr constantIn(Block block, int number) {
    Instr constant =
        graph.newInstr(Op.CONST, new Operand.Constant(number), ValueType.INT, List.of(), position);
    block.append(constant);
    return constant;
  }

  Instr sum(Instr left, Instr right) {
    return isZero(right) ? left : add(Opcodes.IADD, ValueType.INT, List.of(left, right));
  }

  Instr difference(Instr left, Instr right) {
    return isZero(right) ? left : add(Opcodes.ISUB, ValueType.INT, List.of(left, right));
  }

  private static boolean isZero(Instr value) {
    return Integer.valueOf(0).equals(CountedLoop.constant(value));
  }

  Instr add(int op, ValueType type, List<Instr> inputs) {
    return add(op, Operand.None.NONE, type, inputs);
  }

  Instr add(int op, Operand operand, ValueType type, List<Instr> inputs) {
    Instr instr = graph.newInstr(op, operand, type, inputs, position);
    current.append(instr);
    return instr;
  }

  // --- the loop

  /** Enters the loop, with what its variables are after so many iterations or at the start. */
  void enter(Instr count) {
    List<Instr> phis = List.copyOf(header.phis());
    List<Instr> after = new ArrayList<>(phis.size());
    phis.forEach(phi -> after.add(after(phi, count)));
    Block fast = current;
    go(block());
    slow.terminate(graph.newGoto(position), List.of(current));
    List<Instr> entered = new ArrayList<>(phis.size());
    for (int i = 0; i < phis.size(); i++) {
      Instr merged = phi(phis.get(i).type());
      current.setPhiInput(merged, fast, after.get(i));
      current.setPhiInput(merged, slow, atStart(phis.get(i)));
      entered.add(merged);
    }
    current.terminate(graph.newGoto(position), List.of(header));
    for (int i = 0; i < phis.size(); i++) {
      header.setPhiInput(phis.get(i), current, entered.get(i));
    }
    graph.blocks().addAll(Unroller.firstInLayout(graph, straight.loop()), way);
    graph.blocks().add(slow);
    if (!covered.isEmpty()) {
      outside.correct(straight.loop(), this);
    }
    leaveAtOnce();
  }

  private Instr after(Instr phi, Instr count) {
    Instr first = atStart(phi);
    int slope = straight.slopes().getOrDefault(phi, 0);
    if (slope == 0) {
      return first;
    }
    if (Math.abs(slope) == 1) {
      return slope > 0 ? add(first, count) : difference(first, count);
    }
    return add(first, add(Opcodes.IMUL, ValueType.INT, List.of(count, constant(slope))));
  }

  private Instr add(Instr first, Instr more) {
    return isZero(first) ? more : sum(first, more);
  }

  /** The loop is mostly left at its first test now. */
  private void leaveAtOnce() {
    if (frequency >= 0) {
      straight.loop().blocks().forEach(block -> block.setFrequency(0));
      header.setFrequency(frequency);
    }
  }
}
