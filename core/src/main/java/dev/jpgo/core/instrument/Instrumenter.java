package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Turns the original code of a method into its tier-0 or tier-1 version, in place. */
final class Instrumenter {
  private static final int NO_LOCAL = -1;

  private final String owner;
  private final int classVersion;
  private final boolean isInterface;
  private final int handoverLine;

  Instrumenter(String owner, int classVersion, boolean isInterface, int handoverLine) {
    this.owner = owner;
    this.classVersion = classVersion;
    this.isInterface = isInterface;
    this.handoverLine = handoverLine;
  }

  /**
   * Instruments code that {@link Cfg#describes}. Code that is a lone return stays as it is: the VM
   * treats such methods specially, and a class whose {@code finalize} is not empty gets its objects
   * registered for finalization (seen: with a counter in {@code Object.finalize} all objects were).
   */
  void apply(MethodNode method, MethodVersion version) {
    if (isEmpty(method)) {
      return;
    }
    if (version instanceof MethodVersion.Counted counted) {
      count(method, counted);
    } else if (version instanceof MethodVersion.Profiled profiled) {
      profile(method, profiled);
    }
  }

  private void count(MethodNode method, MethodVersion.Counted version) {
    MethodEditor editor = new MethodEditor(owner, classVersion, isInterface, method);
    int countLocal = NO_LOCAL;
    if (version.loops().patchpoints() != Patchpoints.NONE && editor.headers.count() > 0) {
      countLocal = editor.newLocal();
      editor.expandFrames(countLocal);
      new LoopPatchpoints(editor, version.loops(), handoverLine, countLocal).install();
    }
    Code front = new Code();
    resetCount(front, version.loops(), countLocal);
    if (version.callCounter() != MethodVersion.NONE) {
      editor.needStack(Probes.STACK);
      front.increment(version.callCounter());
    }
    editor.prepend(front);
    if (countLocal != NO_LOCAL) {
      FrameCompressor.compress(method, editor.entryLocals());
    }
  }

  private void profile(MethodNode method, MethodVersion.Profiled version) {
    InstrumentationLayout layout = InstrumentationLayout.of(method, version.form());
    MethodEditor editor = new MethodEditor(owner, classVersion, isInterface, method);
    boolean loops = version.loops().patchpoints() != Patchpoints.NONE && editor.headers.count() > 0;
    int countLocal = loops ? editor.newLocal() : NO_LOCAL;
    editor.expandFrames(countLocal);
    EdgeProbes edges = new EdgeProbes(editor, layout, version.firstCounter());
    edges.install();
    if (loops) {
      new LoopPatchpoints(editor, version.loops(), handoverLine, countLocal).install();
    }
    Code front = new Code();
    resetCount(front, version.loops(), countLocal);
    if (!version.entries().isEmpty()) {
      List<Integer> counters = edges.osrCounters();
      OsrEntry.write(editor, front, version.loops().firstLoop(), version.entries(), counters);
    }
    front.increment(edges.entryCounter());
    SiteProbes sites = new SiteProbes(editor, layout, version);
    sites.installEntry(front);
    editor.prepend(front);
    sites.install();
    FrameCompressor.compress(method, editor.entryLocals());
  }

  static boolean isEmpty(MethodNode method) {
    AbstractInsnNode node = method.instructions.getFirst();
    while (node != null && node.getOpcode() < 0) {
      node = node.getNext();
    }
    return node == null || node.getOpcode() == Opcodes.RETURN;
  }

  private static void resetCount(Code front, LoopPlan loops, int countLocal) {
    if (countLocal != NO_LOCAL) {
      front.push(loops.patchpoints().period()).var(Opcodes.ISTORE, countLocal);
    }
  }
}
