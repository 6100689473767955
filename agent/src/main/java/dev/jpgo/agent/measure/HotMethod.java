package dev.jpgo.agent.measure;

import dev.jpgo.agent.redefine.ClassState;

/**
 * A method that a threshold was passed by.
 *
 * @param owner its class
 * @param ordinal its place in the method table
 * @param calls calls, decayed, and no more than there would be in a half-life at the present rate
 * @param iterations loop iterations, likewise
 * @param programCalls those of the calls that the program makes, as far as is known; 0 if it is not
 *     by them that a threshold was passed
 * @param programIterations iterations, likewise
 */
public record HotMethod(
    ClassState owner,
    int ordinal,
    long calls,
    long iterations,
    long programCalls,
    long programIterations) {
  /** Whether it is hot for the agent's calls alone, as far as is known. */
  public boolean isOurs() {
    return programCalls == 0 && programIterations == 0;
  }

  /** The same with the program's calls alone. */
  public HotMethod ofProgram() {
    return new HotMethod(
        owner, ordinal, programCalls, programIterations, programCalls, programIterations);
  }
}
