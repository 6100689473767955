package dev.jpgo.core.phase.inline;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Decides, call by call and from the outside in, what to inline, without changing anything.
 *
 * <p>In an interpreter a removed call saves its whole cost and every instruction costs the same
 * wherever it stands, so nearly every body pays that costs less to guard than to call; what bounds
 * inlining is size. A site is worth its saved time per byte of code: rare sites get tiny bodies or
 * none.
 */
final class InlinePlanner {
  /** Executions per call of the root below which a site is left alone. */
  private static final double COLD = 0.02;

  /** Share of a body's runs up to which a block with effects may lead to the original call. */
  private static final double RARE = 0.02;

  /** Up to this share a block may lead back to the original call if nothing else will do. */
  private static final double SELDOM = 0.3;

  /** Bytes that a body may have more so that no call to it is left. */
  private static final int WHOLE_BYTES = 20;

  private final InlineContext context;
  private final AccessPolicy access;
  private final CallTargets targets;
  private final Callees callees;
  private final CallWorth worth;
  private final Map<ResolvedMethod, Optional<String>> earlyRefusals = new HashMap<>();
  private final Map<Key, BodyPlan> plans = new HashMap<>();
  private final ArrayDeque<ResolvedMethod> stack = new ArrayDeque<>();
  private int callSites;

  InlinePlanner(InlineContext context) {
    this.context = context;
    this.access = new AccessPolicy(context.world(), context.root());
    this.targets = new CallTargets(context.world(), context.mode(), access, context.choices());
    this.callees = new Callees(context.world(), context.mode(), context.dynamics());
    this.worth = new CallWorth(context);
  }

  /**
   * What was decided about the calls of one body.
   *
   * @param plans the calls to inline
   * @param sites all calls
   * @param decisions about each of them
   */
  record Calls(Map<Instr, CallPlan> plans, List<Instr> sites, List<InlineDecision> decisions) {}

  /** What the root's own code may call. */
  boolean mayCall(LoadedClass named, ResolvedMethod called, @Nullable String receiver) {
    return access.mayCall(context.root(), named, called, receiver);
  }

  int callSites() {
    return callSites;
  }

  /**
   * Plans the calls of a body.
   *
   * @param heat executions of the body per call of the root
   */
  Calls planCalls(CodeView code, double heat) {
    return planCalls(code, heat, null);
  }

  /**
   * @param only the calls to look at, or null for all
   */
  Calls planCalls(CodeView code, double heat, @Nullable Collection<Instr> only) {
    Map<Instr, CallPlan> plans = new LinkedHashMap<>();
    List<Instr> sites = new ArrayList<>();
    List<InlineDecision> decisions = new ArrayList<>();
    for (Block block : code.graph().blocks()) {
      for (Instr instr : block.body()) {
        if (Op.isInvoke(instr.op()) && (only == null || only.contains(instr))) {
          callSites++;
          double siteHeat = heat * code.heat(block);
          Verdict verdict = planCall(code, instr, siteHeat, block);
          if (verdict.plan != null) {
            plans.put(instr, verdict.plan);
          }
          sites.add(instr);
          decisions.add(decision(code, instr, verdict));
          CallPlan other = verdict.plan == null ? null : verdict.plan.otherwise();
          for (; other != null; other = other.otherwise()) {
            sites.add(instr);
            Verdict its = new Verdict(other, other.target().reason(), other.body());
            decisions.add(decision(code, instr, its));
          }
        }
      }
    }
    return new Calls(plans, sites, decisions);
  }

  private record Key(ResolvedMethod method, int heat) {}

  private record Verdict(@Nullable CallPlan plan, String reason, @Nullable BodyPlan body) {}

  private static Verdict no(String reason) {
    return new Verdict(null, reason, null);
  }

  private static InlineDecision decision(CodeView code, Instr call, Verdict verdict) {
    Operand.Method name = (Operand.Method) call.operand();
    Block block = call.block();
    double count = block == null ? -1 : block.frequency();
    return new InlineDecision(
        call.site(),
        Math.max(0, call.position().line()),
        verdict.plan != null
            ? verdict.plan.target().method().id()
            : new MethodId(name.owner(), name.name(), name.descriptor()),
        verdict.plan != null,
        verdict.reason,
        code.isCounted(block == null ? code.graph().entry() : block)
            ? Math.max(0, Math.round(count))
            : 0,
        verdict.plan != null ? verdict.plan.body().decisions() : List.of());
  }

  private Verdict planCall(CodeView code, Instr call, double heat, Block block) {
    if (context.choices().isCold(heat < COLD)) {
      return no(code.isCounted(block) ? "cold" : "on a path that throws or catches");
    }
    if (stack.size() >= context.limits().maxDepth()) {
      return no("too deep");
    }
    CallTargets.Choice choice = targets.choose(code, call);
    if (choice.target() != null) {
      return planTarget(call, choice.target(), heat);
    }
    CallPlan plan = planSeveral(call, choice.several(), 1, heat);
    if (plan == null || plan.bytes() > context.limits().maxCalleeBytes()) {
      return no(choice.reason());
    }
    String refusal = context.choices().refusal(worth.refusal(plan, heat));
    return refusal == null
        ? new Verdict(plan, plan.target().reason(), plan.body())
        : no(choice.reason() + "; " + refusal);
  }

  /**
   * Tests for one target after the other; those that may not be inlined, or are not worth the test,
   * are left to the original call with the rest.
   *
   * @param reached share of the executions that the targets before are not for
   * @return null when none is left
   */
  private @Nullable CallPlan planSeveral(
      Instr call, List<CallTarget> several, double reached, double heat) {
    for (int i = 0; i < several.size(); i++) {
      CallTarget target = several.get(i);
      double rest = Math.max(0, reached - target.share());
      CallTarget here = target.oneOf(target.share(), rest, target.reason());
      CallPlan plan = planTarget(call, here, heat * target.share()).plan;
      if (plan != null && isSmallLeaf(plan.body()) && worth.gain(plan) > 0) {
        List<CallTarget> others = several.subList(i + 1, several.size());
        return new CallPlan(call, here, plan.body(), planSeveral(call, others, rest, heat));
      }
    }
    return null;
  }

  /**
   * What makes up for several tests: a larger body saves as little as a small one, and one that
   * makes calls would have their checks in every copy.
   */
  private boolean isSmallLeaf(BodyPlan body) {
    return body.bytes() <= 2 * context.limits().tinyBytes() && body.decisions().isEmpty();
  }

  private Verdict planTarget(Instr call, CallTarget target, double heat) {
    ResolvedMethod method = target.method();
    String refusal = CalleePolicy.refuseDeclaration(method, context.mode());
    if (refusal == null) {
      refusal = access.refuseLoader(method.owner());
    }
    if (refusal == null && occurrences(method) > context.limits().maxRecursion()) {
      refusal = "recursive";
    }
    if (refusal == null && method.method().codeLength() > 3 * context.limits().maxCalleeBytes()) {
      refusal = "too large: " + method.method().codeLength() + " bytes";
    }
    if (refusal != null) {
      return no(refusal);
    }
    Callees.Answer answer = callees.get(method);
    Callee callee = answer.callee();
    if (callee == null) {
      return no(answer.reason());
    }
    BodyPlan body = planBody(callee, heat);
    if (body.refusal() != null) {
      return no(body.refusal());
    }
    CallPlan plan = new CallPlan(call, target, body);
    refusal = refuseSize(plan);
    if (refusal == null) {
      refusal = context.choices().refusal(worth.refusal(plan, heat));
    }
    return refusal == null ? new Verdict(plan, target.reason(), body) : no(refusal);
  }

  private int occurrences(ResolvedMethod method) {
    int count = 0;
    for (ResolvedMethod above : stack) {
      if (above.equals(method)) {
        count++;
      }
    }
    return count;
  }

  /** Registers the method that everything is inlined into. */
  void enter(ResolvedMethod root) {
    stack.clear();
    stack.push(root);
  }

  /**
   * The plan for a body, shared by all calls of it that are about as hot. (Which methods are around
   * them, and how many, may differ: that bounds recursion and depth, and matters for size alone.)
   */
  private BodyPlan planBody(Callee callee, double heat) {
    Key key = new Key(callee.method(), Math.floorDiv(Math.getExponent(Math.min(heat, 4)), 3));
    BodyPlan plan = plans.get(key);
    if (plan == null) {
      String refusal = refuseBodyEarly(callee);
      if (refusal != null) {
        plan = new BodyPlan(callee, Map.of(), false, Set.of(), false, true, 0, refusal, List.of());
      } else {
        stack.push(callee.method());
        plan = computePlan(callee, heat);
        stack.pop();
      }
      plans.put(key, plan);
    }
    return plan;
  }

  private BodyPlan computePlan(Callee callee, double heat) {
    CodeView code = callee.code();
    Calls calls = planCalls(code, heat);
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

  private boolean isTooLarge(BodyPlan body) {
    return body.bytes() > context.limits().maxCalleeBytes();
  }

  /**
   * Why a body will not be inlined whatever becomes of its calls, or null: the same for every call
   * of it, so that hopeless bodies are looked into once.
   */
  private @Nullable String refuseBodyEarly(Callee callee) {
    Optional<String> known = earlyRefusals.get(callee.method());
    if (known == null) {
      known = Optional.ofNullable(computeEarlyRefusal(callee));
      earlyRefusals.put(callee.method(), known);
    }
    return known.orElse(null);
  }

  private @Nullable String computeEarlyRefusal(Callee callee) {
    int bytes = 0;
    Set<Block> seldom = new HashSet<>();
    for (Block block : callee.graph().blocks()) {
      if (block != callee.graph().entry() && isBelow(callee.code(), block, SELDOM)) {
        seldom.add(block);
      }
    }
    // A loop behind a seldom block may run often.
    Set<Block> front = callee.code().reachedAround(seldom);
    for (Block block : callee.graph().blocks()) {
      if (!front.contains(block)) {
        continue;
      }
      for (Instr instr : block.body()) {
        bytes += Op.isInvoke(instr.op()) ? 0 : SizeEstimate.of(instr);
        String refusal = refuseKept(callee, instr);
        if (refusal != null && !(Op.isInvoke(instr.op()) && mayVanish(callee, instr))) {
          return refusal;
        }
      }
      bytes += SizeEstimate.of(block.terminator());
    }
    return bytes > context.limits().maxCalleeBytes() ? "too large: " + bytes + " bytes" : null;
  }

  /** Whether a call may turn out to be inlined. */
  private boolean mayVanish(Callee callee, Instr call) {
    CallTarget target = targets.choose(callee.code(), call).target();
    return target != null
        && CalleePolicy.refuseDeclaration(target.method(), context.mode()) == null
        && access.refuseLoader(target.method().owner()) == null
        && target.method().method().codeLength() <= 3 * context.limits().maxCalleeBytes();
  }

  /**
   * A plan that leaves rare blocks with effects out, or those that could not stand in the caller;
   * null when the body is not of that kind. Where such a block would run, the original call does
   * all of it once more.
   *
   * @param rare up to this share of the callee's calls a block may be left out
   */
  private @Nullable BodyPlan planReExecutable(
      Callee callee, CodeView code, Calls calls, double rare) {
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

  private boolean isRare(CodeView code, Block block) {
    return isBelow(code, block, RARE);
  }

  private boolean isBelow(CodeView code, Block block, double share) {
    boolean estimated =
        code.isCounted(block)
            ? code.heat(block) <= share
            : block.terminator().op() == Opcodes.ATHROW;
    return context.choices().isRare(block, estimated);
  }

  private @Nullable String refuseKept(Callee callee, Instr instr) {
    return refuseKept(callee.method().owner(), instr);
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
  private BodyPlan planWhole(Callee callee, CodeView code, Calls calls) {
    BodyPlan whole = planWhole(callee, code, calls, Set.of());
    Set<Block> bails = earlyBails(callee, code, calls.plans());
    if (bails.isEmpty()) {
      return whole;
    }
    BodyPlan partial = planWhole(callee, code, calls, bails);
    boolean asShort = whole.bytes() <= partial.bytes() + WHOLE_BYTES;
    return whole.refusal() == null && context.choices().isWhole(asShort) ? whole : partial;
  }

  private BodyPlan planWhole(Callee callee, CodeView code, Calls calls, Set<Block> bails) {
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

  private @Nullable String refuseSize(CallPlan plan) {
    return isTooLarge(plan.body()) ? "too large: " + plan.body().bytes() + " bytes" : null;
  }
}
