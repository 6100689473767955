package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.core.instrument.LoopHeaders;
import dev.jpgo.runtime.JpgoOsr;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.objectweb.asm.tree.MethodNode;

/**
 * Brings running loops over to new versions of their methods: first a version is installed that can
 * be entered at the loop, then the frames that run older versions are asked over. Some time after
 * the last version of a method the request is withdrawn: whoever has not come by then does not run
 * the loop often.
 */
final class OsrDirector {
  private static final long OPEN_NANOS = 15_000_000_000L;

  private final Stress stress;
  private boolean on;
  private final Map<MethodRecord, Asked> asked = new IdentityHashMap<>();

  /** A generation that frames were asked over to, and when. */
  private record Asked(int generation, long at) {}

  OsrDirector(boolean on, Stress stress) {
    this.on = on;
    this.stress = stress;
  }

  /**
   * Notes the loops that the next version of a method is to be entered at: those that a frame can
   * leave.
   *
   * @param code original code of the method
   */
  void prepare(MethodRecord method, boolean inLoop, MethodNode code) {
    if (!on || !stress.handsOver(inLoop)) {
      return;
    }
    LoopHeaders headers = LoopHeaders.of(method.owner().record().name(), code);
    for (int loop = 0; loop < headers.count(); loop++) {
      if (headers.refusal(loop).isEmpty()) {
        method.osrLoops().add(loop);
      }
    }
  }

  /**
   * The class has its versions: asks the frames of older ones over. Never to a version that is not
   * in the VM: the method would start from its beginning. What another agent has had made anew
   * since may be a version before; the controller comes back to it.
   */
  void installed(ClassState state, long now) {
    if (!on || state.isReverted()) {
      return;
    }
    for (MethodRecord method : state.promoted()) {
      Asked before = asked.get(method);
      if (!method.osrLoops().isEmpty()
          && !method.isChanged()
          && (before == null || before.generation != method.generation())) {
        asked.put(method, new Asked(method.generation(), now));
        request(method);
      }
    }
  }

  /** Asks nobody over any more: classes are getting their originals back. */
  void end() {
    on = false;
  }

  private static void request(MethodRecord method) {
    TierZeroLayout layout = method.owner().layout();
    if (layout != null) {
      for (int loop : method.osrLoops()) {
        JpgoOsr.request(layout.firstLoop(method.ordinal()) + loop, method.generation());
      }
    }
  }

  /** Running frames that have come over. */
  long entries() {
    return JpgoOsr.entries();
  }

  /**
   * Withdraws requests that have been open for long. The versions keep their entries until the
   * class is rewritten for another reason.
   */
  void expire(long now) {
    for (Iterator<Map.Entry<MethodRecord, Asked>> each = asked.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<MethodRecord, Asked> entry = each.next();
      MethodRecord method = entry.getKey();
      boolean last = method.tier() != Tier.PROFILED && method.tier() != Tier.COUNTED;
      if (last && now - entry.getValue().at >= OPEN_NANOS && close(method)) {
        method.osrLoops().clear();
        each.remove();
      }
    }
  }

  /**
   * Withdraws all requests for a class.
   *
   * @return whether no frame is on its way any more, so that the entries may go; a frame is on its
   *     way for a few instructions, but its thread may have lost its processor
   */
  boolean withdraw(ClassState state) {
    boolean all = true;
    for (MethodRecord method : state.promoted()) {
      boolean closed = close(method);
      for (int i = 0; i < 1000 && !closed; i++) {
        LockSupport.parkNanos(1_000_000);
        closed = close(method);
      }
      if (closed) {
        method.osrLoops().clear();
        asked.remove(method);
      }
      all &= closed;
    }
    return all;
  }

  private static boolean close(MethodRecord method) {
    TierZeroLayout layout = method.owner().layout();
    boolean closed = true;
    if (layout != null) {
      for (int loop : method.osrLoops()) {
        closed &= JpgoOsr.close(layout.firstLoop(method.ordinal()) + loop);
      }
    }
    return closed;
  }
}
