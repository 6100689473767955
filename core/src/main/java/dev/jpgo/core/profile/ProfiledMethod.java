package dev.jpgo.core.profile;

import java.util.List;
import java.util.Optional;

/**
 * A method in a profile: its counts, and how far it got.
 *
 * @param counts what was counted
 * @param loader kind of its defining loader: {@code boot}, {@code platform}, {@code app}, or the
 *     class name of any other
 * @param tier highest tier reached: 0, 1 or 2
 * @param codeBytes length of its original bytecode
 * @param compiled what the optimizer did with it; empty when never compiled
 * @param steps its ways between tiers, in their order; none when it never left tier 0
 */
public record ProfiledMethod(
    MethodProfile counts,
    String loader,
    int tier,
    int codeBytes,
    Optional<CompiledMethod> compiled,
    List<TierStep> steps) {
  public ProfiledMethod {
    steps = List.copyOf(steps);
    if (tier < 0 || tier > 2) {
      throw new IllegalArgumentException("tier " + tier);
    }
  }

  /** A method whose ways between tiers are not known. */
  public ProfiledMethod(
      MethodProfile counts,
      String loader,
      int tier,
      int codeBytes,
      Optional<CompiledMethod> compiled) {
    this(counts, loader, tier, codeBytes, compiled, List.of());
  }
}
