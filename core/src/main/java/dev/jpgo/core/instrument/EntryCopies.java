package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.BasicBlock;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.ir.Instr;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;

/**
 * Keeps frames that come over in an inner loop out of the iteration of the loop around it that they
 * are in: the rest of that is a copy of the original code, from the inner loop's header to the
 * outer one's. What the outer loop makes anew in each iteration would otherwise come in from
 * elsewhere, so that the optimizer knew nothing of it, and the outer loop had two entries.
 *
 * <p>The copy has the same instructions, lines and jumps as the code that it is of; only what leads
 * to the outer header leads to the one there is. No handler covers it, it neither locks nor links
 * call sites. It is not optimized, so it is made only where the inner loop was left soon in each
 * iteration, and only where the outer loop makes objects.
 */
final class EntryCopies {
  /** Rounds of the inner loop in one of the outer, on average, up to which a copy will do. */
  private static final double MOST_ROUNDS = 250;

  /** Instructions in a copy. */
  private static final int MOST_INSTRUCTIONS = 150;

  private final MethodEditor editor;
  private final IntToDoubleFunction runs;
  private final Map<Integer, Optional<BitSet>> bodies = new HashMap<>();

  /**
   * @param runs how often an instruction of the original ran, by ordinal
   */
  EntryCopies(MethodEditor editor, IntToDoubleFunction runs) {
    this.editor = editor;
    this.runs = runs;
  }

  /**
   * Adds copies for those of some loops that are to have one.
   *
   * @param sites gets the copied instructions, with {@link Instr#COPIED}
   * @return by loop, where its copy starts
   */
  Map<Integer, LabelNode> write(Set<Integer> loops, Map<AbstractInsnNode, Integer> sites) {
    Map<Integer, LabelNode> starts = new HashMap<>();
    InsnList copies = new InsnList();
    for (int inner : loops) {
      BitSet body = bodyOf(inner);
      int outer = body == null ? -1 : around(inner, loops);
      if (body != null && outer >= 0 && isLeftSoon(inner, outer) && makes(outer, body)) {
        BitSet rest = rest(blockOf(inner), blockOf(outer));
        if (mayCopy(rest)) {
          starts.put(inner, copy(rest, inner, outer, copies, sites));
        }
      }
    }
    editor.method.instructions.add(copies);
    return starts;
  }

  private int ordinalOf(int loop) {
    return editor.headers.header(loop).ordinal();
  }

  private int blockOf(int loop) {
    return editor.cfg.blockAt(ordinalOf(loop)).index();
  }

  /** The blocks of a loop; null when it is entered elsewhere than at its header. */
  private @Nullable BitSet bodyOf(int loop) {
    return bodies.computeIfAbsent(loop, at -> Optional.ofNullable(findBody(at))).orElse(null);
  }

  private @Nullable BitSet findBody(int loop) {
    int header = blockOf(loop);
    BitSet body = new BitSet();
    ArrayDeque<Integer> worklist = new ArrayDeque<>();
    body.set(header);
    for (Edge edge : editor.cfg.incoming(header)) {
      if (edge.kind() == Edge.Kind.FLOW && edge.from() >= header) {
        worklist.add(edge.from());
      }
    }
    while (!worklist.isEmpty()) {
      int block = worklist.remove();
      if (!body.get(block)) {
        body.set(block);
        for (Edge edge : editor.cfg.incoming(block)) {
          if (edge.kind() == Edge.Kind.ENTRY || edge.kind() == Edge.Kind.HANDLER) {
            return null;
          }
          if (edge.kind() == Edge.Kind.FLOW) {
            worklist.add(edge.from());
          }
        }
      }
    }
    return body;
  }

  /** The smallest of some loops around another one; -1 if there is none. */
  private int around(int inner, Set<Integer> loops) {
    int found = -1;
    int size = Integer.MAX_VALUE;
    for (int loop : loops) {
      BitSet body = loop == inner ? null : bodyOf(loop);
      if (body != null
          && body.get(blockOf(inner))
          && blockOf(loop) != blockOf(inner)
          && body.cardinality() < size) {
        found = loop;
        size = body.cardinality();
      }
    }
    return found;
  }

  private boolean isLeftSoon(int inner, int outer) {
    double around = runs.applyAsDouble(ordinalOf(outer));
    double within = runs.applyAsDouble(ordinalOf(inner));
    return around > 0 && within >= 0 && within <= MOST_ROUNDS * around;
  }

  /** Whether a loop makes objects, other than in an inner one. */
  private boolean makes(int outer, BitSet inner) {
    BitSet all = bodyOf(outer);
    if (all == null) {
      return false;
    }
    BitSet body = (BitSet) all.clone();
    body.andNot(inner);
    for (int block = body.nextSetBit(0); block >= 0; block = body.nextSetBit(block + 1)) {
      BasicBlock at = editor.cfg.blocks().get(block);
      for (int i = at.start(); i < at.end(); i++) {
        if (editor.code.instruction(i).getOpcode() == Opcodes.NEW) {
          return true;
        }
      }
    }
    return false;
  }

  /** The blocks that are reached from one without passing another. */
  private BitSet rest(int from, int end) {
    BitSet rest = new BitSet();
    ArrayDeque<Integer> worklist = new ArrayDeque<>();
    worklist.add(from);
    while (!worklist.isEmpty()) {
      int block = worklist.remove();
      if (block != end && block != editor.cfg.root() && !rest.get(block)) {
        rest.set(block);
        for (Edge edge : editor.cfg.outgoing(block)) {
          worklist.add(edge.to());
        }
      }
    }
    return rest;
  }

  private boolean mayCopy(BitSet rest) {
    int instructions = 0;
    for (int block = rest.nextSetBit(0); block >= 0; block = rest.nextSetBit(block + 1)) {
      BasicBlock at = editor.cfg.blocks().get(block);
      instructions += at.end() - at.start();
      for (int i = at.start(); i < at.end(); i++) {
        int opcode = editor.code.instruction(i).getOpcode();
        if (opcode == Opcodes.MONITORENTER
            || opcode == Opcodes.MONITOREXIT
            || opcode == Opcodes.INVOKEDYNAMIC) {
          return false;
        }
        for (MethodEditor.Region region : editor.regions()) {
          if (region.covers(i)) {
            return false;
          }
        }
      }
    }
    return instructions <= MOST_INSTRUCTIONS;
  }

  private LabelNode copy(
      BitSet rest, int inner, int outer, InsnList copies, Map<AbstractInsnNode, Integer> sites) {
    LabelNode end = editor.labelOf(ordinalOf(outer));
    Map<LabelNode, LabelNode> labels = new IdentityHashMap<>();
    for (AbstractInsnNode node : editor.method.instructions) {
      if (node instanceof LabelNode label) {
        labels.put(label, editor.isAt(label, ordinalOf(outer)) ? end : new LabelNode());
      }
    }
    int ordinal = 0;
    int started = -1;
    for (AbstractInsnNode node : editor.method.instructions) {
      if (ordinal == editor.code.count()) {
        break;
      }
      int block = editor.cfg.blockAt(ordinal).index();
      if (rest.get(block)) {
        if (started != block) {
          started = block;
          line(copies, editor.line(ordinal));
        }
        AbstractInsnNode copied = node.clone(labels);
        copies.add(copied);
        if (node.getOpcode() >= 0) {
          sites.put(copied, Instr.COPIED);
        }
      }
      if (node.getOpcode() >= 0) {
        ordinal++;
        boolean last = ordinal == editor.cfg.blocks().get(block).end();
        if (last && rest.get(block) && fallsThrough(node) && !rest.get(block + 1)) {
          copies.add(new JumpInsnNode(Opcodes.GOTO, end));
        }
      }
    }
    LabelNode start = labels.get(editor.labelOf(ordinalOf(inner)));
    if (start == null) {
      throw new IllegalStateException("no label at loop " + inner);
    }
    return start;
  }

  private static void line(InsnList copies, int line) {
    if (line > 0) {
      LabelNode label = new LabelNode();
      copies.add(label);
      copies.add(new LineNumberNode(line, label));
    }
  }

  private static boolean fallsThrough(AbstractInsnNode last) {
    int opcode = last.getOpcode();
    return opcode != Opcodes.GOTO
        && opcode != Opcodes.ATHROW
        && opcode != Opcodes.TABLESWITCH
        && opcode != Opcodes.LOOKUPSWITCH
        && !(opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
  }
}
