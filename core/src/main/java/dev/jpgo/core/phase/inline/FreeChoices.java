package dev.jpgo.core.phase.inline;

import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.world.LoadedClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the planner may decide either way without a program meaning anything else: what is rare,
 * what pays, which receiver is worth a test. What is <em>legal</em> is never asked here. The
 * sensible choices are the estimates; {@link RandomChoices} shows that no others do harm.
 *
 * <p>An instance serves one compilation.
 */
public interface FreeChoices {
  /** Goes by what the planner estimates. */
  FreeChoices SENSIBLE = new FreeChoices() {};

  /** Whether a call is left alone since it rarely runs. */
  default boolean isCold(boolean estimated) {
    return estimated;
  }

  /** Whether a block of a body may be left out for being rare; the same whenever it is asked. */
  default boolean isRare(Block block, boolean estimated) {
    return estimated;
  }

  /** Whether a body is copied whole, rare blocks with it, rather than without them. */
  default boolean isWhole(boolean estimated) {
    return estimated;
  }

  /** Why what could be done, such as to inline a call or unroll a loop, does not pay; or null. */
  default @Nullable String refusal(@Nullable String estimated) {
    return estimated;
  }

  /** Orders the calls to inline, most useful first. */
  default void rank(List<CallSite> sites) {
    Ordering.sort(sites, (a, b) -> Double.compare(b.worth(), a.worth()));
  }

  /**
   * A class to test the receiver of a call for, or null to go by hierarchy and profile.
   *
   * @param root a class or interface that every receiver is an instance of
   */
  default @Nullable LoadedClass receiver(LoadedClass root) {
    return null;
  }

  /**
   * A call that could be inlined.
   *
   * @param call the call
   * @param worth what that would save per byte; comparable to those of other calls of the method
   */
  record CallSite(Instr call, double worth) {}
}
