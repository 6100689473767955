package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.phase.lock.LockNesting;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Tells which calls may bring locks where that is not allowed in all places ({@link
 * LockPlaces#UNCOVERED}): those that no handler covers and around which nothing is locked, and
 * those of methods that lock their receiver alone where it is locked already, since such a lock
 * goes ({@link dev.jpgo.core.phase.lock.NestedLocks}). What has become of the latter is looked at
 * in the end ({@link dev.jpgo.core.phase.lock.CoveredLocks}).
 */
final class LockPlan {
  /** What a body with all that is inlined into it locks. */
  private enum Locks {
    NOTHING,
    /** The receiver, with no handler around. */
    RECEIVER,
    /** Other objects, with no handler around and one at a time. */
    OTHERS,
    /** Something where it locks already, or has handlers. */
    COVERED;

    Locks and(Locks other) {
      return compareTo(other) > 0 ? this : other;
    }
  }

  private static final String REFUSAL = "locks where something is locked or handled";

  private final LockPlaces places;
  private final Map<BodyPlan, Locks> known = new IdentityHashMap<>();

  LockPlan(LockPlaces places) {
    this.places = places;
  }

  /** Why a body may not be copied to where it is not known what is locked or handled, or null. */
  @Nullable String refusal(BodyPlan body) {
    return places == LockPlaces.UNCOVERED && locks(body) != Locks.NOTHING ? REFUSAL : null;
  }

  /** Why a call may not be replaced by a body, or null. */
  @Nullable String refusal(CodeView code, Instr call, BodyPlan body) {
    if (places != LockPlaces.UNCOVERED) {
      return null;
    }
    Locks locks = locks(body);
    if (locks == Locks.NOTHING) {
      return null;
    }
    LockNesting around = code.locks();
    boolean may =
        around != null
            && (locks != Locks.COVERED && around.isUncovered(call)
                || locks == Locks.RECEIVER && around.holds(call, call.input(0)));
    return may ? null : REFUSAL;
  }

  private Locks locks(BodyPlan body) {
    Locks locks = known.get(body);
    if (locks == null) {
      locks = own(body.callee().code());
      for (CallPlan call : body.calls().values()) {
        for (CallPlan each = call; each != null; each = each.otherwise()) {
          locks = locks.and(brought(body, each));
        }
      }
      known.put(body, locks);
    }
    return locks;
  }

  private Locks brought(BodyPlan body, CallPlan call) {
    Locks locks = locks(call.body());
    boolean same =
        call.call().op() != Opcodes.INVOKESTATIC
            && isReceiver(body.callee().graph(), call.call().input(0));
    return locks == Locks.RECEIVER && !same ? Locks.OTHERS : locks;
  }

  private static Locks own(CodeView code) {
    LockNesting nesting = code.locks();
    if (nesting == null) {
      return Locks.COVERED;
    }
    Locks locks = Locks.NOTHING;
    for (Instr lock : nesting.locks()) {
      if (!nesting.isUncovered(lock)) {
        return Locks.COVERED;
      }
      locks = locks.and(isReceiver(code.graph(), lock.input(0)) ? Locks.RECEIVER : Locks.OTHERS);
    }
    return locks;
  }

  private static boolean isReceiver(Graph graph, Instr value) {
    return !graph.isStatic() && value.op() == Op.PARAM && value == graph.params().get(0);
  }
}
