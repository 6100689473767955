package dev.jpgo.core.world;

/** How the running VM executes bytecode: which cost table and which guard form are right. */
public enum Mode {
  /** Nothing is compiled: {@code -Xint}, Zero. */
  INTERPRETER,
  /** Compiled without a type profile: {@code TieredStopAtLevel=1..3}, client compilers. */
  C1,
  /** An optimizing compiler with profiles of its own. */
  JIT
}
