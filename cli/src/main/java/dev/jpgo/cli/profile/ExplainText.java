package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.Printable;
import dev.jpgo.core.profile.BytecodeText;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.PrintWriter;
import java.util.List;

/** Prints the decisions about a method as a tree: {@code +} inlined, {@code -} left as a call. */
final class ExplainText {
  private final PrintWriter out;

  ExplainText(PrintWriter out) {
    this.out = out;
  }

  void print(ProfiledMethod method) {
    out.println(Printable.of(method.counts().method()));
    out.print("  tier " + method.tier() + ", " + method.counts().calls() + " calls, ");
    out.println(method.codeBytes() + " bytes of code");
    if (method.compiled().isEmpty()) {
      out.println(
          method.tier() == 2
              ? "  optimized, but what was decided is not in this profile"
              : "  not optimized");
      out.println();
      return;
    }
    CompiledMethod compiled = method.compiled().get();
    out.print("  optimized: " + compiled.codeBytesBefore() + " -> ");
    out.println(compiled.codeBytesAfter() + " bytes of code");
    out.println();
    out.println("call sites (+ inlined, - left as a call)");
    if (compiled.decisions().isEmpty()) {
      out.println("  none");
    }
    decisions(compiled.decisions(), "  ");
    out.println();
    if (compiled.text().isPresent()) {
      BytecodeText text = compiled.text().get();
      bytecode("before", text.before());
      bytecode("after", text.after());
    } else {
      out.println("bytecode: not kept in this profile");
      out.println();
    }
  }

  private void decisions(List<InlineDecision> decisions, String indent) {
    for (InlineDecision decision : decisions) {
      out.print(indent + (decision.inlined() ? "+ @" : "- @") + decision.site());
      out.print(decision.line() == 0 ? " " : " line " + decision.line() + " ");
      String target = Printable.of(decision.target());
      String reason = Printable.of(decision.reason());
      out.println(target + ", " + decision.count() + " times: " + reason);
      decisions(decision.inner(), indent + "    ");
    }
  }

  private void bytecode(String which, String text) {
    out.println("bytecode " + which);
    text.lines().forEach(line -> out.println("  " + Printable.of(line)));
    out.println();
  }
}
