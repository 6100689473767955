package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One instruction of a graph, and the value it defines ({@link ValueType#VOID} when none). Identity
 * is object identity; ids are for printing. Inputs are in operand stack order, receiver first.
 */
public final class Instr {
  /** {@link #site} of an instruction that no original instruction stands for. */
  public static final int NO_SITE = -1;

  private final int id;
  private int op;
  private Operand operand;
  private ValueType type;
  private final List<Instr> inputs = new ArrayList<>(2);
  private Position position;
  private int site = NO_SITE;
  private boolean temporary;
  private @Nullable Block block;

  Instr(int id, int op, Operand operand, ValueType type, List<Instr> inputs, Position position) {
    this.id = id;
    this.op = op;
    this.operand = operand;
    this.type = type;
    if (!inputs.isEmpty()) {
      this.inputs.addAll(inputs);
    }
    this.position = position;
  }

  public int id() {
    return id;
  }

  /** An opcode of the JVM or a pseudo operation of {@link Op}. */
  public int op() {
    return op;
  }

  public Operand operand() {
    return operand;
  }

  public ValueType type() {
    return type;
  }

  public void setType(ValueType type) {
    this.type = type;
  }

  /** The inputs, live and modifiable. */
  public List<Instr> inputs() {
    return inputs;
  }

  public Instr input(int index) {
    return inputs.get(index);
  }

  public Position position() {
    return position;
  }

  public void setPosition(Position position) {
    this.position = position;
  }

  /**
   * Ordinal of the original instruction, counting from 0 the instructions with an opcode of {@code
   * position().method()}; the key of call sites and branches in a profile. {@link #NO_SITE} if
   * none.
   */
  public int site() {
    return site;
  }

  public void setSite(int site) {
    this.site = site;
  }

  /**
   * Whether this value was on the operand stack alone as long as its frame had it: no local
   * variable was ever given it. False, too, where nobody knows.
   */
  public boolean isTemporary() {
    return temporary;
  }

  public void setTemporary(boolean temporary) {
    this.temporary = temporary;
  }

  /** This is to be used for another value, too: it is where that was. */
  public void standsFor(Instr other) {
    if (!other.temporary && Position.isOneFrame(position.caller(), other.position.caller())) {
      temporary = false;
    }
  }

  /** The block that holds this instruction (as phi, body or terminator); null while detached. */
  public @Nullable Block block() {
    return block;
  }

  /**
   * The block that holds this instruction, which must be in one.
   *
   * @throws IllegalStateException while it is detached
   */
  public Block home() {
    if (block == null) {
      throw new IllegalStateException(this + " is in no block");
    }
    return block;
  }

  void setBlock(@Nullable Block block) {
    this.block = block;
  }

  /** Turns this instruction into another in place; uses stay. */
  public void become(int op, Operand operand, ValueType type, List<Instr> inputs) {
    this.op = op;
    this.operand = operand;
    this.type = type;
    List<Instr> copy = List.copyOf(inputs);
    this.inputs.clear();
    this.inputs.addAll(copy);
  }

  public boolean isPhi() {
    return op == Op.PHI;
  }

  public boolean isConst() {
    return op == Op.CONST;
  }

  /**
   * Whether it always gives the same result for the same inputs, cannot throw, and neither reads
   * nor writes memory: so are the {@linkplain Op#isPure operations that are}, and divisions by a
   * constant other than zero (JVMS 6.5 idiv, irem, ldiv, lrem: nothing else has them throw). Where
   * handlers go that nothing needs, the operation alone counts: HotSpot takes each division for one
   * that may throw when it pairs monitors.
   */
  public boolean isPure() {
    return Op.isPure(op) || (Op.divides(op) && isOtherThanZero(inputs.get(1)));
  }

  private static boolean isOtherThanZero(Instr divisor) {
    return divisor.isConst()
        && divisor.operand instanceof Operand.Constant constant
        && constant.value() instanceof Number number
        && number.longValue() != 0;
  }

  @Override
  public String toString() {
    return "v" + id;
  }
}
