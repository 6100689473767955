package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** Tells bodies that are not inlined whatever is decided about their calls. */
final class EarlyRefusals {
  private final InlineContext context;
  private final AccessPolicy access;
  private final CallTargets targets;
  private final BodyPlanner bodies;
  private final Map<ResolvedMethod, Early> known = new HashMap<>();

  /**
   * What is the same for every call of a body: why it is not inlined, or how long it is at least.
   */
  private record Early(@Nullable String refusal, int bytes) {}

  EarlyRefusals(
      InlineContext context, AccessPolicy access, CallTargets targets, BodyPlanner bodies) {
    this.context = context;
    this.access = access;
    this.targets = targets;
    this.bodies = bodies;
  }

  /**
   * Why a body will not be inlined whatever becomes of its calls, or null. Hopeless bodies are
   * looked into once.
   *
   * @param most bytes that the body may have
   */
  @Nullable String of(Callee callee, int most) {
    Early early = known.computeIfAbsent(callee.method(), method -> compute(callee));
    return early.refusal == null && early.bytes > most
        ? "too large: " + early.bytes + " bytes"
        : early.refusal;
  }

  private Early compute(Callee callee) {
    int bytes = 0;
    Set<Block> front = bodies.front(callee);
    for (Block block : callee.graph().blocks()) {
      if (!front.contains(block)) {
        continue;
      }
      for (Instr instr : block.body()) {
        bytes += Op.isInvoke(instr.op()) ? 0 : SizeEstimate.of(instr);
        String refusal = bodies.refuseKept(callee, instr);
        if (refusal == null && isUncounted(callee, block, instr)) {
          refusal = "loops, and was not counted yet";
        }
        if (refusal != null && !(Op.isInvoke(instr.op()) && mayVanish(callee, instr))) {
          return new Early(refusal, bytes);
        }
      }
      bytes += SizeEstimate.of(block.terminator());
    }
    return new Early(null, bytes);
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
        && CalleePolicy.refuseDeclaration(target.method(), context.mode(), context.limits().locks())
            == null
        && access.refuseLoader(target.method().owner()) == null
        && target.method().method().codeLength() <= 3 * context.limits().maxCalleeBytes();
  }
}
