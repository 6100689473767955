package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.instrument.InstrumentationLayout;
import dev.jpgo.core.instrument.LoopHeaders;
import dev.jpgo.runtime.JpgoCounters;
import dev.jpgo.runtime.JpgoOsr;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
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

  /** Calls after which a method counts as one that is called, and not as the program's frame. */
  private static final int CALLED = 2;

  /** How often a method is made without entries, at most, until it is done. */
  private static final int MOST_TRIES = 4;

  private final Stress stress;
  private final long enteredNanos;
  private boolean on;
  private final Map<MethodRecord, Asked> asked = new IdentityHashMap<>();

  /**
   * A generation that frames were asked over to, and since when none was seen in another, nor was
   * it tried to do without entries.
   */
  private static final class Asked {
    private final int generation;
    private final long at;
    private long counted;
    private long quietSince;
    private int tries;

    Asked(MethodRecord method, long now) {
      generation = method.generation();
      at = now;
      counted = counts(method);
      quietSince = now;
    }

    /** Looks whether a frame has counted in a version before. */
    void look(MethodRecord method, long now) {
      long counts = counts(method);
      if (counts != counted) {
        counted = counts;
        quietSince = now;
      }
    }

    /** All that versions of a method have counted which are not optimized. */
    private static long counts(MethodRecord method) {
      long sum = 0;
      InstrumentationLayout profiled = method.layout().orElse(null);
      for (int i = 0; profiled != null && i < profiled.counters(); i++) {
        sum += JpgoCounters.read(method.firstCounter() + i);
      }
      TierZeroLayout counted = method.owner().layout();
      int loops = counted == null ? 0 : counted.loops(method.ordinal());
      for (int i = 0; counted != null && i < loops; i++) {
        sum += JpgoCounters.read(counted.firstLoop(method.ordinal()) + i);
      }
      return sum;
    }
  }

  /**
   * @param enteredNanos if no version before has counted anything for so long, its frames are taken
   *     to have come over, or to stand still
   */
  OsrDirector(boolean on, Stress stress, long enteredNanos) {
    this.on = on;
    this.stress = stress;
    this.enteredNanos = enteredNanos;
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
    ClassRecord owner = method.owner().record();
    LoopHeaders headers = LoopHeaders.of(owner.name(), owner.info().version(), code);
    for (int loop = 0; loop < headers.count(); loop++) {
      if (headers.refusal(loop).isEmpty()) {
        method.enterAt(loop);
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
        asked.put(method, new Asked(method, now));
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
   * Optimized methods that are called, and of which no frame runs that could still come over; first
   * those that had counted most before they were.
   */
  List<MethodRecord> entered(long now) {
    List<MethodRecord> entered = new ArrayList<>(0);
    for (Map.Entry<MethodRecord, Asked> entry : asked.entrySet()) {
      MethodRecord method = entry.getKey();
      Asked last = entry.getValue();
      if (mayLoseEntries(method, last) && now - last.at >= enteredNanos) {
        if (!method.osrLoops().isEmpty()) { // else nobody can come over any more
          last.look(method, now);
        }
        if (now - last.quietSince >= enteredNanos) {
          entered.add(method);
        }
      }
    }
    Ordering.sort(entered, (a, b) -> Long.compare(counted(b), counted(a)));
    return entered;
  }

  private long counted(MethodRecord method) {
    Asked last = asked.get(method);
    return last == null ? 0 : last.counted;
  }

  private boolean mayLoseEntries(MethodRecord method, Asked last) {
    return enteredNanos < Long.MAX_VALUE
        && method.owner().record().type() != null
        && method.tier() == Tier.OPTIMIZED
        && method.generation() == last.generation
        && method.callsBefore() >= CALLED
        && last.tries < MOST_TRIES;
  }

  /** It was tried in vain to make such a method without entries. */
  void triedInVain(MethodRecord method, boolean again, long now) {
    Asked last = asked.get(method);
    if (last != null) {
      last.tries = again ? last.tries + 1 : MOST_TRIES;
      last.quietSince = now;
    }
  }

  /**
   * Withdraws requests that have been open for long. The versions keep their entries until they are
   * made without, or the class is rewritten for another reason.
   */
  void expire(long now) {
    for (Iterator<Map.Entry<MethodRecord, Asked>> each = asked.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<MethodRecord, Asked> entry = each.next();
      MethodRecord method = entry.getKey();
      boolean gone = method.owner().record().type() == null;
      boolean last = method.tier() != Tier.PROFILED && method.tier() != Tier.COUNTED;
      if ((gone || last && now - entry.getValue().at >= OPEN_NANOS) && close(method)) {
        method.osrLoops().clear();
        if (!mayLoseEntries(method, entry.getValue())) {
          each.remove();
        }
      }
    }
  }

  /** Withdraws the requests for a method; false when a frame is on its way. */
  boolean withdraw(MethodRecord method) {
    boolean closed = close(method);
    if (closed) {
      method.osrLoops().clear();
      asked.remove(method);
    }
    return closed;
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
      boolean closed = withdraw(method);
      for (int i = 0; i < 1000 && !closed; i++) {
        LockSupport.parkNanos(1_000_000);
        closed = withdraw(method);
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
