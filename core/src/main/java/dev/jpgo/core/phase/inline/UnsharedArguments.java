package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.CostModel;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Finds calls that are given an object which the method has made, keeps to itself otherwise, and
 * which the body locks or whose fields it uses: once that is inlined, nobody else can lock the
 * object or see its fields, so that locks go, and fields become variables. An estimate only, which
 * decides nothing but how long the body may be; what goes is found out once all is inlined.
 */
final class UnsharedArguments {
  /** Tells how a call would be inlined. */
  interface Plans {
    @Nullable CallPlan of(CodeView code, Instr call);
  }

  /** What a body does with an object that gives it away. */
  private static final double GIVES_AWAY = -1;

  private final CostModel costs;
  private final Plans plans;
  private final Set<Instr> asked = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param costs what locks and accesses to fields cost
   */
  UnsharedArguments(CostModel costs, Plans plans) {
    this.costs = costs;
    this.plans = plans;
  }

  /**
   * The nanoseconds that go with a call each time it runs, on average, beside those of the call.
   *
   * @param code the code of the method that all is inlined into, where the call is
   */
  double saved(CodeView code, CallPlan plan) {
    double saved = 0;
    boolean first = asked.isEmpty(); // the others are asked for because of it, and looked at there
    if (asked.add(plan.call())) {
      for (Instr argument : Set.copyOf(plan.call().inputs())) {
        if (argument.op() == Opcodes.NEW) {
          double its = saved(plan, argument);
          saved += its > 0 && (!first || isKept(code, argument, plan.call())) ? its : 0;
        }
      }
      asked.remove(plan.call());
    }
    return saved;
  }

  /** Whether the method itself, and all that it calls but for one, keeps an object. */
  private boolean isKept(CodeView code, Instr object, Instr except) {
    for (Instr user : code.usesOf(object)) {
      if (Op.isInvoke(user.op()) && !isConstructor(user, object)) {
        if (user != except && !asked.contains(user)) {
          CallPlan plan = plans.of(code, user);
          if (plan == null || saved(plan, object) == GIVES_AWAY) {
            return false;
          }
        }
      } else if (!isConstructor(user, object) && !keeps(user, object)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isConstructor(Instr user, Instr object) {
    return user.op() == Opcodes.INVOKESPECIAL
        && ((Operand.Method) user.operand()).name().equals("<init>")
        && user.inputs().indexOf(object) == 0
        && user.inputs().lastIndexOf(object) == 0;
  }

  private static boolean keeps(Instr user, Instr value) {
    return switch (user.op()) {
      case Opcodes.GETFIELD,
          Opcodes.INSTANCEOF,
          Opcodes.IFNULL,
          Opcodes.IFNONNULL,
          Opcodes.IF_ACMPEQ,
          Opcodes.IF_ACMPNE,
          Opcodes.MONITORENTER,
          Opcodes.MONITOREXIT ->
          true;
      case Opcodes.PUTFIELD -> user.input(1) != value;
      default -> false;
    };
  }

  /**
   * What a call's body, or one in it, does with an object that it gets, or that it gives it away.
   */
  private double saved(CallPlan plan, Instr object) {
    CallTarget target = plan.target();
    boolean receives = target.nullCheck() && plan.call().input(0) == object;
    if (plan.otherwise() != null
        || target.test() != null
        || target.cast() != null
        || !target.assumptions().isEmpty()
        || target.nullCheck() && !receives
        || !plan.body().bails().isEmpty()) {
      return GIVES_AWAY; // the original call is left somewhere
    }
    double saved = 0;
    List<Instr> inputs = plan.call().inputs();
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) == object) {
        double its = saved(plan.body(), plan.body().callee().graph().params().get(i));
        if (its == GIVES_AWAY) {
          return GIVES_AWAY;
        }
        saved += its;
      }
    }
    return saved;
  }

  private double saved(BodyPlan body, Instr parameter) {
    Callee callee = body.callee();
    double saved = 0;
    for (Instr user : callee.code().usesOf(parameter)) {
      Block block = user.block();
      double heat = block == null ? 0 : callee.code().heat(block);
      CallPlan inner = body.calls().get(user);
      if (inner != null) {
        double its = saved(inner, parameter);
        if (its == GIVES_AWAY) {
          return GIVES_AWAY;
        }
        saved += heat * its;
      } else if (!keeps(user, parameter)) {
        return GIVES_AWAY;
      } else {
        saved += heat * cost(user);
      }
    }
    return saved;
  }

  /** To enter a monitor and leave it takes about as long as a call does, some 20 ns. */
  private double cost(Instr user) {
    return switch (user.op()) {
      case Opcodes.MONITORENTER -> costs.staticCall();
      case Opcodes.GETFIELD, Opcodes.PUTFIELD -> costs.field();
      default -> 0;
    };
  }
}
