package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Executes bytecode symbolically: local variables and operand stack hold {@link Instr}s, and every
 * instruction that does more than move values is appended to the current block. One stack entry is
 * one value, whatever its size.
 */
final class BlockTranslator {
  private static final Instr[] NO_STACK = {};
  private static final ValueType CLASS = ValueType.ref("java/lang/Class");
  private static final ValueType STRING = ValueType.ref("java/lang/String");
  private static final ValueType METHOD_TYPE = ValueType.ref("java/lang/invoke/MethodType");
  private static final ValueType METHOD_HANDLE = ValueType.ref("java/lang/invoke/MethodHandle");

  private final Graph graph;
  private final LinearCode code;
  private final @Nullable String sourceFile;
  private final Instr[] stack;
  private int depth;
  private @Nullable Instr[] locals = new @Nullable Instr[0];
  private boolean ownsLocals;
  private Position position;
  private int site = Instr.NO_SITE;
  private Block block;
  private @Nullable Instr terminator;

  BlockTranslator(Graph graph, LinearCode code, @Nullable String sourceFile) {
    this.graph = graph;
    this.code = code;
    this.sourceFile = sourceFile;
    this.stack = new Instr[code.method.maxStack + 1];
    this.position = new Position(graph.method(), sourceFile, -1, null);
    this.block = graph.entry();
  }

  /** Starts a block; {@code newLocals} is copied before it is first written. */
  void start(Block newBlock, @Nullable Instr[] newLocals, Instr[] newStack) {
    block = newBlock;
    locals = newLocals;
    ownsLocals = false;
    terminator = null;
    System.arraycopy(newStack, 0, stack, 0, newStack.length);
    depth = newStack.length;
  }

  @Nullable Instr[] locals() {
    return locals;
  }

  Instr[] stack() {
    if (depth == 0) {
      return NO_STACK;
    }
    Instr[] copy = new Instr[depth];
    System.arraycopy(stack, 0, copy, 0, depth);
    return copy;
  }

  /** The terminator met, or null when the code runs on. */
  @Nullable Instr terminator() {
    return terminator;
  }

  Position position() {
    return position;
  }

  /** Makes the position that of an instruction. */
  void moveTo(int index) {
    int line = code.lines[index];
    if (line != position.line()) {
      position = new Position(graph.method(), sourceFile, line, null);
    }
    site = code.sites[index];
  }

  /** Appends the CATCH of a handler. */
  void catchException(ValueType type) throws UnsupportedMethodException {
    site = Instr.NO_SITE;
    push(append(Op.CATCH, Operand.None.NONE, type));
  }

  void translate(int start, int end) throws UnsupportedMethodException {
    for (int i = start; i < end; i++) {
      moveTo(i);
      if (code.isLocked(i)) {
        append(Op.LOCKED, Operand.None.NONE, ValueType.VOID).setSite(Instr.NO_SITE);
      }
      translate(code.opcodes[i], code.instructions[i]);
    }
  }

  private void translate(int opcode, AbstractInsnNode node) throws UnsupportedMethodException {
    if (opcode <= Opcodes.SIPUSH) {
      constant(opcode, node);
    } else if (opcode <= Opcodes.ALOAD) {
      if (opcode == Opcodes.LDC) {
        loadConstant(((LdcInsnNode) node).cst);
      } else {
        load(((VarInsnNode) node).var, kindOf(opcode - Opcodes.ILOAD));
      }
    } else if (opcode <= Opcodes.SALOAD) {
      arrayLoad(opcode);
    } else if (opcode <= Opcodes.ASTORE) {
      store(((VarInsnNode) node).var, kindOf(opcode - Opcodes.ISTORE));
    } else if (opcode <= Opcodes.SASTORE) {
      simple(opcode, 3, ValueType.VOID);
    } else if (opcode <= Opcodes.SWAP) {
      shuffle(opcode);
    } else if (opcode <= Opcodes.DCMPG) {
      arithmetic(opcode, node);
    } else {
      translateRest(opcode, node);
    }
  }

  private void translateRest(int opcode, AbstractInsnNode node) throws UnsupportedMethodException {
    switch (opcode) {
      case Opcodes.IFEQ,
          Opcodes.IFNE,
          Opcodes.IFLT,
          Opcodes.IFGE,
          Opcodes.IFGT,
          Opcodes.IFLE,
          Opcodes.IFNULL,
          Opcodes.IFNONNULL,
          Opcodes.IRETURN,
          Opcodes.LRETURN,
          Opcodes.FRETURN,
          Opcodes.DRETURN,
          Opcodes.ARETURN,
          Opcodes.ATHROW ->
          terminate(opcode, Operand.None.NONE, 1);
      case Opcodes.IF_ICMPEQ,
          Opcodes.IF_ICMPNE,
          Opcodes.IF_ICMPLT,
          Opcodes.IF_ICMPGE,
          Opcodes.IF_ICMPGT,
          Opcodes.IF_ICMPLE,
          Opcodes.IF_ACMPEQ,
          Opcodes.IF_ACMPNE ->
          terminate(opcode, Operand.None.NONE, 2);
      case Opcodes.GOTO, Opcodes.RETURN -> terminate(opcode, Operand.None.NONE, 0);
      case Opcodes.TABLESWITCH -> {
        TableSwitchInsnNode table = (TableSwitchInsnNode) node;
        List<Integer> keys = new ArrayList<>(table.labels.size());
        for (int i = 0; i < table.labels.size(); i++) {
          keys.add(table.min + i);
        }
        terminate(Opcodes.LOOKUPSWITCH, new Operand.Switch(keys), 1);
      }
      case Opcodes.LOOKUPSWITCH ->
          terminate(opcode, new Operand.Switch(List.copyOf(((LookupSwitchInsnNode) node).keys)), 1);
      case Opcodes.GETSTATIC, Opcodes.PUTSTATIC, Opcodes.GETFIELD, Opcodes.PUTFIELD ->
          field((FieldInsnNode) node);
      case Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKESPECIAL,
          Opcodes.INVOKESTATIC,
          Opcodes.INVOKEINTERFACE ->
          invoke((MethodInsnNode) node);
      case Opcodes.INVOKEDYNAMIC -> invokeDynamic((InvokeDynamicInsnNode) node);
      case Opcodes.NEW -> {
        String type = ((TypeInsnNode) node).desc;
        push(append(opcode, new Operand.Class(type), ValueType.ref(type)));
      }
      case Opcodes.NEWARRAY -> newArray(((IntInsnNode) node).operand);
      case Opcodes.ANEWARRAY -> {
        String type = ((TypeInsnNode) node).desc;
        String array = type.charAt(0) == '[' ? '[' + type : "[L" + type + ';';
        withOperand(opcode, new Operand.Class(type), 1, ValueType.ref(array));
      }
      case Opcodes.ARRAYLENGTH -> simple(opcode, 1, ValueType.INT);
      case Opcodes.CHECKCAST -> {
        String type = ((TypeInsnNode) node).desc;
        withOperand(opcode, new Operand.Class(type), 1, ValueType.ref(type));
      }
      case Opcodes.INSTANCEOF ->
          withOperand(opcode, new Operand.Class(((TypeInsnNode) node).desc), 1, ValueType.INT);
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> simple(opcode, 1, ValueType.VOID);
      case Opcodes.MULTIANEWARRAY -> {
        MultiANewArrayInsnNode array = (MultiANewArrayInsnNode) node;
        withOperand(
            opcode,
            new Operand.MultiArray(array.desc, array.dims),
            array.dims,
            ValueType.ref(array.desc));
      }
      default -> throw new UnsupportedMethodException("it has an unknown instruction " + opcode);
    }
  }

  // --- constants

  private void constant(int opcode, AbstractInsnNode node) throws UnsupportedMethodException {
    switch (opcode) {
      case Opcodes.NOP -> {}
      case Opcodes.ACONST_NULL -> push(append(Op.CONST, Operand.Null.NULL, ValueType.NULL));
      case Opcodes.LCONST_0, Opcodes.LCONST_1 ->
          pushConstant((long) (opcode - Opcodes.LCONST_0), ValueType.LONG);
      case Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2 ->
          pushConstant((float) (opcode - Opcodes.FCONST_0), ValueType.FLOAT);
      case Opcodes.DCONST_0, Opcodes.DCONST_1 ->
          pushConstant((double) (opcode - Opcodes.DCONST_0), ValueType.DOUBLE);
      case Opcodes.BIPUSH, Opcodes.SIPUSH ->
          pushConstant(((IntInsnNode) node).operand, ValueType.INT);
      default -> pushConstant(opcode - Opcodes.ICONST_0, ValueType.INT);
    }
  }

  private void pushConstant(Object value, ValueType type) throws UnsupportedMethodException {
    push(append(Op.CONST, new Operand.Constant(value), type));
  }

  private void loadConstant(Object value) throws UnsupportedMethodException {
    if (value instanceof Integer) {
      pushConstant(value, ValueType.INT);
    } else if (value instanceof Long) {
      pushConstant(value, ValueType.LONG);
    } else if (value instanceof Float) {
      pushConstant(value, ValueType.FLOAT);
    } else if (value instanceof Double) {
      pushConstant(value, ValueType.DOUBLE);
    } else if (value instanceof String) {
      pushConstant(value, STRING);
    } else {
      push(append(Opcodes.LDC, new Operand.Constant(value), typeOfResolved(value)));
    }
  }

  private static ValueType typeOfResolved(Object value) throws UnsupportedMethodException {
    if (value instanceof ConstantDynamic dynamic) {
      return ValueType.ofDescriptor(dynamic.getDescriptor());
    }
    if (value instanceof Handle) {
      return METHOD_HANDLE;
    }
    if (value instanceof Type type) {
      return type.getSort() == Type.METHOD ? METHOD_TYPE : CLASS;
    }
    throw new UnsupportedMethodException("it loads an unknown constant " + value);
  }

  // --- local variables

  private static Kind kindOf(int offset) {
    return switch (offset) {
      case 0 -> Kind.INT;
      case 1 -> Kind.LONG;
      case 2 -> Kind.FLOAT;
      case 3 -> Kind.DOUBLE;
      default -> Kind.REF;
    };
  }

  private void load(int local, Kind kind) throws UnsupportedMethodException {
    push(read(local, kind));
  }

  private Instr read(int local, Kind kind) throws UnsupportedMethodException {
    Instr value = locals[local];
    if (value == null || value.type().kind() != kind) {
      throw new UnsupportedMethodException("local " + local + " is read but not defined");
    }
    return value;
  }

  private void store(int local, Kind kind) throws UnsupportedMethodException {
    write(local, pop(kind));
  }

  private void write(int local, Instr value) {
    if (!ownsLocals) {
      locals = locals.clone();
      ownsLocals = true;
    }
    locals[local] = value;
    value.setTemporary(false);
    if (value.type().kind().slots() == 2) {
      locals[local + 1] = null;
    }
    Instr below = local == 0 ? null : locals[local - 1];
    if (below != null && below.type().kind().slots() == 2) {
      locals[local - 1] = null;
    }
  }

  private void increment(IincInsnNode node) throws UnsupportedMethodException {
    Instr value = read(node.var, Kind.INT);
    Instr constant = append(Op.CONST, new Operand.Constant(node.incr), ValueType.INT);
    Instr sum = append(Opcodes.IADD, Operand.None.NONE, ValueType.INT);
    sum.inputs().add(value);
    sum.inputs().add(constant);
    write(node.var, sum);
  }

  // --- operand stack

  private void push(Instr value) throws UnsupportedMethodException {
    if (depth == stack.length) {
      throw new UnsupportedMethodException("its operand stack overflows");
    }
    stack[depth++] = value;
  }

  private Instr pop() throws UnsupportedMethodException {
    if (depth == 0) {
      throw new UnsupportedMethodException("its operand stack underflows");
    }
    return stack[--depth];
  }

  private Instr pop(Kind kind) throws UnsupportedMethodException {
    Instr value = pop();
    if (value.type().kind() != kind) {
      throw new UnsupportedMethodException("its operand stack holds the wrong kind of value");
    }
    return value;
  }

  /**
   * Moves values. With n the words that the operation duplicates and skips, the number of values is
   * found from their sizes (JVMS 6.5: forms of dup2, dup2_x1, ...).
   */
  private void shuffle(int opcode) throws UnsupportedMethodException {
    switch (opcode) {
      case Opcodes.POP -> pop();
      case Opcodes.POP2 -> drop(words(2, 0));
      case Opcodes.DUP -> duplicate(1, 0);
      case Opcodes.DUP_X1 -> duplicate(1, 1);
      case Opcodes.DUP_X2 -> duplicate(1, words(2, 1));
      case Opcodes.DUP2 -> duplicate(words(2, 0), 0);
      case Opcodes.DUP2_X1 -> duplicate(words(2, 0), 1);
      case Opcodes.DUP2_X2 -> {
        int copied = words(2, 0);
        duplicate(copied, words(2, copied));
      }
      default -> {
        Instr upper = pop();
        Instr lower = pop();
        push(upper);
        push(lower);
      }
    }
  }

  /** How many values make up a number of words below the topmost {@code skipped} values. */
  private int words(int words, int skipped) throws UnsupportedMethodException {
    int values = 0;
    for (int size = 0; size < words; values++) {
      int index = depth - 1 - skipped - values;
      if (index < 0) {
        throw new UnsupportedMethodException("its operand stack underflows");
      }
      size += stack[index].type().kind().slots();
    }
    return values;
  }

  private void drop(int values) {
    depth -= values;
  }

  /** Copies the topmost values below as many as {@code skipped} values under them. */
  private void duplicate(int values, int skipped) throws UnsupportedMethodException {
    int from = depth - values - skipped;
    if (from < 0 || depth + values > stack.length) {
      throw new UnsupportedMethodException("its operand stack under- or overflows");
    }
    System.arraycopy(stack, from, stack, from + values, values + skipped);
    depth += values;
    System.arraycopy(stack, depth - values, stack, from, values);
  }

  // --- operations

  private Instr append(int op, Operand operand, ValueType type) {
    Instr instr = graph.newInstr(op, operand, type, List.of(), position);
    instr.setSite(site);
    instr.setTemporary(true);
    block.append(instr);
    return instr;
  }

  private Instr withOperand(int op, Operand operand, int inputs, ValueType type)
      throws UnsupportedMethodException {
    if (depth < inputs) {
      throw new UnsupportedMethodException("its operand stack underflows");
    }
    Instr instr = append(op, operand, type);
    depth -= inputs;
    for (int i = 0; i < inputs; i++) {
      instr.inputs().add(stack[depth + i]);
    }
    if (type.kind() != Kind.VOID) {
      push(instr);
    }
    return instr;
  }

  private void simple(int op, int inputs, ValueType type) throws UnsupportedMethodException {
    withOperand(op, Operand.None.NONE, inputs, type);
  }

  private void terminate(int op, Operand operand, int inputs) throws UnsupportedMethodException {
    if (depth < inputs) {
      throw new UnsupportedMethodException("its operand stack underflows");
    }
    Instr instr = graph.newInstr(op, operand, ValueType.VOID, List.of(), position);
    instr.setSite(site);
    depth -= inputs;
    for (int i = 0; i < inputs; i++) {
      instr.inputs().add(stack[depth + i]);
    }
    terminator = instr;
  }

  private void arrayLoad(int opcode) throws UnsupportedMethodException {
    ValueType type =
        switch (opcode) {
          case Opcodes.LALOAD -> ValueType.LONG;
          case Opcodes.FALOAD -> ValueType.FLOAT;
          case Opcodes.DALOAD -> ValueType.DOUBLE;
          case Opcodes.AALOAD -> depth < 2 ? ValueType.OBJECT : component(stack[depth - 2].type());
          default -> ValueType.INT;
        };
    simple(opcode, 2, type);
  }

  /** Component type of an array, as far as it is known yet. */
  static ValueType component(ValueType array) {
    ValueType component = array.component();
    return component == null ? ValueType.OBJECT : component;
  }

  private void arithmetic(int opcode, AbstractInsnNode node) throws UnsupportedMethodException {
    if (opcode == Opcodes.IINC) {
      increment((IincInsnNode) node);
    } else if (opcode < Opcodes.INEG || opcode >= Opcodes.ISHL && opcode < Opcodes.IINC) {
      // Opcodes of arithmetic come in the order int, long, float, double, those of shifts and bit
      // operations in the order int, long.
      boolean floating = opcode < Opcodes.INEG;
      int kind = floating ? (opcode - Opcodes.IADD) & 3 : (opcode - Opcodes.ISHL) & 1;
      simple(opcode, 2, typeOf(kind));
    } else if (opcode <= Opcodes.DNEG) {
      simple(opcode, 1, typeOf(opcode - Opcodes.INEG));
    } else if (opcode >= Opcodes.LCMP) {
      simple(opcode, 2, ValueType.INT);
    } else {
      simple(opcode, 1, converted(opcode));
    }
  }

  private static ValueType typeOf(int kind) {
    return switch (kind) {
      case 0 -> ValueType.INT;
      case 1 -> ValueType.LONG;
      case 2 -> ValueType.FLOAT;
      default -> ValueType.DOUBLE;
    };
  }

  private static ValueType converted(int opcode) {
    return switch (opcode) {
      case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L -> ValueType.LONG;
      case Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> ValueType.FLOAT;
      case Opcodes.I2D, Opcodes.L2D, Opcodes.F2D -> ValueType.DOUBLE;
      default -> ValueType.INT;
    };
  }

  private void newArray(int code) throws UnsupportedMethodException {
    String name =
        switch (code) {
          case Opcodes.T_BOOLEAN -> "[Z";
          case Opcodes.T_CHAR -> "[C";
          case Opcodes.T_FLOAT -> "[F";
          case Opcodes.T_DOUBLE -> "[D";
          case Opcodes.T_BYTE -> "[B";
          case Opcodes.T_SHORT -> "[S";
          case Opcodes.T_INT -> "[I";
          default -> "[J";
        };
    withOperand(Opcodes.NEWARRAY, new Operand.Int(code), 1, ValueType.ref(name));
  }

  private void field(FieldInsnNode node) throws UnsupportedMethodException {
    Operand operand = new Operand.Field(node.owner, node.name, node.desc);
    int opcode = node.getOpcode();
    switch (opcode) {
      case Opcodes.GETSTATIC -> withOperand(opcode, operand, 0, ValueType.ofDescriptor(node.desc));
      case Opcodes.GETFIELD -> withOperand(opcode, operand, 1, ValueType.ofDescriptor(node.desc));
      case Opcodes.PUTSTATIC -> withOperand(opcode, operand, 1, ValueType.VOID);
      default -> withOperand(opcode, operand, 2, ValueType.VOID);
    }
  }

  private void invoke(MethodInsnNode node) throws UnsupportedMethodException {
    int inputs = argumentCount(node.desc) + (node.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
    withOperand(
        node.getOpcode(),
        new Operand.Method(node.owner, node.name, node.desc, node.itf),
        inputs,
        returned(node.desc));
  }

  private void invokeDynamic(InvokeDynamicInsnNode node) throws UnsupportedMethodException {
    withOperand(
        Opcodes.INVOKEDYNAMIC,
        new Operand.Dynamic(node.name, node.desc, node.bsm, List.of(node.bsmArgs)),
        argumentCount(node.desc),
        returned(node.desc));
  }

  private static ValueType returned(String descriptor) {
    return ValueType.ofDescriptor(descriptor, descriptor.lastIndexOf(')') + 1, descriptor.length());
  }

  private static int argumentCount(String descriptor) {
    int count = 0;
    int at = 1;
    while (descriptor.charAt(at) != ')') {
      at = skipType(descriptor, at);
      count++;
    }
    return count;
  }

  /** Where the type that starts somewhere in a descriptor ends. */
  static int skipType(String descriptor, int start) {
    int at = start;
    while (descriptor.charAt(at) == '[') {
      at++;
    }
    return descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
  }
}
