package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Turn;
import dev.jpgo.agent.world.ClassRegistry;

/**
 * Has methods made anew without loop entries once the loops that ran have come over. What comes in
 * by an entry may be anything, so nothing that is known in front of a loop holds in it as long as
 * there is one: objects made there are made, and streams and sorts stay what they are.
 *
 * <p>A method that was hardly called before gains nothing by it, and keeps its version, as does one
 * that cannot be compiled so. The VM may still refuse the class with the new version; then the
 * method has its original code, as with any version.
 */
final class EntryRemoval {
  private static final int MOST = 2;

  private final OsrDirector osr;
  private final TierTwo tierTwo;
  private final PlanQueue queue;
  private final ClassRegistry registry;
  private final Turn turn;
  private final int maxRewrites;

  EntryRemoval(
      OsrDirector osr,
      TierTwo tierTwo,
      PlanQueue queue,
      ClassRegistry registry,
      Turn turn,
      int maxRewrites) {
    this.osr = osr;
    this.tierTwo = tierTwo;
    this.queue = queue;
    this.registry = registry;
    this.turn = turn;
    this.maxRewrites = maxRewrites;
  }

  /**
   * Makes what is due, a few at a time.
   *
   * @param affordable number of methods that can be paid for
   */
  void round(long now, int affordable) {
    int left = Math.min(MOST, affordable);
    for (MethodRecord method : osr.entered(now)) {
      if (left <= 0 || turn.wanted() || tierTwo.awaitsBytes()) {
        return;
      }
      if (mayBeMade(method, now)) {
        int generation = method.generation();
        boolean again =
            tierTwo.compileWithoutEntries(
                method, now, "entered no more", () -> osr.withdraw(method));
        if (method.generation() == generation) {
          osr.triedInVain(method, again, now);
        } else {
          queue.add(method.owner(), 5);
        }
        left--;
      }
    }
  }

  /** Of the versions of a class some are left for what was never optimized. */
  private boolean mayBeMade(MethodRecord method, long now) {
    ClassState state = method.owner();
    return state.mayBeRewritten(maxRewrites * 3 / 4, now)
        && !state.isChanged()
        && !state.isReverted()
        && !method.isNew()
        && registry.bytes(state.record()) != null;
  }
}
