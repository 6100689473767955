package dev.jpgo.core.phase.dynamic;

/** A label of a switch on patterns. */
sealed interface SwitchLabel {
  /** Whatever is not null. */
  record Everything() implements SwitchLabel {}

  /** Instances of a class. */
  record Instance(String type) implements SwitchLabel {}

  /** A string that is equal. */
  record Text(String text) implements SwitchLabel {}

  /** A box with a number in it. */
  record Number(int number) implements SwitchLabel {}

  /** The constant of an enum that a static field holds. */
  record Constant(String type, String field) implements SwitchLabel {}
}
