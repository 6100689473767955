package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.profile.InlineDecision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Calls of the JDK that are written otherwise since what they do is known from its code. */
public final class KnownCalls {
  private KnownCalls() {}

  /**
   * What was decided about one.
   *
   * @param written whether it is written otherwise
   * @param read the methods whose code it then rests on: when one changes, so must what rests on it
   */
  public static PlacedDecision decision(
      Instr call, boolean written, String reason, Collection<MethodId> read) {
    List<InlineDecision> inner = new ArrayList<>(written ? read.size() : 0);
    if (written) {
      for (MethodId method : read) {
        String known = "what it does is known";
        inner.add(new InlineDecision(call.site(), 0, method, true, known, 0, List.of()));
      }
    }
    Operand.Method called = (Operand.Method) call.operand();
    Block block = call.block();
    return new PlacedDecision(
        call.position(),
        new InlineDecision(
            call.site(),
            Math.max(0, call.position().line()),
            new MethodId(called.owner(), called.name(), called.descriptor()),
            written,
            reason,
            block == null ? 0 : Math.round(Math.max(0, block.frequency())),
            inner));
  }
}
