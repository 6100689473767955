package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.world.CostModel;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** What inlining a call saves, and whether that is worth the code. */
final class CallWorth {
  /** Nanoseconds per byte and call of the root that a larger body has to save. */
  private static final double MIN_GAIN_PER_BYTE = 0.02;

  /** Moves around a body that merges with the original call: results, arguments. */
  private static final int MOVES = 3;

  /** Bodies that save more than their call may be longer by this many times what others may be. */
  private static final double MOST_MORE = 2;

  /**
   * Bodies that save so many times what their call costs have loops, and may be as long as fits.
   */
  private static final double LOOPS = 20;

  private final InlineContext context;

  CallWorth(InlineContext context) {
    this.context = context;
  }

  /**
   * Why a plan does not pay, or null when it does.
   *
   * @param heat executions of the call per call of the root
   */
  @Nullable String refusal(CallPlan plan, double heat) {
    int bytes = plan.bytes();
    double gain = gain(plan);
    if (gain <= 0) {
      return "would not pay: its checks cost as much as the call";
    }
    boolean tiny = bytes <= context.limits().tinyBytes();
    return tiny || gain * Math.min(heat, 4) >= MIN_GAIN_PER_BYTE * bytes
        ? null
        : "too large for how often it runs: " + bytes + " bytes";
  }

  /**
   * How long a body may be that works on objects of its caller alone: as much longer than others as
   * it saves more than a call.
   *
   * @param saved nanoseconds that go each time, on average, beside those of the call
   */
  double mostBytes(Instr call, double saved) {
    double calls = saved / costOf(call);
    return loops(call, saved)
        ? context.limits().maxUnsharedBytes()
        : context.limits().maxCalleeBytes() * (1 + Math.min(calls, MOST_MORE));
  }

  /** Whether what works on objects of its caller alone saves so much that it has loops. */
  boolean loops(Instr call, double saved) {
    return saved / costOf(call) >= LOOPS;
  }

  private double costOf(Instr call) {
    CostModel costs = context.costs();
    return switch (call.op()) {
      case Opcodes.INVOKEVIRTUAL -> costs.virtualCall();
      case Opcodes.INVOKEINTERFACE -> costs.interfaceCall();
      default -> costs.staticCall();
    };
  }

  /** Nanoseconds saved each time, on average. */
  double gain(CallPlan plan) {
    CostModel costs = context.costs();
    double call = costOf(plan.call());
    CallTarget target = plan.target();
    CallPlan otherwise = plan.otherwise();
    boolean region = plan.asRegion();
    double guard = target.unguarded() && !region ? 0 : MOVES * costs.bytecode();
    if (target.isFlagged()) {
      guard += costs.flagCheck();
    }
    if (target.nullCheck() && !region) {
      guard += costs.nullCheck();
    }
    if (plan.casts()) {
      guard += costs.checkcast();
    }
    double reached = target.share() + target.rest();
    double tests = target.test() == null ? 0 : reached * costs.checkcast();
    double gain = target.share() * (call - guard) - tests;
    return otherwise == null ? gain : gain + gain(otherwise);
  }
}
