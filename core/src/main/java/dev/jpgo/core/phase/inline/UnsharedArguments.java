package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Finds calls that are given an object which the method has made, keeps to itself otherwise, and
 * which the body locks: once that is inlined, nobody else can lock the object, and its locks go. An
 * estimate only, which decides nothing but how long the body may be; whether locks go is found out
 * once all is inlined.
 */
final class UnsharedArguments {
  /** Tells how a call would be inlined. */
  interface Plans {
    @Nullable CallPlan of(CodeView code, Instr call);
  }

  /** What a body does with an object that gives it away. */
  private static final double GIVES_AWAY = -1;

  private final Plans plans;
  private final Set<Instr> asked = Collections.newSetFromMap(new IdentityHashMap<>());

  UnsharedArguments(Plans plans) {
    this.plans = plans;
  }

  /**
   * How many locks go with a call each time it runs, on average.
   *
   * @param code the code of the method that all is inlined into, where the call is
   */
  double locks(CodeView code, CallPlan plan) {
    double locks = 0;
    boolean first = asked.isEmpty(); // the others are asked for because of it, and looked at there
    if (asked.add(plan.call())) {
      for (Instr argument : Set.copyOf(plan.call().inputs())) {
        if (argument.op() == Opcodes.NEW) {
          double its = locks(plan, argument);
          locks += its > 0 && (!first || isKept(code, argument, plan.call())) ? its : 0;
        }
      }
      asked.remove(plan.call());
    }
    return locks;
  }

  /** Whether the method itself, and all that it calls but for one, keeps an object. */
  private boolean isKept(CodeView code, Instr object, Instr except) {
    for (Instr user : code.usesOf(object)) {
      if (Op.isInvoke(user.op()) && !isConstructor(user, object)) {
        if (user != except && !asked.contains(user)) {
          CallPlan plan = plans.of(code, user);
          if (plan == null || locks(plan, object) == GIVES_AWAY) {
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
   * How often a call's body, or one in it, locks an object that it gets; or that it gives it away.
   */
  private double locks(CallPlan plan, Instr object) {
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
    double locks = 0;
    List<Instr> inputs = plan.call().inputs();
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) == object) {
        double its = locks(plan.body(), plan.body().callee().graph().params().get(i));
        if (its == GIVES_AWAY) {
          return GIVES_AWAY;
        }
        locks += its;
      }
    }
    return locks;
  }

  private double locks(BodyPlan body, Instr parameter) {
    Callee callee = body.callee();
    double locks = 0;
    for (Instr user : callee.code().usesOf(parameter)) {
      Block block = user.block();
      double heat = block == null ? 0 : callee.code().heat(block);
      CallPlan inner = body.calls().get(user);
      if (inner != null) {
        double its = locks(inner, parameter);
        if (its == GIVES_AWAY) {
          return GIVES_AWAY;
        }
        locks += heat * its;
      } else if (!keeps(user, parameter)) {
        return GIVES_AWAY;
      } else if (user.op() == Opcodes.MONITORENTER) {
        locks += heat;
      }
    }
    return locks;
  }
}
