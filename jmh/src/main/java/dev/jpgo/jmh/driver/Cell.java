package dev.jpgo.jmh.driver;

import dev.jpgo.jmh.workload.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * All forks of one program on one VM.
 *
 * @param base those without an agent; in duets all that ran beside a variant
 * @param arms in the order in which the variants were asked for
 * @param failure why the base failed, so that nothing can be compared, or ""
 */
public record Cell(VmSpec vm, Program program, List<Fork> base, List<Arm> arms, String failure) {

  /** Each variant that ran to its end against the base. */
  public List<Comparison> comparisons() {
    List<Comparison> comparisons = new ArrayList<>();
    for (Arm arm : arms) {
      if (failure.isEmpty() && arm.complete()) {
        comparisons.add(Comparison.of(program, vm, arm));
      }
    }
    return comparisons;
  }
}
