package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.runtime.JpgoOsr;

/**
 * Brings running loops over to new versions of their methods: first a version is installed that can
 * be entered at the loop, then the frames that run older versions are asked over.
 */
final class OsrDirector {
  private final boolean on;

  OsrDirector(boolean on) {
    this.on = on;
  }

  /** Notes the loops that the next version of a method is to be entered at. */
  void prepare(MethodRecord method, boolean inLoop) {
    TierZeroLayout layout = method.owner().layout();
    if (!on || !inLoop || layout == null) {
      return;
    }
    for (int loop = 0; loop < layout.loops(method.ordinal()); loop++) {
      method.osrLoops().add(loop);
    }
  }

  /** The version is installed: asks the frames of older ones over. */
  void request(MethodRecord method) {
    TierZeroLayout layout = method.owner().layout();
    if (layout == null) {
      return;
    }
    for (int loop : method.osrLoops()) {
      JpgoOsr.request(layout.firstLoop(method.ordinal()) + loop, method.generation());
    }
  }

  /** Running frames that have come over. */
  long entries() {
    return JpgoOsr.entries();
  }

  /**
   * Withdraws what was asked for, so that a version without the entries may be installed.
   *
   * @return whether no frame is on its way any more
   */
  boolean close(MethodRecord method) {
    TierZeroLayout layout = method.owner().layout();
    if (layout == null) {
      return true;
    }
    boolean closed = true;
    for (int loop : method.osrLoops()) {
      closed &= JpgoOsr.close(layout.firstLoop(method.ordinal()) + loop);
    }
    return closed;
  }
}
