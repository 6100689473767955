package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** Tells bodies that are not inlined whatever is decided about their calls. */
final class EarlyRefusals {
  private final InlineContext context;
  private final AccessPolicy access;
  private final CallTargets targets;
  private final BodyPlanner bodies;
  private final Map<ResolvedMethod, Optional<String>> refusals = new HashMap<>();

  EarlyRefusals(
      InlineContext context, AccessPolicy access, CallTargets targets, BodyPlanner bodies) {
    this.context = context;
    this.access = access;
    this.targets = targets;
    this.bodies = bodies;
  }

  /**
   * Why a body will not be inlined whatever becomes of its calls, or null: the same for every call
   * of it, so that hopeless bodies are looked into once.
   */
  @Nullable String of(Callee callee) {
    Optional<String> refusal = refusals.get(callee.method());
    if (refusal == null) {
      refusal = Optional.ofNullable(compute(callee));
      refusals.put(callee.method(), refusal);
    }
    return refusal.orElse(null);
  }

  private @Nullable String compute(Callee callee) {
    int bytes = 0;
    Set<Block> front = bodies.front(callee);
    for (Block block : callee.graph().blocks()) {
      if (!front.contains(block)) {
        continue;
      }
      for (Instr instr : block.body()) {
        bytes += Op.isInvoke(instr.op()) ? 0 : SizeEstimate.of(instr);
        String refusal = bodies.refuseKept(callee.method().owner(), instr);
        if (refusal == null && isUncounted(callee, block, instr)) {
          refusal = "loops, and was not counted yet";
        }
        if (refusal != null && !(Op.isInvoke(instr.op()) && mayVanish(callee, instr))) {
          return refusal;
        }
      }
      bytes += SizeEstimate.of(block.terminator());
    }
    return bytes > context.limits().maxCalleeBytes() ? "too large: " + bytes + " bytes" : null;
  }

  /**
   * Whether an instruction is a call in a loop that counts might tell the target of, and this is
   * most likely not the last version of the method that everything is inlined into. If it is
   * called, the body is counted if it is hot, and such calls can be inlined the next time; now they
   * would stay what they are, and nothing would be counted. What is called on an argument is
   * another matter: what that is, the caller may know.
   */
  private boolean isUncounted(Callee callee, Block block, Instr instr) {
    return context.again()
        && Op.isInvoke(instr.op())
        && !callee.code().isCounted(block)
        && callee.code().isInLoop(block)
        && targets.choose(callee.code(), instr).isUncounted()
        && !isArgument(instr.input(0));
  }

  private static boolean isArgument(Instr receiver) {
    return receiver.op() == Op.PARAM
        || receiver.op() == Opcodes.CHECKCAST && isArgument(receiver.input(0));
  }

  /** Whether a call may turn out to be inlined. */
  private boolean mayVanish(Callee callee, Instr call) {
    CallTarget target = targets.choose(callee.code(), call).target();
    return target != null
        && CalleePolicy.refuseDeclaration(target.method(), context.mode()) == null
        && access.refuseLoader(target.method().owner()) == null
        && target.method().method().codeLength() <= 3 * context.limits().maxCalleeBytes();
  }
}
