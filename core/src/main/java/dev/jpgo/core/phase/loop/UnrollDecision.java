package dev.jpgo.core.phase.loop;

/**
 * How many iterations of a loop come behind one test.
 *
 * @param factor how many; 1 if the loop stays as it is
 * @param reason why
 */
record UnrollDecision(int factor, String reason) {
  static UnrollDecision no(String reason) {
    return new UnrollDecision(1, reason);
  }
}
