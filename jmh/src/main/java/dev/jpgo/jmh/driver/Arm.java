package dev.jpgo.jmh.driver;

import java.util.List;

/**
 * The forks of one variant.
 *
 * @param base the forks to compare with: the cell's, or in duets those that ran beside these
 * @param atOnce whether each fork ran at the same time as its base
 * @param forks fewer than asked for if one failed
 * @param failure why there are no more, or ""
 */
public record Arm(
    Variant variant, boolean atOnce, List<Fork> base, List<Fork> forks, String failure) {

  /** Whether there is something to compare. */
  public boolean complete() {
    return failure.isEmpty() && !forks.isEmpty() && base.size() == forks.size();
  }
}
