package dev.jpgo.core.emit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
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
 *       everything, which {@code Throwable} is not. Whether it may is looked up by its opcode:
 *       {@code ldc} of a number does.
 *   <li>What is unlocked must be the very value that was locked last, copied but not merged since.
 *   <li>A value that is locked is not locked again.
 *   <li>Ways that meet hold the same.
 * </ul>
 */
final class MonitorPairing {
  private static final Type THROWABLE = Type.getObjectType("java/lang/Throwable");

  private final MethodNode method;
  private final InsnList instructions;
  private final Interpreter<Tracked> origins = new Origins();

  /** Places where ways may meet, and what is known there. */
  private final Map<AbstractInsnNode, Locking> joins = new IdentityHashMap<>();

  private final Set<AbstractInsnNode> targets = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<AbstractInsnNode> work = new ArrayDeque<>();

  private MonitorPairing(MethodNode method) {
    this.method = method;
    this.instructions = method.instructions;
  }

  /**
   * Whether a method's monitors are seen to be balanced.
   *
   * @param owner internal name of its class
   */
  static boolean isSeen(String owner, MethodNode method) {
    try {
      new MonitorPairing(method).follow(owner);
      return true;
    } catch (AnalyzerException e) {
      return false; // or there are subroutines, or what the verifier would refuse
    }
  }

  private void follow(String owner) throws AnalyzerException {
    for (AbstractInsnNode each : instructions) {
      targets.addAll(targets(each));
    }
    for (TryCatchBlockNode region : method.tryCatchBlocks) {
      targets.add(region.handler);
    }
    follow(instructions.getFirst(), start(owner));
    while (!work.isEmpty()) {
      AbstractInsnNode join = work.remove();
      Locking state = joins.get(join);
      if (state != null) {
        execute(join, new Locking(state));
      }
    }
  }

  private Locking start(String owner) {
    Locking frame = new Locking(method.maxLocals, method.maxStack);
    for (int i = 0; i < method.maxLocals; i++) {
      frame.setLocal(i, origins.newEmptyValue(i));
    }
    boolean hasReceiver = (method.access & Opcodes.ACC_STATIC) == 0;
    int local = 0;
    if (hasReceiver) {
      frame.setLocal(local++, origins.newParameterValue(true, 0, Type.getObjectType(owner)));
    }
    for (Type type : Type.getArgumentTypes(method.desc)) {
      frame.setLocal(local, origins.newParameterValue(hasReceiver, local, type));
      local += type.getSize();
    }
    return frame;
  }

  /** Goes on at an instruction: at once, or later if other ways may lead there. */
  private void follow(AbstractInsnNode next, Locking state) throws AnalyzerException {
    if (targets.contains(next)) {
      meet(next, state);
    } else {
      execute(next, state);
    }
  }

  private void meet(AbstractInsnNode join, Locking state) throws AnalyzerException {
    Locking known = joins.get(join);
    if (known == null) {
      joins.put(join, new Locking(state));
      work.add(join);
    } else if (known.merge(state, origins)) {
      work.add(join);
    }
  }

  /** Executes what comes one after the other. */
  private void execute(AbstractInsnNode first, Locking state) throws AnalyzerException {
    AbstractInsnNode at = first;
    while (at.getOpcode() < 0 || step(at, state)) {
      at = at.getNext();
      if (at == null) {
        throw new AnalyzerException(null, "execution falls off the end");
      }
      if (targets.contains(at)) {
        meet(at, state);
        return;
      }
    }
  }

  /** Executes an instruction; whether the next one may follow. */
  private boolean step(AbstractInsnNode at, Locking state) throws AnalyzerException {
    int opcode = at.getOpcode();
    boolean leaves = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    if (leaves && state.held != null) {
      throw new AnalyzerException(at, "a monitor is held at a return");
    }
    if (opcode == Opcodes.JSR || opcode == Opcodes.RET) {
      throw new AnalyzerException(at, "a subroutine");
    }
    if (mayTrap(opcode) && !(opcode == Opcodes.MONITOREXIT && state.held != null)) {
      trap(at, state);
    }
    if (leaves || opcode == Opcodes.ATHROW) {
      return false;
    }
    if (opcode != Opcodes.GOTO) {
      state.execute(at, origins);
    }
    for (LabelNode target : targets(at)) {
      meet(target, state);
    }
    return opcode != Opcodes.GOTO
        && opcode != Opcodes.TABLESWITCH
        && opcode != Opcodes.LOOKUPSWITCH;
  }

  /** An exception goes no further than the first handler for everything. */
  private void trap(AbstractInsnNode at, Locking state) throws AnalyzerException {
    int index = instructions.indexOf(at);
    for (TryCatchBlockNode region : method.tryCatchBlocks) {
      if (instructions.indexOf(region.start) <= index && index < instructions.indexOf(region.end)) {
        Locking thrown = new Locking(state);
        thrown.clearStack();
        thrown.push(origins.newExceptionValue(region, thrown, THROWABLE));
        meet(region.handler, thrown);
        if (region.type == null) {
          return;
        }
      }
    }
    if (state.held != null) {
      throw new AnalyzerException(at, "a monitor is held where an exception may leave");
    }
  }

  /** Where an instruction may jump to. */
  static List<LabelNode> targets(AbstractInsnNode at) {
    if (at instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    List<LabelNode> all = new ArrayList<>();
    if (at instanceof TableSwitchInsnNode table) {
      all.addAll(table.labels);
      all.add(table.dflt);
    } else if (at instanceof LookupSwitchInsnNode lookup) {
      all.addAll(lookup.labels);
      all.add(lookup.dflt);
    }
    return all;
  }

  /** Whether HotSpot counts an instruction among those that may throw. */
  static boolean mayTrap(int opcode) {
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
    private void enter(Tracked value, AbstractInsnNode instruction) throws AnalyzerException {
      for (Held each = held; each != null; each = each.below) {
        if (each.lock.equals(value)) {
          throw new AnalyzerException(instruction, "what is locked is locked again");
        }
      }
      Tracked lock = new Tracked(value.type, instruction);
      replace(value, lock);
      held = new Held(lock, held);
    }

    private void leave(Tracked lock, AbstractInsnNode instruction) throws AnalyzerException {
      if (held == null || !held.lock.equals(lock)) {
        throw new AnalyzerException(instruction, "what is unlocked was not locked last");
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
      if (!(other instanceof Locking locking) || !Objects.equals(held, locking.held)) {
        throw new AnalyzerException(null, "ways that meet hold different monitors");
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
}
