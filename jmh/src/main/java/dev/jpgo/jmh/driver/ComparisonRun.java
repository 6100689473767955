package dev.jpgo.jmh.driver;

import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Forks of base and variants in turn, one JVM at a time; or each variant together with a base of
 * its own, as a {@link Duet}.
 *
 * @param launcher starts the forks
 * @param forks of each variant
 * @param variants to compare with the base
 * @param duet whether base and variant run at the same time
 */
public record ComparisonRun(
    ForkLauncher launcher, int forks, List<Variant> variants, boolean duet) {

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
    return duet ? together(vm, program, listener) : inTurn(vm, program, listener);
  }

  private List<Comparison> together(VmSpec vm, Program program, Listener listener)
      throws IOException, InterruptedException {
    List<Comparison> comparisons = new ArrayList<>();
    int done = 0;
    for (Variant variant : variants) {
      List<Fork> base = new ArrayList<>();
      List<Fork> other = new ArrayList<>();
      for (int i = 0; i < forks; i++) {
        listener.fork(vm, variant, program, done++, forks * variants.size());
        Duet duet = Duet.run(launcher, vm, variant, program, listener::running);
        base.add(duet.base());
        other.add(duet.other());
      }
      comparisons.add(Comparison.of(program, vm, variant, base, other));
    }
    return comparisons;
  }

  private List<Comparison> inTurn(VmSpec vm, Program program, Listener listener)
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
