package dev.jpgo.core.emit;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/**
 * Whether HotSpot sees that a method leaves its monitors in the order it entered them, on every way
 * out. Before it compiles a method it follows the values that are locked through variables and
 * operands ({@code GenerateOopMap}, {@code ciMethod::has_balanced_monitors}), more strictly than
 * the JVMS asks for (2.11.10):
 *
 * <ul>
 *   <li>Each bytecode that may trap where a monitor is held must be covered by a handler for
 *       everything. Whether it may is looked up by its opcode: {@code ldc} of a number does.
 *   <li>What is unlocked must be the very value that was locked last, copied but not merged since.
 *   <li>A value that is locked is not locked again.
 *   <li>Ways that meet hold the same.
 * </ul>
 */
final class MonitorPairing {
  private MonitorPairing() {}

  /**
   * Whether a method's monitors are seen to be balanced.
   *
   * @param owner internal name of its class
   */
  static boolean isSeen(String owner, MethodNode method) {
    Flow flow = new Flow(method.instructions);
    try {
      return isSeen(flow, flow.analyze(owner, method));
    } catch (AnalyzerException e) {
      return false; // subroutines, or what the verifier would refuse
    }
  }

  private static boolean isSeen(Flow flow, @Nullable Frame<Tracked>[] frames) {
    for (int i = 0; i < frames.length; i++) {
      if (!(frames[i] instanceof Locking frame)) {
        continue; // not reached
      }
      if (frame.lost) {
        return false;
      }
      if (frame.held == null) {
        continue;
      }
      int opcode = flow.opcode(i);
      boolean leaves = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
      if (leaves || (mayTrap(opcode) && opcode != Opcodes.MONITOREXIT && !flow.catchesAll(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether HotSpot counts an instruction among those that may throw. */
  private static boolean mayTrap(int opcode) {
    if (opcode < Opcodes.LDC) {
      return false;
    }
    if (opcode <= Opcodes.LXOR) {
      return opcode == Opcodes.LDC
          || (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
          || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE)
          || opcode == Opcodes.IDIV
          || opcode == Opcodes.LDIV
          || opcode == Opcodes.IREM
          || opcode == Opcodes.LREM;
    }
    return opcode >= Opcodes.GETSTATIC && opcode != Opcodes.IFNULL && opcode != Opcodes.IFNONNULL;
  }

  /**
   * A value by where it comes from.
   *
   * @param type what ASM tells
   * @param origin the instruction that made it, the handler it was thrown to, or the variable or
   *     operand in which it was one of several
   */
  private record Tracked(BasicValue type, @Nullable Object origin) implements Value {
    @Override
    public int getSize() {
      return type.getSize();
    }
  }

  /** A monitor that is held, and those that were when it was entered. */
  private record Held(Tracked lock, @Nullable Held below) {}

  /** A place in a frame: what has come to be several values there is one of its own. */
  private record Place(int index) {}

  /** Where values come from. */
  private static final class Origins extends Interpreter<Tracked> {
    private final BasicInterpreter types = new BasicInterpreter();

    Origins() {
      super(Opcodes.ASM9);
    }

    private static @Nullable Tracked of(@Nullable BasicValue type, Object origin) {
      return type == null ? null : new Tracked(type, origin);
    }

    @Override
    public @Nullable Tracked newValue(@Nullable Type type) {
      BasicValue value = types.newValue(type);
      return value == null ? null : new Tracked(value, null);
    }

    @Override
    public Tracked newParameterValue(boolean isInstanceMethod, int local, Type type) {
      return new Tracked(types.newValue(type), new Place(local));
    }

    @Override
    public Tracked newExceptionValue(
        TryCatchBlockNode region, Frame<Tracked> handler, Type exceptionType) {
      return new Tracked(types.newValue(exceptionType), region.handler);
    }

    @Override
    public @Nullable Tracked newOperation(AbstractInsnNode instruction) throws AnalyzerException {
      return of(types.newOperation(instruction), instruction);
    }

    @Override
    public Tracked copyOperation(AbstractInsnNode instruction, Tracked value) {
      return value;
    }

    @Override
    public @Nullable Tracked unaryOperation(AbstractInsnNode instruction, Tracked value)
        throws AnalyzerException {
      return instruction.getOpcode() == Opcodes.CHECKCAST
          ? value
          : of(types.unaryOperation(instruction, value.type), instruction);
    }

    @Override
    public @Nullable Tracked binaryOperation(
        AbstractInsnNode instruction, Tracked first, Tracked second) throws AnalyzerException {
      return of(types.binaryOperation(instruction, first.type, second.type), instruction);
    }

    @Override
    public @Nullable Tracked ternaryOperation(
        AbstractInsnNode instruction, Tracked first, Tracked second, Tracked third) {
      return null;
    }

    @Override
    public @Nullable Tracked naryOperation(
        AbstractInsnNode instruction, List<? extends Tracked> values) throws AnalyzerException {
      return of(types.naryOperation(instruction, List.of()), instruction);
    }

    @Override
    public void returnOperation(AbstractInsnNode instruction, Tracked value, Tracked expected) {}

    @Override
    public Tracked merge(Tracked first, Tracked second) {
      return first.equals(second) ? first : new Tracked(types.merge(first.type, second.type), null);
    }
  }

  /** Values and the monitors that are held. */
  private static final class Locking extends Frame<Tracked> {
    private @Nullable Held held;

    /** Whether what is held is not known, from here on. */
    private boolean lost;

    Locking(int locals, int operands) {
      super(locals, operands);
    }

    Locking(Frame<? extends Tracked> other) {
      super(other);
    }

    @Override
    public Frame<Tracked> init(Frame<? extends Tracked> other) {
      super.init(other);
      if (other instanceof Locking locking) {
        held = locking.held;
        lost = locking.lost;
      }
      return this;
    }

    @Override
    public void execute(AbstractInsnNode instruction, Interpreter<Tracked> interpreter)
        throws AnalyzerException {
      switch (instruction.getOpcode()) {
        case Opcodes.MONITORENTER -> enter(pop(), instruction);
        case Opcodes.MONITOREXIT -> leave(pop(), instruction);
        default -> super.execute(instruction, interpreter);
      }
    }

    /** What is locked is known by the instruction that did. */
    private void enter(Tracked value, AbstractInsnNode instruction) {
      for (Held each = held; each != null; each = each.below) {
        lost |= each.lock.equals(value);
      }
      Tracked lock = new Tracked(value.type, instruction);
      replace(value, lock);
      held = new Held(lock, held);
    }

    private void leave(Tracked lock, AbstractInsnNode instruction) {
      if (held == null || !held.lock.equals(lock)) {
        lost = true;
        return;
      }
      held = held.below;
      replace(lock, new Tracked(lock.type, instruction));
    }

    private void replace(Tracked old, Tracked value) {
      for (int i = 0; i < getLocals(); i++) {
        if (getLocal(i).equals(old)) {
          setLocal(i, value);
        }
      }
      for (int i = 0; i < getStackSize(); i++) {
        if (getStack(i).equals(old)) {
          setStack(i, value);
        }
      }
    }

    @Override
    public boolean merge(Frame<? extends Tracked> other, Interpreter<Tracked> interpreter)
        throws AnalyzerException {
      if (getStackSize() != other.getStackSize()) {
        throw new AnalyzerException(null, "stacks of different heights meet");
      }
      boolean changed = false;
      for (int i = 0; i < getLocals() + getStackSize(); i++) {
        Tracked mine = at(this, i);
        Tracked merged = merge(mine, at(other, i), i, interpreter);
        if (!merged.equals(mine)) {
          changed = true;
          if (i < getLocals()) {
            setLocal(i, merged);
          } else {
            setStack(i - getLocals(), merged);
          }
        }
      }
      Locking locking = (Locking) other;
      if (!lost && (locking.lost || !Objects.equals(held, locking.held))) {
        lost = true;
        changed = true;
      }
      return changed;
    }

    private static Tracked at(Frame<? extends Tracked> frame, int index) {
      return index < frame.getLocals()
          ? frame.getLocal(index)
          : frame.getStack(index - frame.getLocals());
    }

    private static Tracked merge(
        Tracked mine, Tracked other, int index, Interpreter<Tracked> interpreter) {
      if (mine.equals(other)) {
        return mine;
      }
      return new Tracked(interpreter.merge(mine, other).type, new Place(index));
    }
  }

  /** Follows values and monitors. */
  private static final class Flow extends Analyzer<Tracked> {
    private final InsnList instructions;

    Flow(InsnList instructions) {
      super(new Origins());
      this.instructions = instructions;
    }

    int opcode(int index) {
      return instructions.get(index).getOpcode();
    }

    /** Whether all that an instruction throws is caught. */
    boolean catchesAll(int index) {
      List<TryCatchBlockNode> handlers = getHandlers(index);
      for (int i = 0; handlers != null && i < handlers.size(); i++) {
        if (handlers.get(i).type == null) {
          return true;
        }
      }
      return false;
    }

    @Override
    protected Frame<Tracked> newFrame(int locals, int operands) {
      return new Locking(locals, operands);
    }

    @Override
    protected Frame<Tracked> newFrame(Frame<? extends Tracked> frame) {
      return new Locking(frame);
    }

    /** An exception goes no further than the first handler for everything. */
    @Override
    protected boolean newControlFlowExceptionEdge(int index, TryCatchBlockNode region) {
      if (!(getFrames()[index] instanceof Locking frame) || !isThrown(index, frame)) {
        return false;
      }
      for (TryCatchBlockNode each : getHandlers(index)) {
        if (each == region) {
          return true;
        }
        if (each.type == null) {
          return false;
        }
      }
      return false;
    }

    private boolean isThrown(int index, Locking frame) {
      int opcode = opcode(index);
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        return frame.held != null;
      }
      return opcode == Opcodes.MONITOREXIT ? frame.held == null : mayTrap(opcode);
    }
  }
}
