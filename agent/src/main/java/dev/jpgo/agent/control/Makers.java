package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.redefine.Turn;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.classfile.StraightMakers;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.runtime.JpgoCounters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;

/**
 * Has methods optimized that are not hot, since what they make is: a method that makes some objects
 * and calls another, in which a loop runs for long. In the one that makes them they are nobody
 * else's, and with the loop inlined there their fields are variables. A method is left as it is if
 * the loop does not get into it.
 *
 * <p>Only methods of the same class are looked at, with one way through them, so that nothing about
 * them has to be counted first.
 */
final class Makers {
  /** Calls after which a method is taken to be called again. */
  private static final int CALLED = 2;

  /** For how long a method is given time to be called. */
  private static final long WAIT_NANOS = 20_000_000_000L;

  private static final int MOST_WAITING = 100;

  /** Of the methods that call one loop so many are looked at: each is a version of the class. */
  private static final int MOST_OF_A_LOOP = 4;

  /** How often one is compiled in vain, at most, while bytes of other classes are on their way. */
  private static final int MOST_TRIES = 3;

  /** How many are made in a round, to be installed together. */
  private static final int MOST = 2;

  private final boolean on;
  private final TierTwo tierTwo;
  private final PlanQueue queue;
  private final ClassRegistry registry;
  private final Turn turn;
  private final int maxRewrites;
  private final Queue<MethodRecord> loops = new ArrayDeque<>();
  private final List<Maker> waiting = new ArrayList<>();

  /** A method that may be worth it, and the loop that it is to take in, as its class stands. */
  private static final class Maker {
    private final ClassState state;
    private final TierZeroLayout layout;
    private final int ordinal;
    private final MethodInfo loop;
    private final long until;
    private int tries;

    Maker(ClassState state, TierZeroLayout layout, int ordinal, MethodInfo loop, long until) {
      this.state = state;
      this.layout = layout;
      this.ordinal = ordinal;
      this.loop = loop;
      this.until = until;
    }

    boolean isCalled() {
      return JpgoCounters.read(layout.callCounter(ordinal)) >= CALLED;
    }
  }

  /**
   * @param on whether it pays: compilers of the VM have their own way with objects
   */
  Makers(
      boolean on,
      TierTwo tierTwo,
      PlanQueue queue,
      ClassRegistry registry,
      Turn turn,
      int maxRewrites) {
    this.on = on;
    this.tierTwo = tierTwo;
    this.queue = queue;
    this.registry = registry;
    this.turn = turn;
    this.maxRewrites = maxRewrites;
  }

  /** A method has been optimized. */
  void optimized(MethodRecord method) {
    if (on && method.wasEntered() && loops.size() < MOST_WAITING) {
      loops.add(method);
    }
  }

  /**
   * Makes what is due, a few at a time.
   *
   * @param affordable number of methods that can be paid for
   */
  void round(long now, int affordable) {
    MethodRecord loop = loops.poll();
    if (loop != null) {
      look(loop, now);
    }
    int left = Math.min(MOST, affordable);
    for (Iterator<Maker> each = waiting.iterator(); each.hasNext(); ) {
      Maker maker = each.next();
      if (now - maker.until >= 0 || !isPossible(maker, now)) {
        each.remove();
      } else if (left > 0 && !turn.wanted() && isDue(maker)) {
        left--;
        if (!make(maker, now)) {
          each.remove();
        }
      }
    }
  }

  private void look(MethodRecord loop, long now) {
    ClassState state = loop.owner();
    TierZeroLayout layout = state.layout();
    byte[] bytes = registry.bytes(state.record());
    if (bytes == null || layout == null) {
      return;
    }
    MethodInfo info = loop.info();
    MethodId id = new MethodId(state.record().name(), info.name(), info.descriptor());
    int found = 0;
    for (int ordinal : StraightMakers.of(bytes, id)) {
      if (layout.callCounter(ordinal) != MethodVersion.NONE
          && found++ < MOST_OF_A_LOOP
          && waiting.size() < MOST_WAITING) {
        waiting.add(new Maker(state, layout, ordinal, info, now + WAIT_NANOS));
      }
    }
  }

  private static boolean isDue(Maker maker) {
    return !maker.state.isReverted() && maker.isCalled() && maker.state.record().known();
  }

  private boolean isPossible(Maker maker, long now) {
    ClassState state = maker.state;
    MethodRecord record = state.promoted(maker.ordinal);
    return state.record().type() != null
        && state.layout() == maker.layout
        && !state.isChanged()
        && state.mayBeRewritten(maxRewrites / 2, now)
        && (record == null || record.tier() == Tier.COUNTED);
  }

  /** Returns whether to try again. */
  private boolean make(Maker maker, long now) {
    MethodInfo info = maker.state.record().info().methods().get(maker.ordinal);
    MethodRecord method = maker.state.promote(info);
    boolean again =
        tierTwo.compileTakingIn(method, maker.loop, now, "makes what a hot loop works on");
    if (method.tier() == Tier.OPTIMIZED) {
      queue.add(maker.state, 5);
    }
    return again && ++maker.tries < MOST_TRIES;
  }
}
