package dev.jpgo.core.ir;

/** How often the instructions of a method were executed, per its profile. */
public interface BlockFrequencies {
  /** Calls of the method; negative when unknown. */
  double calls();

  /**
   * Executions of the block that the instruction is in.
   *
   * @param site ordinal of the original instruction, as in {@link Instr#site()}
   * @return executions in the unit of {@link #calls()}; negative when unknown
   */
  double at(int site);
}
