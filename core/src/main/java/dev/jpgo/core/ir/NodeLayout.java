package dev.jpgo.core.ir;

import java.util.Arrays;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The blocks that a graph will have, as numbers in layout order: the raw blocks, cut so that no
 * instruction that may throw follows a write, in its node, of a local that a handler reads; a block
 * of its own for the entry when something leads back to it or protects it, and one for the {@link
 * Op#CATCH} of a handler that is also reached by normal flow.
 */
final class NodeLayout {
  private static final int[] NONE = {};

  /** {@link #raw} of the entry when it is a block of its own. */
  static final int ENTRY = -1;

  /** Raw block of each node. */
  int[] raw = new int[16];

  /** Range of instructions of each node; empty for nodes that hold none. */
  int[] starts = new int[16];

  int[] ends = new int[16];

  /** Nodes that start with a CATCH. */
  boolean[] catches = new boolean[16];

  /** Nodes that lead to the handlers of their raw block: those with an instruction that throws. */
  boolean[] isProtected = new boolean[16];

  /** By raw block: the node that normal edges to it lead to. */
  final int[] entries;

  /** By raw block: the node that exception edges to it lead to. */
  final int[] catchEntries;

  private final LinearCode code;
  private final RawBlocks blocks;
  private int count;

  NodeLayout(LinearCode code, RawBlocks blocks, LocalLiveness liveness) {
    this.code = code;
    this.blocks = blocks;
    entries = new int[blocks.count()];
    catchEntries = new int[blocks.count()];
    if (blocks.entered[0] || blocks.catches[0] || blocks.entries[0].length > 0) {
      add(ENTRY, 0, 0, false, false);
    }
    for (int block = 0; block < blocks.count(); block++) {
      addBlock(block, liveness);
    }
  }

  private void addBlock(int block, LocalLiveness liveness) {
    int start = blocks.starts[block];
    int end = blocks.starts[block + 1];
    boolean catching = blocks.catches[block];
    catchEntries[block] = count;
    if (catching && (blocks.entered[block] || block == 0)) {
      add(block, start, start, true, false);
      catching = false;
    }
    entries[block] = count;
    boolean throwing = false;
    if (blocks.entries[block].length > 0) {
      boolean written = false;
      for (int i = start; i < end; i++) {
        if (code.throwing[i]) {
          if (written) {
            add(block, start, i, catching, throwing);
            catching = false;
            written = false;
            start = i;
          }
          throwing = true;
        }
        if (!written) { // it throws, if anything, before it writes: Op.LOCKED in front of an iinc
          int local = written(i);
          written = local >= 0 && liveness.isLiveIntoHandlers(block, local);
        }
      }
    }
    add(block, start, end, catching, throwing);
  }

  /** The local that an instruction writes, or -1. */
  int written(int index) {
    int opcode = code.opcodes[index];
    if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
      return ((VarInsnNode) code.instructions[index]).var;
    }
    return opcode == Opcodes.IINC ? ((IincInsnNode) code.instructions[index]).var : -1;
  }

  private void add(int block, int start, int end, boolean catching, boolean throwing) {
    if (count == raw.length) {
      raw = Arrays.copyOf(raw, count * 2);
      starts = Arrays.copyOf(starts, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
      catches = Arrays.copyOf(catches, count * 2);
      isProtected = Arrays.copyOf(isProtected, count * 2);
    }
    raw[count] = block;
    starts[count] = start;
    ends[count] = end;
    catches[count] = catching;
    isProtected[count] = throwing;
    count++;
  }

  int count() {
    return count;
  }

  /** Whether a node is the part of its raw block that is entered from elsewhere. */
  boolean isHead(int node) {
    return raw[node] != ENTRY && (catches[node] || entries[raw[node]] == node);
  }

  /** The node of the same raw block that a node runs on into, or -1 when it is the last. */
  int rest(int node) {
    if (raw[node] == ENTRY) {
      return entries[0];
    }
    return ends[node] < blocks.starts[raw[node] + 1] ? node + 1 : -1;
  }

  /** The only normal successor of a node that does not end in a terminator. */
  int next(int node) {
    int rest = rest(node);
    return rest >= 0 ? rest : entries[blocks.successors[raw[node]][0]];
  }

  /**
   * The flow between nodes: node n starts at number 2n, where exception edges leave, and ends, if
   * it is protected, at number 2n + 1, where what it wrote has taken effect. Successors are
   * distinct.
   */
  int[][] edges() {
    int[][] edges = new int[2 * count][];
    int[] seen = new int[2 * count];
    for (int node = 0; node < count; node++) {
      edges[end(node)] = normalEdges(node, seen);
      if (isProtected[node]) {
        edges[2 * node] = exceptionEdges(node, seen);
      } else {
        edges[2 * node + 1] = NONE;
      }
    }
    return edges;
  }

  /** Number in the flow of the end of a node. */
  int end(int node) {
    return isProtected[node] ? 2 * node + 1 : 2 * node;
  }

  private int[] normalEdges(int node, int[] seen) {
    int rest = rest(node);
    if (rest >= 0) {
      return new int[] {2 * rest};
    }
    int[] normal = blocks.successors[raw[node]];
    int[] targets = new int[normal.length];
    int size = 0;
    int stamp = 2 * node + 2;
    for (int successor : normal) {
      int target = 2 * entries[successor];
      if (seen[target] != stamp) {
        seen[target] = stamp;
        targets[size++] = target;
      }
    }
    return size == targets.length ? targets : Arrays.copyOf(targets, size);
  }

  private int[] exceptionEdges(int node, int[] seen) {
    int[] handlers = blocks.entries[raw[node]];
    int[] targets = new int[handlers.length + 1];
    int size = 1;
    targets[0] = 2 * node + 1;
    int stamp = 2 * node + 1;
    for (int entry : handlers) {
      int target = 2 * catchEntries[blocks.handlers[entry]];
      if (seen[target] != stamp) {
        seen[target] = stamp;
        targets[size++] = target;
      }
    }
    return size == targets.length ? targets : Arrays.copyOf(targets, size);
  }
}
