package dev.jpgo.core.cfg;

/**
 * A way for control to go. One virtual node, {@link Cfg#root()}, stands for everything outside the
 * method's normal flow: it is where calls come from and go back to, where exceptions land their
 * handlers from, and where a running loop is taken over from another version.
 *
 * @param index position in {@link Cfg#edges()}
 * @param from index of the block it leaves, or {@link Cfg#root()}
 * @param to index of the block it enters, or {@link Cfg#root()}
 * @param kind what makes control take it
 */
public record Edge(int index, int from, int to, Kind kind) {
  /** What makes control take an edge. */
  public enum Kind {
    /** From the root to the first block: a call. */
    ENTRY,
    /** Jump, switch or fall-through; several between the same two blocks are one edge. */
    FLOW,
    /** To the root: a return or throw instruction. */
    EXIT,
    /** From the root to the first block of a handler: an exception caught there. */
    HANDLER,
    /** From the root to a loop header: on-stack replacement. */
    OSR;

    /** Whether no conservation law gives the count, so that it always needs a counter. */
    public boolean isSource() {
      return this == ENTRY || this == HANDLER || this == OSR;
    }
  }
}
