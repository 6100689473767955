package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.BasicBlock;
import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * Puts the edge counters of tier 1. A counter goes to the end of the block that an edge leaves if
 * it is the only way out, to the start of the block it enters if it is the only way in; else the
 * edge is critical and gets a place of its own: in line where it falls through, behind the method's
 * last instruction where it jumps.
 */
final class EdgeProbes {
  private final MethodEditor editor;
  private final InstrumentationLayout layout;
  private final int firstCounter;

  private final List<Stub> stubs = new ArrayList<>();

  /** Code behind the method, from where an edge goes on to its target. */
  private record Stub(int target, LabelNode start, LabelNode end) {}

  EdgeProbes(MethodEditor editor, InstrumentationLayout layout, int firstCounter) {
    this.editor = editor;
    this.layout = layout;
    this.firstCounter = firstCounter;
  }

  /** Puts all counters but those of the entry and of on-stack replacement. */
  void install() {
    editor.growStack(Probes.STACK);
    for (Edge edge : editor.cfg.edges()) {
      if (layout.isCounted(edge)) {
        switch (edge.kind()) {
          case FLOW -> flow(edge);
          case EXIT -> editor.insertBefore(last(edge.from()), probe(edge));
          case HANDLER -> handler(edge);
          case ENTRY, OSR -> {
            // in front of the method, see entryCounter and osrCounters
          }
        }
      }
    }
    for (Stub stub : stubs) { // now that all handlers are where they will be
      editor.coverLike(stub.target, stub.start, stub.end);
    }
  }

  int entryCounter() {
    return counter(editor.cfg.edges().get(0));
  }

  /** By loop, the counter of its takeovers. */
  List<Integer> osrCounters() {
    List<Integer> counters = new ArrayList<>();
    for (Edge edge : editor.cfg.edges()) {
      if (edge.kind() == Edge.Kind.OSR) {
        counters.add(counter(edge));
      }
    }
    return counters;
  }

  private void flow(Edge edge) {
    Cfg cfg = editor.cfg;
    int last = last(edge.from());
    BasicBlock to = cfg.blocks().get(edge.to());
    AbstractInsnNode branch = editor.code.instruction(last);
    boolean jumps = branch instanceof JumpInsnNode || isSwitch(branch);
    if (cfg.outgoing(edge.from()).size() == 1) {
      if (jumps) {
        editor.insertBefore(last, probe(edge));
      } else {
        editor.insertAfter(last, probe(edge));
      }
    } else if (cfg.incoming(edge.to()).size() == 1) {
      editor.insertBefore(to.start(), probe(edge));
    } else if (branch.getOpcode() != Opcodes.GOTO && !isSwitch(branch) && to.start() == last + 1) {
      editor.insertAfter(last, probe(edge));
    } else {
      redirect(branch, to.start(), stub(edge, to.start(), last));
    }
  }

  private void handler(Edge edge) {
    BasicBlock to = editor.cfg.blocks().get(edge.to());
    if (editor.cfg.incoming(edge.to()).size() == 1) {
      int place = uncovered(edge.to());
      if (place >= 0) {
        editor.insertBefore(place, probe(edge));
      }
      return;
    }
    LabelNode stub = stub(edge, to.start(), to.start());
    for (MethodEditor.Region region : editor.regions()) {
      if (region.handler() == to.start()) {
        region.node().handler = stub;
      }
    }
  }

  /**
   * Where in a handler, or straight behind it, its own range ends: javac lets a handler that leaves
   * a monitor cover itself up to there. C1 does not compile a method in which a handler covers
   * itself and what it covers first may throw, as a counter may for all that it knows.
   *
   * @return the first instruction that is not covered, or -1 if straight code does not reach one;
   *     then the handler stays uncounted
   */
  private int uncovered(int block) {
    int handler = editor.cfg.blocks().get(block).start();
    for (int b = block; b < editor.cfg.blocks().size(); b++) {
      BasicBlock at = editor.cfg.blocks().get(b);
      if (b > block && editor.cfg.incoming(b).size() != 1) {
        return -1;
      }
      for (int ordinal = at.start(); ordinal < at.end(); ordinal++) {
        if (!isCovered(ordinal, handler)) {
          return ordinal;
        }
      }
      List<Edge> out = editor.cfg.outgoing(b);
      if (out.size() != 1 || out.get(0).kind() != Edge.Kind.FLOW || out.get(0).to() != b + 1) {
        return -1;
      }
    }
    return -1;
  }

  private boolean isCovered(int ordinal, int handler) {
    for (MethodEditor.Region region : editor.regions()) {
      if (region.handler() == handler && region.covers(ordinal)) {
        return true;
      }
    }
    return false;
  }

  /** A counter and a jump, with the frame of where it jumps to. */
  private LabelNode stub(Edge edge, int target, int lineOf) {
    Stub stub = new Stub(target, new LabelNode(), new LabelNode());
    Code code =
        new Code().label(stub.start).line(editor.line(lineOf)).frame(editor.frameAt(target));
    code.increment(counter(edge)).jump(Opcodes.GOTO, editor.labelOf(target)).label(stub.end);
    editor.append(code);
    stubs.add(stub);
    return stub.start;
  }

  private void redirect(AbstractInsnNode branch, int from, LabelNode to) {
    if (branch instanceof JumpInsnNode jump) {
      jump.label = to;
    } else if (branch instanceof TableSwitchInsnNode table) {
      redirect(table.labels, from, to);
      table.dflt = redirected(table.dflt, from, to);
    } else if (branch instanceof LookupSwitchInsnNode lookup) {
      redirect(lookup.labels, from, to);
      lookup.dflt = redirected(lookup.dflt, from, to);
    }
  }

  private void redirect(List<LabelNode> labels, int from, LabelNode to) {
    for (int i = 0; i < labels.size(); i++) {
      labels.set(i, redirected(labels.get(i), from, to));
    }
  }

  private LabelNode redirected(LabelNode label, int from, LabelNode to) {
    return editor.isAt(label, from) ? to : label;
  }

  private static boolean isSwitch(AbstractInsnNode insn) {
    return insn instanceof TableSwitchInsnNode || insn instanceof LookupSwitchInsnNode;
  }

  private int last(int block) {
    return editor.cfg.blocks().get(block).end() - 1;
  }

  private Code probe(Edge edge) {
    return new Code().increment(counter(edge));
  }

  private int counter(Edge edge) {
    return firstCounter + layout.counterOf(edge);
  }
}
