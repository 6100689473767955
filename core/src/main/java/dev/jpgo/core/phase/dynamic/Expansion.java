package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Instr;
import org.jspecify.annotations.Nullable;

/**
 * A kind of call sites that is replaced by other code. Whether it may be is asked before anything
 * is changed.
 */
sealed interface Expansion permits Concatenation, RecordMethods, PatternSwitches {
  /** Name of the phase, for reports and for switching it off. */
  String name();

  /** Class of the bootstrap methods of such sites. */
  String bootstrap();

  /** Expands a site and returns what takes the place of its result; null: it is left as it is. */
  @Nullable Instr expand(Site site);
}
