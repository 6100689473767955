package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Decides how much of a body is copied where it is inlined: all of it, or what runs often, so that
 * the original call does all of it once more where the rest would run.
 */
final class BodyPlanner {
  /** Share of a body's runs up to which a block with effects may lead to the original call. */
  private static final double RARE = 0.02;

  /** Up to this share a block may lead back to the original call if nothing else will do. */
  private static final double SELDOM = 0.3;

  /** Bytes that a body may have more so that no call to it is left. */
  private static final int WHOLE_BYTES = 20;

  private final InlineContext context;
  private final AccessPolicy access;

  BodyPlanner(InlineContext context, AccessPolicy access) {
    this.context = context;
    this.access = access;
  }

  /** Plans a body whose calls have been planned. */
  BodyPlan plan(Callee callee, PlannedCalls calls) {
    CodeView code = callee.code();
    BodyPlan pure = planReExecutable(callee, code, calls, RARE);
    if (pure != null && pure.refusal() == null) {
      return pure;
    }
    BodyPlan whole = planWhole(callee, code, calls);
    if (whole.refusal() == null && !isTooLarge(whole)) {
      return whole;
    }
    BodyPlan front = planReExecutable(callee, code, calls, SELDOM);
    return front != null && front.refusal() == null ? front : whole;
  }

  /** Plans a body that is copied with all its calls. */
  BodyPlan planWhole(Callee callee) {
    PlannedCalls none = new PlannedCalls(Map.of(), List.of(), List.of());
    return planWhole(callee, callee.code(), none, Set.of());
  }

  /**
   * The blocks that are in any plan of a body: seldom ones, and what they alone lead to, may not
   * be.
   */
  Set<Block> front(Callee callee) {
    Set<Block> seldom = new HashSet<>();
    for (Block block : callee.graph().blocks()) {
      if (block != callee.graph().entry() && isBelow(callee.code(), block, SELDOM)) {
        seldom.add(block);
      }
    }
    // A loop behind a seldom block may run often.
    return callee.code().reachedAround(seldom);
  }

  boolean isTooLarge(BodyPlan body) {
    return body.bytes() > context.limits().maxCalleeBytes();
  }

  /**
   * A plan that leaves rare blocks with effects out, or those that could not stand in the caller;
   * null when the body is not of that kind. Where such a block would run, the original call does
   * all of it once more.
   *
   * @param rare up to this share of the callee's calls a block may be left out
   */
  private @Nullable BodyPlan planReExecutable(
      Callee callee, CodeView code, PlannedCalls calls, double rare) {
    Set<Block> bails = new HashSet<>();
    Set<Block> seen = new HashSet<>();
    ArrayDeque<Block> worklist = new ArrayDeque<>();
    worklist.add(code.graph().entry());
    boolean returns = false;
    boolean restarts = false;
    boolean mayFail = false;
    int bytes = 0;
    String refusal = null;
    while (!worklist.isEmpty()) {
      Block block = worklist.remove();
      if (!seen.add(block)) {
        continue;
      }
      boolean leftOut = block != code.graph().entry() && isBelow(code, block, rare);
      if (!isReExecutable(callee, block, calls.plans())) {
        if (!leftOut) {
          return null;
        }
        bails.add(block);
        continue;
      }
      if (leftOut && isRefused(callee, block, calls.plans())) {
        bails.add(block);
        continue;
      }
      for (Instr instr : block.body()) {
        CallPlan inner = calls.plans().get(instr);
        if (inner != null) {
          bytes += inner.bytes();
          mayFail |= inner.body().mayFail() || inner.target().nullCheck();
          mayFail |= inner.target().cast() != null;
          restarts |= inner.body().restarts();
        } else {
          bytes += SizeEstimate.of(instr);
          mayFail |= Effects.mayFail(instr);
          if (refusal == null) {
            refusal = refuseKept(callee, instr);
          }
        }
      }
      bytes += Op.isReturn(block.terminator().op()) ? 1 : SizeEstimate.of(block.terminator());
      returns |= Op.isReturn(block.terminator().op());
      worklist.addAll(block.successors());
    }
    seen.removeAll(bails);
    restarts |= rare > RARE && !bails.isEmpty();
    return returns && !code.loopsWithin(seen)
        ? new BodyPlan(
            callee,
            calls.plans(),
            true,
            bails,
            restarts,
            mayFail,
            bytes,
            refusal,
            calls.decisions())
        : null;
  }

  private boolean isReExecutable(Callee callee, Block block, Map<Instr, CallPlan> plans) {
    if (block.terminator().op() == Opcodes.ATHROW || !block.handlers().isEmpty()) {
      return false;
    }
    for (Instr instr : block.body()) {
      CallPlan inner = plans.get(instr);
      boolean fine =
          inner != null
              ? inner.reExecutable()
              : Effects.isReExecutable(context.world(), callee.method().owner(), instr);
      if (!fine) {
        return false;
      }
    }
    return true;
  }

  private boolean isRefused(Callee callee, Block block, Map<Instr, CallPlan> plans) {
    for (Instr instr : block.body()) {
      if (plans.get(instr) == null && refuseKept(callee, instr) != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Why the calls in a body that is planned to run again as a whole may not be left in the root,
   * each for where its own target is not the one that runs, or null.
   */
  @Nullable String refuseApart(BodyPlan body) {
    for (Map.Entry<Instr, CallPlan> inner : body.calls().entrySet()) {
      Instr call = inner.getKey();
      boolean kept = !inner.getValue().replacesCall() && !body.bails().contains(call.block());
      String refusal = kept ? refuseKept(body.callee(), call) : null;
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }

  private boolean isRare(CodeView code, Block block) {
    return isBelow(code, block, RARE);
  }

  /** Whether a block runs in no more than this share of the runs of its body. */
  private boolean isBelow(CodeView code, Block block, double share) {
    boolean estimated =
        code.isCounted(block)
            ? code.heat(block) <= share
            : block.terminator().op() == Opcodes.ATHROW;
    return context.choices().isRare(block, estimated);
  }

  /** Why an instruction of a callee may not be copied into the root, or null. */
  @Nullable String refuseKept(Callee callee, Instr instr) {
    return callee.code().refusal(instr, each -> refuseKept(callee.method().owner(), each));
  }

  /** Why an instruction of a class may not be copied into the root, or null. */
  @Nullable String refuseKept(LoadedClass owner, Instr instr) {
    String refusal = CalleePolicy.refuseInstr(context.world(), owner, instr);
    return refusal != null ? refusal : access.refuse(owner, instr);
  }

  /**
   * A plan that copies everything but rare blocks which have effects, where all that can run before
   * them has none: there the original call can still start over.
   */
  private BodyPlan planWhole(Callee callee, CodeView code, PlannedCalls calls) {
    BodyPlan whole = planWhole(callee, code, calls, Set.of());
    Set<Block> bails = earlyBails(callee, code, calls.plans());
    if (bails.isEmpty()) {
      return whole;
    }
    BodyPlan partial = planWhole(callee, code, calls, bails);
    boolean asShort = whole.bytes() <= partial.bytes() + WHOLE_BYTES;
    return whole.refusal() == null && context.choices().isWhole(asShort) ? whole : partial;
  }

  private BodyPlan planWhole(Callee callee, CodeView code, PlannedCalls calls, Set<Block> bails) {
    Set<Block> kept = code.reachedAround(bails);
    int bytes = bails.isEmpty() ? 0 : 8;
    String refusal = null;
    for (Block block : code.graph().blocks()) {
      if (!kept.contains(block)) {
        continue;
      }
      for (Block.Handler handler : block.handlers()) {
        if (refusal == null && handler.catchType() != null) {
          refusal = access.refuseClass(callee.method().owner(), handler.catchType());
        }
      }
      for (Instr instr : block.body()) {
        CallPlan inner = calls.plans().get(instr);
        if (inner != null) {
          bytes += inner.bytes() + (inner.replacesCall() ? 0 : 8);
        } else {
          bytes += SizeEstimate.of(instr);
        }
        if (refusal == null && (inner == null || !inner.replacesCall())) {
          refusal = refuseKept(callee, instr);
        }
      }
      bytes += SizeEstimate.of(block.terminator());
    }
    return new BodyPlan(
        callee, calls.plans(), false, bails, false, true, bytes, refusal, calls.decisions());
  }

  private Set<Block> earlyBails(Callee callee, CodeView code, Map<Instr, CallPlan> plans) {
    Set<Block> bails = new HashSet<>();
    Set<Block> dirty = new HashSet<>();
    List<Block> order = code.dominators().reversePostorder();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : order) {
        if (dirty.contains(block)) {
          continue;
        }
        boolean clean = !block.isHandlerEntry() && !followsDirty(block, dirty);
        if (clean && !isReExecutable(callee, block, plans)) {
          if (block != code.graph().entry() && isRare(code, block)) {
            bails.add(block);
          }
          clean = false;
        } else if (!clean) {
          bails.remove(block);
        }
        changed |= !clean && dirty.add(block);
      }
    }
    // A loop may have made a block dirty after it was chosen.
    bails.removeIf(bail -> followsDirty(bail, dirty));
    return bails;
  }

  private static boolean followsDirty(Block block, Set<Block> dirty) {
    for (Block pred : block.preds()) {
      if (dirty.contains(pred)) {
        return true;
      }
    }
    return false;
  }
}
