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
      editor.insertBefore(to.start(), probe(edge));
      return;
    }
    LabelNode stub = stub(edge, to.start(), to.start());
    for (MethodEditor.Region region : editor.regions()) {
      if (region.handler() == to.start()) {
        region.node().handler = stub;
      }
    }
  }

  /** A counter and a jump, with the frame of where it jumps to. */
  private LabelNode stub(Edge edge, int target, int lineOf) {
    LabelNode stub = new LabelNode();
    Code code = new Code().label(stub).line(editor.line(lineOf)).frame(editor.frameAt(target));
    code.increment(counter(edge)).jump(Opcodes.GOTO, editor.labelOf(target));
    editor.append(code);
    return stub;
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
