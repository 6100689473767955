package dev.jpgo.core.cfg;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The control-flow graph of a method as compiled. It is a pure function of the code, so edge counts
 * of one run line up with the same code in another.
 *
 * <p>Blocks end at branches and start at branch targets and handlers; calls and other instructions
 * that may throw do not end one. A loop header is the target of a branch that does not go forward:
 * every cycle has one.
 */
public final class Cfg {
  private final List<BasicBlock> blocks;
  private final List<Edge> edges;
  private final List<Integer> loopHeaders;
  private final int[] loopDepth;
  private final int[] blockAt;
  private final List<List<Edge>> incoming;
  private final List<List<Edge>> outgoing;

  Cfg(CfgBuilder builder) {
    this.blocks = List.copyOf(builder.blocks);
    this.edges = List.copyOf(builder.edges);
    this.loopHeaders = List.copyOf(builder.loopHeaders);
    this.loopDepth = builder.loopDepth;
    this.blockAt = builder.blockAt;
    this.incoming = CfgBuilder.lists(blocks.size() + 1);
    this.outgoing = CfgBuilder.lists(blocks.size() + 1);
    for (Edge edge : edges) {
      outgoing.get(edge.from()).add(edge);
      incoming.get(edge.to()).add(edge);
    }
  }

  /**
   * Builds the graph.
   *
   * @throws IllegalArgumentException when {@link #describes} is false
   */
  public static Cfg of(MethodNode method) {
    if (!describes(method)) {
      throw new IllegalArgumentException(method.name + method.desc + " has no code or uses jsr");
    }
    return new CfgBuilder(method).build();
  }

  /** Whether a method has code, and none of it is {@code jsr} or {@code ret}. */
  public static boolean describes(MethodNode method) {
    AbstractInsnNode insn = method.instructions.getFirst();
    boolean any = false;
    for (; insn != null; insn = insn.getNext()) {
      int opcode = insn.getOpcode();
      if (opcode == Opcodes.JSR || opcode == Opcodes.RET) {
        return false;
      }
      any |= opcode >= 0;
    }
    return any;
  }

  /** Basic blocks in code order. */
  public List<BasicBlock> blocks() {
    return blocks;
  }

  /**
   * All edges: the entry, then those that leave each block in code order (branch targets in the
   * order of the instruction, fall-through last), then handlers, then loop headers, both in code
   * order.
   */
  public List<Edge> edges() {
    return edges;
  }

  /** Number of the virtual node outside the method: one more than the last block. */
  public int root() {
    return blocks.size();
  }

  /** Ordinals of the loop headers, ascending. A loop's index is its position here. */
  public List<Integer> loopHeaders() {
    return loopHeaders;
  }

  /** Number of loops a block lies in, estimated from the spans of backward branches. */
  public int loopDepth(int block) {
    return block == root() ? 0 : loopDepth[block];
  }

  /** The block that holds an instruction. */
  public BasicBlock blockAt(int ordinal) {
    return blocks.get(blockAt[ordinal]);
  }

  public List<Edge> incoming(int block) {
    return incoming.get(block);
  }

  public List<Edge> outgoing(int block) {
    return outgoing.get(block);
  }
}
