package dev.jpgo.jmh.driver;

import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Forks of base and variants in turn, so that a slow spell of the machine hits them alike; one JVM
 * at a time.
 *
 * @param launcher starts the forks
 * @param forks of each variant
 * @param variants to compare with the base
 */
public record ComparisonRun(ForkLauncher launcher, int forks, List<Variant> variants) {

  /** Told what a run is doing. */
  public interface Listener {
    /** A fork has started; {@code done} of {@code all} are behind it. */
    void fork(VmSpec vm, Variant variant, Program program, int done, int all);

    /** The fork that runs has been running for {@code seconds}. */
    void running(double seconds);
  }

  /** Measures {@code program}: one comparison for each variant, in their order. */
  public List<Comparison> run(VmSpec vm, Program program, Listener listener)
      throws IOException, InterruptedException {
    Map<Variant, List<Fork>> results = new EnumMap<>(Variant.class);
    List<Variant> order = new ArrayList<>();
    order.add(Variant.BASE);
    order.addAll(variants);
    int all = forks * order.size();
    for (int i = 0; i < all; i++) {
      Variant variant = order.get(i % order.size());
      listener.fork(vm, variant, program, i, all);
      Fork fork = launcher.run(vm, variant, program, listener::running);
      results.computeIfAbsent(variant, absent -> new ArrayList<>()).add(fork);
    }
    List<Fork> base = results.getOrDefault(Variant.BASE, List.of());
    List<Comparison> comparisons = new ArrayList<>();
    for (Variant variant : variants) {
      List<Fork> other = results.getOrDefault(variant, List.of());
      comparisons.add(Comparison.of(program, vm, variant, base, other));
    }
    return comparisons;
  }
}
