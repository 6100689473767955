package dev.jpgo.core.phase;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphVerifier;
import dev.jpgo.core.world.Mode;
import java.util.ArrayList;
import java.util.List;

/** What the phases did to one method, and which of them do not apply to it. */
final class PhaseLog {
  private final CompileRequest request;
  private final List<PhaseReport> reports = new ArrayList<>();

  PhaseLog(CompileRequest request) {
    this.request = request;
  }

  List<PhaseReport> reports() {
    return reports;
  }

  /** Remembers what a phase did, after which the graph must be whole. */
  void report(Graph graph, String name, int changes, String note) {
    reports.add(new PhaseReport(name, changes, note));
    if (request.verify()) {
      GraphVerifier.verify(graph);
    }
  }

  /** Remembers why a phase did nothing; true. */
  boolean doesNotApply(String name, String reason) {
    reports.add(new PhaseReport(name, 0, "does not apply" + reason));
    return true;
  }

  /** Whether a phase is switched off. */
  boolean isOff(String name) {
    return request.disabledPhases().contains(name) && doesNotApply(name, ": switched off");
  }

  /** Whether a phase is off, or does what the VM's best compiler does, too. */
  boolean isLeftToBestCompiler(String name) {
    return isOff(name) || (request.mode() == Mode.JIT && isCompilers(name));
  }

  private boolean isCompilers(String name) {
    return doesNotApply(name, ": the VM's compiler does it");
  }
}
