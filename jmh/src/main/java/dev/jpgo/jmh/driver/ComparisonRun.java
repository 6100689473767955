package dev.jpgo.jmh.driver;

import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Forks of base and variants in turn, one JVM at a time; or each variant together with a base of
 * its own, as a {@link Duet}. In turn, each round begins with another variant than the one before:
 * none is always the one that runs after the longest or the hottest. A variant that fails is not
 * started again, and the others go on.
 *
 * @param launcher starts the forks
 * @param forks of each variant
 * @param duet whether base and variant run at the same time
 */
public record ComparisonRun(ForkLauncher launcher, int forks, boolean duet) {

  /** Told what a run is doing. */
  public interface Listener {
    /** A fork has started; {@code done} of {@code all} are behind it. */
    void fork(String what, int done, int all);

    /** The fork that runs has been running for {@code seconds}. */
    void running(double seconds);
  }

  /** Measures {@code program} with each treatment against the base, which is not among them. */
  public Cell run(VmSpec vm, Program program, List<Treatment> treatments, Listener listener)
      throws IOException, InterruptedException {
    return duet
        ? together(vm, program, treatments, listener)
        : inTurn(vm, program, treatments, listener);
  }

  private Cell together(VmSpec vm, Program program, List<Treatment> treatments, Listener listener)
      throws IOException, InterruptedException {
    List<Arm> arms = new ArrayList<>();
    List<Fork> bases = new ArrayList<>();
    int done = 0;
    for (Treatment treatment : treatments) {
      List<Fork> base = new ArrayList<>();
      List<Fork> other = new ArrayList<>();
      String failure = "";
      for (int i = 0; i < forks && failure.isEmpty(); i++) {
        listener.fork(what(vm, treatment, program), done + i, forks * treatments.size());
        try {
          Duet duet = Duet.run(launcher, vm, treatment, program, listener::running);
          base.add(duet.base());
          other.add(duet.other());
        } catch (ForkFailure failed) {
          failure = String.valueOf(failed.getMessage());
        }
      }
      done += forks;
      bases.addAll(base);
      arms.add(new Arm(treatment.variant(), true, base, other, failure));
    }
    return new Cell(vm, program, bases, arms, "");
  }

  private Cell inTurn(VmSpec vm, Program program, List<Treatment> treatments, Listener listener)
      throws IOException, InterruptedException {
    List<Treatment> order = new ArrayList<>();
    order.add(Treatment.plain(Variant.BASE));
    order.addAll(treatments);
    Map<Variant, List<Fork>> results = new LinkedHashMap<>();
    Map<Variant, String> failures = new LinkedHashMap<>();
    order.forEach(treatment -> results.put(treatment.variant(), new ArrayList<>()));
    int all = forks * order.size();
    for (int i = 0; i < all && !failures.containsKey(Variant.BASE); i++) {
      int round = i / order.size();
      Treatment treatment = order.get((i + round) % order.size());
      if (failures.containsKey(treatment.variant())) {
        continue;
      }
      listener.fork(what(vm, treatment, program), i, all);
      try {
        Fork fork = launcher.run(vm, treatment, program, listener::running);
        results.getOrDefault(treatment.variant(), new ArrayList<>()).add(fork);
      } catch (ForkFailure failed) {
        failures.put(treatment.variant(), String.valueOf(failed.getMessage()));
      }
    }
    List<Fork> base = results.getOrDefault(Variant.BASE, List.of());
    List<Arm> arms = new ArrayList<>();
    for (Treatment treatment : treatments) {
      Variant variant = treatment.variant();
      List<Fork> other = results.getOrDefault(variant, List.of());
      arms.add(new Arm(variant, false, base, other, failures.getOrDefault(variant, "")));
    }
    return new Cell(vm, program, base, arms, failures.getOrDefault(Variant.BASE, ""));
  }

  private static String what(VmSpec vm, Treatment treatment, Program program) {
    return program.label() + " on " + vm.name() + ", " + treatment.variant().label();
  }
}
