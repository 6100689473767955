package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Turn;
import dev.jpgo.agent.world.ClassRegistry;

/**
 * Has methods made anew without loop entries once the loops that ran have come over. What comes in
 * by an entry may be anything, so nothing that is known in front of a loop holds in it as long as
 * there is one: objects made there are made, streams and sorts stay what they are, and no later run
 * can take the code over.
 *
 * <p>A method that was hardly called before gains nothing by it, and keeps its version, as does one
 * that cannot be compiled so.
 */
final class EntryRemoval {
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
   * Makes what is due, as many as can be paid for.
   *
   * @param affordable number of methods
   */
  void round(long now, int affordable) {
    int left = affordable;
    for (MethodRecord method : osr.entered(now)) {
      if (left <= 0 || turn.wanted()) {
        return;
      }
      if (mayBeMade(method)) {
        int generation = method.generation();
        boolean again =
            tierTwo.compileWithoutEntries(
                method, now, "entered no more", () -> osr.withdraw(method));
        if (method.generation() == generation) {
          osr.triedInVain(method, again, now);
        } else {
          queue.add(method.owner(), 1);
        }
        left--;
      }
    }
  }

  private boolean mayBeMade(MethodRecord method) {
    ClassState state = method.owner();
    return state.mayBeRewritten(maxRewrites / 2) // what was never optimized comes first
        && !state.isChanged()
        && !state.isReverted()
        && !method.isNew()
        && registry.bytes(state.record()) != null;
  }
}
