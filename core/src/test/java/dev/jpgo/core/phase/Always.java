package dev.jpgo.core.phase;

import dev.jpgo.core.phase.inline.FreeChoices;
import org.jspecify.annotations.Nullable;

/** Takes everything to pay. */
public enum Always implements FreeChoices {
  /** The one instance, for loops. */
  UNROLLED;

  @Override
  public @Nullable String refusal(@Nullable String estimated) {
    return null;
  }
}
