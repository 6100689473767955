package dev.jpgo.core.phase.inline;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  /** Share of receivers from which on a body with calls is tested for among several. */
  private static final double MOSTLY = 0.65;

  /** The same where C1 compiles. */
  private static final double OFTEN = 0.2;

  /** Executions per call of the root below which a site is left alone. */
  private static final double COLD = 0.02;

  private final InlineContext context;
  private final AccessPolicy access;
  private final CallTargets targets;
  private final Callees callees;
  private final CallWorth worth;
  private final BodyPlanner bodies;
  private final EarlyRefusals early;
  private final UnsharedArguments arguments;
  private final LockPlan locks;
  private final Map<Key, BodyPlan> plans = new HashMap<>();
  private final ArrayDeque<ResolvedMethod> stack = new ArrayDeque<>();
  private @Nullable String rootRefusal;
  private double rootRuns = -1;
  private int callSites;

  InlinePlanner(InlineContext context) {
    this.context = context;
    this.access = new AccessPolicy(context.world(), context.root());
    this.targets = new CallTargets(context.world(), context.mode(), access, context.choices());
    this.callees = new Callees(context);
    this.worth = new CallWorth(context);
    this.bodies = new BodyPlanner(context, access);
    this.early = new EarlyRefusals(context, access, targets, bodies);
    this.arguments = new UnsharedArguments(context.costs(), this::planOf);
    this.locks = new LockPlan(context.limits().locks());
  }

  /** Why an instruction of a class may not be copied into the root, or null. */
  @Nullable String refuseKept(LoadedClass owner, Instr instr) {
    return bodies.refuseKept(owner, instr);
  }

  /** What the root's own code may call. */
  boolean mayCall(LoadedClass named, ResolvedMethod called, @Nullable String receiver) {
    return access.mayCall(context.root(), named, called, receiver);
  }

  int callSites() {
    return callSites;
  }

  /** A method's code, or null when it is not to be had. */
  @Nullable Graph code(ResolvedMethod method) {
    Callee callee = callees.get(method).callee();
    return callee == null ? null : callee.graph();
  }

  /** Whether a call that runs so often per call of the root is left alone for that. */
  boolean isCold(double heat) {
    return context.choices().isCold(heat < COLD);
  }

  /** The plan for a body that has to be copied whole, or null when it may not be. */
  @Nullable BodyPlan planWhole(ResolvedMethod method) {
    String refusal =
        CalleePolicy.refuseDeclaration(method, context.mode(), context.limits().locks());
    if (refusal == null) {
      refusal = access.refuseLoader(method.owner());
    }
    Callee callee = refusal == null ? callees.get(method).callee() : null;
    BodyPlan body = callee == null ? null : bodies.planWhole(callee);
    boolean fits =
        body != null
            && body.refusal() == null
            && !bodies.isTooLarge(body)
            && locks.refusal(body) == null;
    return fits ? body : null;
  }

  /**
   * Plans the calls of a body.
   *
   * @param heat executions of the body per call of the root
   */
  PlannedCalls planCalls(CodeView code, double heat) {
    return planCalls(code, heat, null);
  }

  /**
   * @param only the calls to look at, or null for all
   */
  PlannedCalls planCalls(CodeView code, double heat, @Nullable Collection<Instr> only) {
    if (stack.size() == 1) {
      Block entry = code.graph().entry();
      rootRuns = code.isCounted(entry) ? entry.frequency() : -1;
    }
    Map<Instr, CallPlan> plans = new LinkedHashMap<>();
    List<Instr> sites = new ArrayList<>();
    List<InlineDecision> decisions = new ArrayList<>();
    for (Block block : code.graph().blocks()) {
      for (Instr instr : block.body()) {
        if (Op.isInvoke(instr.op()) && (only == null || only.contains(instr))) {
          callSites += RuntimeCalls.isRuntime(((Operand.Method) instr.operand()).owner()) ? 0 : 1;
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
    return new PlannedCalls(plans, sites, decisions);
  }

  private record Key(ResolvedMethod method, int heat) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that && heat == that.heat && method.equals(that.method);
    }

    @Override
    public int hashCode() {
      return method.hashCode() * 31 + heat;
    }
  }

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
    if (rootRefusal != null) {
      return no(rootRefusal);
    }
    if (isCold(heat)) {
      return no(code.isCounted(block) ? "cold" : "on a path that throws or catches");
    }
    if (stack.size() >= context.limits().maxDepth()) {
      return no("too deep");
    }
    CallTargets.Choice choice = targets.choose(code, call);
    if (choice.target() != null) {
      return planTarget(code, call, choice.target(), heat);
    }
    CallPlan plan = planSeveral(code, call, choice.several(), 1, heat);
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
      CodeView code, Instr call, List<CallTarget> several, double reached, double heat) {
    for (int i = 0; i < several.size(); i++) {
      CallTarget target = several.get(i);
      double rest = Math.max(0, reached - target.share());
      CallTarget here = target.oneOf(target.share(), rest, target.reason());
      CallPlan plan = planTarget(code, call, here, heat * target.share()).plan;
      if (plan != null && isWorthATest(plan) && worth.gain(plan) > 0) {
        List<CallTarget> others = several.subList(i + 1, several.size());
        return new CallPlan(call, here, plan.body(), planSeveral(code, call, others, rest, heat));
      }
    }
    return null;
  }

  /**
   * What makes up for several tests: a larger body saves as little as a small one, and one that
   * makes calls would have their checks in every copy. Bodies that make no calls but those which
   * are inlined there save checks, too, and pay if two in three receivers are theirs: with half of
   * them {@code tree-visitor} came to 0.95 of its speed, with three quarters {@code
   * visitor-interpreter} to 1.05 (JDK 25).
   *
   * <p>Where C1 compiles, a test costs next to nothing, and a call of several targets as much as a
   * few tests: what a fifth of the receivers have is tested for, whatever it calls.
   */
  private boolean isWorthATest(CallPlan plan) {
    List<InlineDecision> calls = plan.body().decisions();
    int bytes = plan.body().bytes();
    int tiny = context.limits().tinyBytes();
    double share = plan.target().share();
    return context.mode() == Mode.C1
        ? bytes <= 4 * tiny && (calls.isEmpty() || share >= OFTEN)
        : bytes <= 2 * tiny && (calls.isEmpty() || (share >= MOSTLY && areInlined(calls)));
  }

  private static boolean areInlined(List<InlineDecision> decisions) {
    for (InlineDecision decision : decisions) {
      if (!decision.inlined() || !areInlined(decision.inner())) {
        return false;
      }
    }
    return true;
  }

  private Verdict planTarget(CodeView code, Instr call, CallTarget target, double heat) {
    ResolvedMethod method = target.method();
    String refusal =
        CalleePolicy.refuseDeclaration(method, context.mode(), context.limits().locks());
    if (refusal == null) {
      refusal = access.refuseLoader(method.owner());
    }
    if (refusal == null && occurrences(method) > context.limits().maxRecursion()) {
      refusal = "recursive";
    }
    if (refusal == null && method.method().codeLength() > 3 * calleeBytes(code, call, heat)) {
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
    refusal = early.of(callee, mostBytes(code, call, heat));
    BodyPlan body = refusal == null ? planBody(callee, heat) : null;
    if (body == null || body.refusal() != null) {
      return no(String.valueOf(body == null ? refusal : body.refusal()));
    }
    CallPlan plan = new CallPlan(call, target, body);
    refusal = target.isOneOfSeveral() ? bodies.refuseApart(body) : null;
    if (refusal == null) {
      refusal = refuseSize(code, plan, heat);
    }
    if (refusal == null) {
      refusal = locks.refusal(code, call, body);
    }
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

  /** Registers the method that everything is inlined into; returns whether anything may be. */
  boolean enter(ResolvedMethod root) {
    stack.clear();
    stack.push(root);
    rootRefusal = CalleePolicy.refuseCaller(root);
    return rootRefusal == null;
  }

  /**
   * The plan for a body, shared by all calls of it that are about as hot. (Which methods are around
   * them, and how many, may differ: that bounds recursion and depth, and matters for size alone.)
   */
  private BodyPlan planBody(Callee callee, double heat) {
    Key key = new Key(callee.method(), Math.floorDiv(Math.getExponent(Math.min(heat, 4)), 3));
    BodyPlan plan = plans.get(key);
    if (plan == null) {
      stack.push(callee.method());
      plan = bodies.plan(callee, planCalls(callee.code(), heat));
      stack.pop();
      plans.put(key, plan);
    }
    return plan;
  }

  private @Nullable String refuseSize(CodeView code, CallPlan plan, double heat) {
    int bytes = plan.body().bytes();
    boolean fits =
        bytes <= calleeBytes(code, plan.call(), heat)
            || isGivenNew(plan.call())
                && bytes <= worth.mostBytes(plan.call(), arguments.saved(code, plan));
    return fits ? null : "too large: " + bytes + " bytes";
  }

  /** Whether a call of the root is replaced by a loop over objects that nobody else has. */
  boolean loopsUnshared(CodeView code, CallPlan plan) {
    return isGivenNew(plan.call()) && worth.loops(plan.call(), arguments.saved(code, plan));
  }

  /** The longest body that a call may be replaced by, whatever that saves. */
  private int mostBytes(CodeView code, Instr call, double heat) {
    int bytes = calleeBytes(code, call, heat);
    return isGivenNew(call) ? Math.max(bytes, context.limits().maxUnsharedBytes()) : bytes;
  }

  /**
   * The same of calls that are given nothing new.
   *
   * @param heat executions of the call for each of the root
   */
  private int calleeBytes(CodeView code, Instr call, double heat) {
    InlineLimits limits = context.limits();
    Block block = call.block();
    boolean hot = block != null && code.isKnown(block) && heat * rootRuns >= limits.hotRuns();
    return hot ? limits.maxHotCalleeBytes() : limits.maxCalleeBytes();
  }

  /** Whether the root calls something with an object that it has made. */
  private boolean isGivenNew(Instr call) {
    if (context.mode() == Mode.JIT || stack.size() != 1) {
      return false;
    }
    for (Instr argument : call.inputs()) {
      if (argument.op() == Opcodes.NEW) {
        return true;
      }
    }
    return false;
  }

  /** The plan for a call of the root, or null when it stays a call. */
  private @Nullable CallPlan planOf(CodeView code, Instr call) {
    Block block = call.block();
    return block == null ? null : planCall(code, call, code.heat(block), block).plan;
  }
}
