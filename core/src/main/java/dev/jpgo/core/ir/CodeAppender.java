package dev.jpgo.core.ir;

import java.util.List;
import org.objectweb.asm.Opcodes;

/** Adds code behind a block: blocks with its handlers, and instructions in the last of them. */
public final class CodeAppender {
  private final Graph graph;
  private final Block origin;
  private final Position position;
  private Block last;
  private Block at;

  /**
   * @param origin where code is added first
   * @param position of what cannot throw
   */
  public CodeAppender(Graph graph, Block origin, Position position) {
    this.graph = graph;
    this.origin = origin;
    this.position = position;
    this.last = origin;
    this.at = origin;
  }

  /** The block that instructions are added to. */
  public Block at() {
    return at;
  }

  /** How often what the code stands in runs; negative when that is not known. */
  public double frequency() {
    return origin.frequency();
  }

  /** A block for {@link #place}, to be jumped to before. */
  public Block newBlock(double frequency) {
    Block block = graph.newBlock();
    block.setFrequency(frequency);
    return block;
  }

  /** Puts a block behind the last one; what is added from now on goes there. */
  public void place(Block block) {
    BlockSplitter.protect(block, origin, List.of());
    graph.blocks().add(graph.blocks().indexOf(last) + 1, block);
    last = block;
    at = block;
  }

  /** Puts a block at the end of the method; what is added from now on goes there. */
  public void placeAtEnd(Block block) {
    BlockSplitter.protect(block, origin, List.of());
    graph.blocks().add(block);
    at = block;
  }

  public void jump(Block to) {
    at.terminate(graph.newGoto(position), List.of(to));
  }

  /** Branches to {@code taken}, or goes on in a new block that is as often run as this one. */
  public void branch(int op, Block taken, Instr... inputs) {
    Block next = newBlock(at.frequency());
    split(op, taken, next, inputs);
    place(next);
  }

  /** Branches to one of two blocks. */
  public void split(int op, Block taken, Block next, Instr... inputs) {
    at.terminate(
        graph.newInstr(op, Operand.None.NONE, ValueType.VOID, List.of(inputs), position),
        List.of(taken, next));
  }

  public void raise(Instr thrown, Position where) {
    at.terminate(
        graph.newInstr(Opcodes.ATHROW, Operand.None.NONE, ValueType.VOID, List.of(thrown), where),
        List.of());
  }

  /** A phi of a block without inputs. */
  public Instr phi(Block block, ValueType type) {
    Instr phi = graph.newPhi(type, position);
    block.addPhi(phi);
    return phi;
  }

  public Instr constant(Object value, ValueType type) {
    return add(Op.CONST, new Operand.Constant(value), type, position);
  }

  public Instr constant(int value) {
    return constant(value, ValueType.INT);
  }

  /** Adds an operation that cannot throw. */
  public Instr compute(int op, ValueType type, Instr... inputs) {
    return add(op, Operand.None.NONE, type, position, inputs);
  }

  /** Adds an instruction that is shown at a place of its own. */
  public Instr add(int op, Operand operand, ValueType type, Position where, Instr... inputs) {
    Instr instr = graph.newInstr(op, operand, type, List.of(inputs), where);
    at.append(instr);
    return instr;
  }
}
