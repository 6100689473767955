package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.UnsupportedMethodException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Writes the segments of a layout as ASM instructions. */
final class CodeWriter {
  /** Frames exist since this class-file version (JVMS 4.7.4). */
  private static final int FRAMES_SINCE = 50;

  private static final String THROWABLE = "java/lang/Throwable";

  private final Graph graph;
  private final LineNumbers lines;
  private final Chains chains;
  private final Effects effects;
  private final SlotAllocation slots;
  private final CodeLayout layout;
  private final Frames frames;
  private final ExceptionRanges ranges;
  private final boolean hasHandlers;
  private final boolean compiled;
  private final InsnList code = new InsnList();
  private final InstructionForms forms;
  private final JumpDistances distances = new JumpDistances();
  private final @Nullable LabelNode[] labels;
  private final List<AbstractInsnNode> allocationNodes = new ArrayList<>(0);
  private final List<Instr> allocations = new ArrayList<>(0);

  private @Nullable Position position;
  private int line = LineNumbers.NONE;

  /** The number that holds for what is appended, wherever control comes from. */
  private int inForce = LineNumbers.NONE;

  /**
   * @param compiled whether the VM's compilers are to read it: they take {@code catch (Throwable)}
   *     for something that may not catch all
   */
  CodeWriter(Emission emission, LineNumbers lines, CodeLayout layout, boolean compiled) {
    this.compiled = compiled;
    this.graph = emission.graph();
    this.lines = lines;
    this.chains = emission.chains();
    this.effects = emission.effects();
    this.slots = emission.slots();
    this.layout = layout;
    frames = new Frames(graph, emission.liveness(), slots);
    ranges = new ExceptionRanges(emission.liveness(), slots);
    forms = new InstructionForms(slots);
    labels = new @Nullable LabelNode[chains.segments().size()];
    boolean found = false;
    for (Block block : graph.blocks()) {
      found |= !block.handlers().isEmpty();
    }
    hasHandlers = found;
  }

  /**
   * Writes everything.
   *
   * @param maxStack depth of the operand stack
   */
  MethodNode write(int maxStack) throws UnsupportedMethodException {
    List<Segment> order = layout.order();
    for (int i = 0; i < order.size(); i++) {
      write(order.get(i));
    }
    checkTargets(order);
    distances.check();
    for (int i = 0; i < allocations.size(); i++) {
      LabelNode label = frames.allocationLabel(allocations.get(i));
      if (label != null) {
        code.insertBefore(allocationNodes.get(i), label);
      }
    }
    MethodNode method =
        new MethodNode(
            graph.access(), graph.method().name(), graph.method().descriptor(), null, null);
    method.instructions = code;
    method.maxStack = maxStack;
    method.maxLocals = slots.maxLocals();
    for (ExceptionRanges.Range range : ranges.finish()) {
      LabelNode start = new LabelNode();
      LabelNode end = new LabelNode();
      code.insertBefore(range.first(), start);
      code.insert(range.last(), end);
      LabelNode handler = label(layout.resolve(range.handler().target()));
      String type = range.handler().catchType();
      boolean all = compiled && THROWABLE.equals(type);
      method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, all ? null : type));
    }
    return method;
  }

  /** A label that is not placed would be taken for the jump's own place. */
  private void checkTargets(List<Segment> order) {
    int placed = 0;
    for (int i = 0; i < order.size(); i++) {
      placed += labels[order.get(i).index] != null ? 1 : 0;
    }
    int wanted = 0;
    for (LabelNode label : labels) {
      wanted += label != null ? 1 : 0;
    }
    if (placed != wanted) {
      throw new IllegalStateException("a jump leads to code that is not written");
    }
  }

  private LabelNode label(Segment segment) {
    LabelNode label = labels[segment.index];
    if (label == null) {
      label = new LabelNode();
      labels[segment.index] = label;
    }
    return label;
  }

  private void write(Segment segment) throws UnsupportedMethodException {
    if (layout.isTarget(segment)) {
      LabelNode label = label(segment);
      code.add(label);
      distances.place(label);
      StackSimulation.State state = layout.state(segment);
      if (graph.classVersion() >= FRAMES_SINCE && graph.typesComplete()) {
        code.add(frames.at(segment, state));
      }
      ranges.onJoin(segment, state, layout, chains);
      line = LineNumbers.NONE;
      position = null;
    }
    Instr terminator = segment.tail().terminator();
    for (Item item = segment.first; item != null; item = item.next) {
      if (item.value == terminator && item.is(Item.Kind.OP)) {
        end(segment, item);
      } else {
        write(item);
      }
    }
    if (terminator.op() == Opcodes.GOTO) {
      jump(layout.resolve(segment.tail().successors().get(0)), segment, terminator);
    }
  }

  private void write(Item item) throws UnsupportedMethodException {
    Instr value = item.value;
    AbstractInsnNode node;
    switch (item.kind) {
      case OP -> {
        if (value.op() == Op.CATCH) {
          return;
        }
        AbstractInsnNode before = pairedLoad(value);
        line(value, before);
        node = InstructionForms.operation(value);
        if (value.op() == Opcodes.NEW) {
          allocations.add(value);
          allocationNodes.add(node);
        }
        append(node, CodeSizes.operation(value.op()));
        noteThrowing(item.value, item.block, before == null ? node : before, node);
        return;
      }
      case LOAD -> append(forms.load(value), CodeSizes.local(slots.slot(value)));
      case STORE -> {
        append(forms.store(value), CodeSizes.local(slots.slot(value)));
        ranges.onStore(value);
      }
      case INCREMENT -> {
        append(forms.increment(value, item.operand), 6);
        ranges.onStore(value);
      }
      case CLEAR -> {
        append(new InsnNode(Opcodes.ACONST_NULL), 1);
        append(new VarInsnNode(Opcodes.ASTORE, item.operand), CodeSizes.local(item.operand));
      }
      case CONST -> append(InstructionForms.constant(value), CodeSizes.constant(value));
      case STACK -> append(new InsnNode(item.operand), 1);
    }
  }

  /**
   * The load that an instruction follows with which HotSpot's interpreters run it as one: {@code
   * iload} and {@code caload} everywhere, {@code aload_0} and {@code getfield} in later Zero VMs.
   * They look up handlers and the line of what that throws at the place of the load. Where control
   * may come in between, the two are kept apart.
   */
  private @Nullable AbstractInsnNode pairedLoad(Instr value) {
    AbstractInsnNode last = code.getLast();
    while (last != null && last.getOpcode() < 0) {
      last = last.getPrevious();
    }
    if (!(last instanceof VarInsnNode load) || !isRunWith(load, value)) {
      return null;
    }
    if (last != code.getLast()) {
      append(new InsnNode(Opcodes.NOP), 1);
      return null;
    }
    return last;
  }

  private boolean isRunWith(VarInsnNode load, Instr value) {
    return value.op() == Opcodes.CALOAD
        ? load.getOpcode() == Opcodes.ILOAD
        : value.op() == Opcodes.GETFIELD
            && load.getOpcode() == Opcodes.ALOAD
            && load.var == 0
            && effects.mayThrow(value);
  }

  private void append(AbstractInsnNode node, int size) {
    code.add(node);
    distances.advance(size);
  }

  private void noteThrowing(
      Instr value, Block block, AbstractInsnNode first, AbstractInsnNode last) {
    if (hasHandlers && effects.mayThrow(value)) {
      ranges.onThrowing(block, first, last);
    }
  }

  private void line(Instr value) throws UnsupportedMethodException {
    line(value, null);
  }

  /**
   * Says which line an instruction is on, where that changes.
   *
   * @param first what was written already and belongs to it, or null
   */
  private void line(Instr value, @Nullable AbstractInsnNode first)
      throws UnsupportedMethodException {
    Position at = value.position();
    if (at == position) {
      return;
    }
    position = at;
    int number = lines.lineOf(at);
    if (number == LineNumbers.NONE && inForce != LineNumbers.NONE) {
      number = lines.standIn(at);
    }
    if (number != line && number != LineNumbers.NONE) {
      LabelNode label = new LabelNode();
      LineNumberNode start = new LineNumberNode(number, label);
      if (first == null) {
        code.add(label);
        code.add(start);
      } else {
        code.insertBefore(first, label);
        code.insertBefore(first, start);
      }
      line = number;
      inForce = number;
    }
  }

  // --- ends of segments

  private void end(Segment segment, Item item) throws UnsupportedMethodException {
    Instr terminator = item.value;
    line(terminator);
    List<Block> successors = segment.tail().successors();
    int op = terminator.op();
    if (Op.isBranch(op)) {
      int jumped = layout.isInverted(segment) ? 1 : 0;
      LabelNode target = label(layout.resolve(successors.get(jumped)));
      JumpInsnNode node =
          new JumpInsnNode(jumped == 1 ? InstructionForms.inverted(op) : op, target);
      distances.jump(target);
      append(node, CodeSizes.operation(op));
      jump(layout.resolve(successors.get(1 - jumped)), segment, terminator);
    } else if (op == Opcodes.LOOKUPSWITCH || op == Opcodes.TABLESWITCH) {
      writeSwitch(terminator, successors);
    } else {
      AbstractInsnNode node = new InsnNode(op);
      append(node, 1);
      noteThrowing(terminator, item.block, node, node);
    }
  }

  /** Goes to a segment: by falling through, by a jump, or by its code if that is a short return. */
  private void jump(Segment target, Segment from, Instr terminator)
      throws UnsupportedMethodException {
    if (target == layout.after(from)) {
      return;
    }
    if (layout.isRepeatable(target)) {
      for (Item item = target.first; item != null; item = item.next) {
        if (item.is(Item.Kind.OP)) {
          line(item.value);
          append(new InsnNode(item.value.op()), 1);
        } else {
          write(item);
        }
      }
      return;
    }
    LabelNode label = label(target);
    distances.jump(label);
    append(new JumpInsnNode(Opcodes.GOTO, label), CodeSizes.operation(terminator.op()));
  }

  private void writeSwitch(Instr terminator, List<Block> successors) {
    if (!(terminator.operand() instanceof Operand.Switch operand)) {
      throw new IllegalStateException(terminator + " has no keys");
    }
    Segment otherwise = layout.resolve(successors.get(0));
    List<Integer> keys = new ArrayList<>(operand.keys().size());
    List<LabelNode> targets = new ArrayList<>(operand.keys().size());
    for (int i = 0; i < operand.keys().size(); i++) {
      Segment target = layout.resolve(successors.get(i + 1));
      if (target != otherwise) {
        keys.add(operand.keys().get(i));
        targets.add(label(target));
      }
    }
    LabelNode dflt = label(otherwise);
    distances.jump(dflt);
    targets.forEach(distances::jump);
    AbstractInsnNode node = SwitchForms.of(keys, targets, dflt);
    append(node, SwitchForms.size(node));
  }
}
