package dev.jpgo.core.ir;

import dev.jpgo.core.classfile.MethodId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * A method in SSA form. {@link #blocks()} is the layout order, in which the emitter places code:
 * original blocks in their original order, inlined code after its call, cold code at the end. The
 * entry has no predecessors and holds the parameters.
 */
public final class Graph {
  private final MethodId method;
  private int access;
  private final int classVersion;
  private final List<Block> blocks = new ArrayList<>();
  private final List<Instr> params = new ArrayList<>();
  private int nextBlock;
  private int nextInstr;
  private int lastFrame;
  private boolean typesComplete = true;
  private boolean letsGo;

  /**
   * @param method the method
   * @param access its access flags
   * @param classVersion major class-file version of its class; below 51 it may lack frames
   */
  public Graph(MethodId method, int access, int classVersion) {
    this.method = method;
    this.access = access;
    this.classVersion = classVersion;
  }

  public MethodId method() {
    return method;
  }

  public int access() {
    return access;
  }

  public int classVersion() {
    return classVersion;
  }

  /** Whether the VM locks the receiver, or the class, around all of it. */
  public boolean isSynchronized() {
    return (access & Opcodes.ACC_SYNCHRONIZED) != 0;
  }

  /** Its instructions lock and unlock what the VM has until now. */
  public void markLocksWrittenOut() {
    access &= ~Opcodes.ACC_SYNCHRONIZED;
  }

  public boolean isStatic() {
    return (access & Opcodes.ACC_STATIC) != 0;
  }

  /** Whether this is an instance initializer, whose receiver starts out uninitialized. */
  public boolean isConstructor() {
    return method.name().equals("<init>");
  }

  /**
   * Whether the type of every value is as the verifier would see it. False for some code that needs
   * no frames, whose classes the builder was not told about: there a phi of two classes is an
   * Object. Such code stays right as long as it needs no frames, so it must not be inlined where
   * frames are.
   */
  public boolean typesComplete() {
    return typesComplete;
  }

  /** See {@link #typesComplete}; to be called too when code without complete types comes in. */
  public void markTypesIncomplete() {
    typesComplete = false;
  }

  /**
   * Whether the code stores null to local variables that held something else, as is done to have it
   * collected.
   */
  public boolean letsGo() {
    return letsGo;
  }

  /** See {@link #letsGo}; to be called too when code that does so comes in. */
  public void markLettingGo() {
    letsGo = true;
  }

  /** The blocks in layout order, live and modifiable; unreachable ones must be taken out. */
  public List<Block> blocks() {
    return blocks;
  }

  public Block entry() {
    return blocks.get(0);
  }

  /** The parameters, receiver first, live. */
  public List<Instr> params() {
    return params;
  }

  /** A new block, not yet in the layout. */
  public Block newBlock() {
    return new Block(nextBlock++);
  }

  /** A new detached instruction. */
  public Instr newInstr(
      int op, Operand operand, ValueType type, List<Instr> inputs, Position position) {
    return new Instr(nextInstr++, op, operand, type, inputs, position);
  }

  /** A new detached phi without inputs. */
  public Instr newPhi(ValueType type, Position position) {
    return newInstr(Op.PHI, Operand.None.NONE, type, List.of(), position);
  }

  /** A new detached constant: what a variable of a type holds at first (JVMS 2.3, 2.4). */
  public Instr newZero(ValueType type, Position position) {
    return switch (type.kind()) {
      case INT -> newConstant(0, type, position);
      case LONG -> newConstant(0L, type, position);
      case FLOAT -> newConstant(0f, type, position);
      case DOUBLE -> newConstant(0d, type, position);
      case REF, VOID -> newInstr(Op.CONST, Operand.Null.NULL, ValueType.NULL, List.of(), position);
    };
  }

  private Instr newConstant(Object value, ValueType type, Position position) {
    return newInstr(Op.CONST, new Operand.Constant(value), type, List.of(), position);
  }

  /** A new detached GOTO. */
  public Instr newGoto(Position position) {
    return newInstr(Opcodes.GOTO, Operand.None.NONE, ValueType.VOID, List.of(), position);
  }

  /** A number that no {@link Position#frame} of this graph has. */
  public int newFrame() {
    return ++lastFrame;
  }

  /** Upper bound of instruction ids, for arrays indexed by id. */
  public int instrIdBound() {
    return nextInstr;
  }

  /** Upper bound of block ids, for arrays indexed by id. */
  public int blockIdBound() {
    return nextBlock;
  }

  /** Replaces inputs everywhere; chains in the map are followed. */
  public void replaceAll(Map<Instr, Instr> replacements) {
    if (replacements.isEmpty()) {
      return;
    }
    replacements.forEach((value, other) -> other.standsFor(value));
    for (Block block : blocks) {
      block.phis().forEach(i -> replaceInputs(i, replacements));
      block.body().forEach(i -> replaceInputs(i, replacements));
      replaceInputs(block.terminator(), replacements);
    }
  }

  private static void replaceInputs(Instr instr, Map<Instr, Instr> replacements) {
    List<Instr> inputs = instr.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Instr value = inputs.get(i);
      for (Instr next = replacements.get(value); next != null; next = replacements.get(value)) {
        value = next;
      }
      inputs.set(i, value);
    }
  }
}
