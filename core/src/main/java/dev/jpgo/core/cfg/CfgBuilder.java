package dev.jpgo.core.cfg;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Finds the blocks and edges of a {@link Cfg}. */
final class CfgBuilder {
  final List<BasicBlock> blocks = new ArrayList<>();
  final List<Edge> edges = new ArrayList<>();
  final List<Integer> loopHeaders = new ArrayList<>();
  int[] loopDepth = {};
  int[] blockAt = {};

  private final MethodNode method;
  private final CodeOrdinals code;
  private final BitSet leaders = new BitSet();
  private final BitSet handlers = new BitSet();
  private final BitSet headers = new BitSet();

  CfgBuilder(MethodNode method) {
    this.method = method;
    this.code = CodeOrdinals.of(method);
  }

  Cfg build() {
    findLeaders();
    makeBlocks();
    makeEdges();
    measureDepth();
    return new Cfg(this);
  }

  private void findLeaders() {
    leaders.set(0);
    for (int i = 0; i < code.count(); i++) {
      AbstractInsnNode insn = code.instruction(i);
      for (int target : targets(insn)) {
        leaders.set(target);
        if (target <= i) {
          headers.set(target);
        }
      }
      if (endsBlock(insn)) {
        leaders.set(i + 1);
      }
    }
    for (TryCatchBlockNode region : method.tryCatchBlocks) {
      int handler = code.of(region.handler);
      leaders.set(handler);
      handlers.set(handler);
    }
    leaders.clear(code.count(), Math.max(leaders.length(), code.count()));
    handlers.clear(code.count(), Math.max(handlers.length(), code.count()));
  }

  private void makeBlocks() {
    blockAt = new int[code.count()];
    for (int start = 0; start < code.count(); ) {
      int next = leaders.nextSetBit(start + 1);
      int end = next < 0 ? code.count() : next;
      for (int i = start; i < end; i++) {
        blockAt[i] = blocks.size();
      }
      blocks.add(new BasicBlock(blocks.size(), start, end));
      start = end;
    }
  }

  private void makeEdges() {
    int root = blocks.size();
    add(root, 0, Edge.Kind.ENTRY);
    for (BasicBlock block : blocks) {
      AbstractInsnNode last = code.instruction(block.end() - 1);
      int first = edges.size();
      for (int target : targets(last)) {
        flow(block, target, first);
      }
      if (fallsThrough(last)) {
        flow(block, block.end(), first);
      }
      if (leaves(last)) {
        add(block.index(), root, Edge.Kind.EXIT);
      }
    }
    for (int at = handlers.nextSetBit(0); at >= 0; at = handlers.nextSetBit(at + 1)) {
      add(root, blockAt[at], Edge.Kind.HANDLER);
    }
    for (int at = headers.nextSetBit(0); at >= 0; at = headers.nextSetBit(at + 1)) {
      loopHeaders.add(at);
      add(root, blockAt[at], Edge.Kind.OSR);
    }
  }

  private void flow(BasicBlock from, int ordinal, int firstOfBlock) {
    if (ordinal >= code.count()) {
      return; // off the end of the code: the verifier refuses it if it is reachable
    }
    int to = blockAt[ordinal];
    for (int i = firstOfBlock; i < edges.size(); i++) {
      if (edges.get(i).to() == to) {
        return;
      }
    }
    add(from.index(), to, Edge.Kind.FLOW);
  }

  private void add(int from, int to, Edge.Kind kind) {
    edges.add(new Edge(edges.size(), from, to, kind));
  }

  /** A header's loop is taken to reach to the last branch back to it. */
  private void measureDepth() {
    loopDepth = new int[blocks.size()];
    for (int header : loopHeaders) {
      int first = blockAt[header];
      int last = first;
      for (Edge edge : edges) {
        if (edge.kind() == Edge.Kind.FLOW && edge.to() == first && edge.from() > last) {
          last = edge.from();
        }
      }
      for (int block = first; block <= last; block++) {
        loopDepth[block]++;
      }
    }
  }

  private int[] targets(AbstractInsnNode insn) {
    if (insn instanceof JumpInsnNode jump) {
      return new int[] {code.of(jump.label)};
    }
    if (insn instanceof TableSwitchInsnNode table) {
      return targets(table.labels, table.dflt);
    }
    if (insn instanceof LookupSwitchInsnNode lookup) {
      return targets(lookup.labels, lookup.dflt);
    }
    return NONE;
  }

  private static final int[] NONE = {};

  private int[] targets(List<LabelNode> labels, LabelNode dflt) {
    int[] targets = new int[labels.size() + 1];
    for (int i = 0; i < labels.size(); i++) {
      targets[i] = code.of(labels.get(i));
    }
    targets[labels.size()] = code.of(dflt);
    return targets;
  }

  private static boolean endsBlock(AbstractInsnNode insn) {
    return insn instanceof JumpInsnNode || !fallsThrough(insn);
  }

  static boolean fallsThrough(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return opcode != Opcodes.GOTO
        && opcode != Opcodes.TABLESWITCH
        && opcode != Opcodes.LOOKUPSWITCH
        && !leaves(insn);
  }

  private static boolean leaves(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) || opcode == Opcodes.ATHROW;
  }

  static List<List<Edge>> lists(int count) {
    List<List<Edge>> lists = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      lists.add(new ArrayList<>(2));
    }
    return lists;
  }
}
