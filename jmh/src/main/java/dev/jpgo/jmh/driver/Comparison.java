package dev.jpgo.jmh.driver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jpgo.jmh.workload.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A variant against the base.
 *
 * @param checksumEqual whether all forks of both computed the same
 * @param speedup median time of a base iteration over that of the variant, in steady state; of
 *     forks that ran at once with their base what they did over what it did, the median over {@link
 *     Exchanges}
 * @param interval 95% interval of {@code speedup}
 * @param meanSpeedup the same by means, in which rare long iterations count in full
 * @param cpuSpeedup mean processor time of the iterating thread, base over variant; steadier on a
 *     busy machine, blind to time the thread waits for the agent
 * @param breakEvenSeconds when the variant has caught up; the median over forks that do, empty if
 *     most never do
 * @param steady whether every fork of both was found to be steady
 * @param baseMillis median of a base iteration in steady state
 * @param forks how many of each
 * @param stats the agent's statistics of the last fork
 */
public record Comparison(
    Program program,
    String vm,
    Variant variant,
    boolean checksumEqual,
    double speedup,
    Interval interval,
    double meanSpeedup,
    double cpuSpeedup,
    OptionalDouble breakEvenSeconds,
    boolean steady,
    double baseMillis,
    int forks,
    JsonNode stats) {
  private static final long SEED = 20260101;

  /**
   * Compares equally many forks.
   *
   * @throws IllegalArgumentException if there are none or not equally many
   */
  public static Comparison of(Program program, VmSpec vm, Arm arm) {
    List<Fork> base = arm.base();
    List<Fork> other = arm.forks();
    if (base.isEmpty() || base.size() != other.size()) {
      throw new IllegalArgumentException(base.size() + " forks against " + other.size());
    }
    List<Plateau> basePlateaus = plateaus(base);
    List<Plateau> otherPlateaus = plateaus(other);
    double baseMedian = median(basePlateaus, Plateau::median);
    List<double[]> exchanges =
        arm.atOnce() ? exchanges(base, basePlateaus, other, otherPlateaus) : List.of();
    return new Comparison(
        program,
        vm.name(),
        arm.variant(),
        sameChecksum(base, other),
        arm.atOnce()
            ? Statistics.medianOfMedians(exchanges)
            : baseMedian / median(otherPlateaus, Plateau::median),
        arm.atOnce()
            ? Statistics.interval(exchanges, SEED)
            : Statistics.ratio(batches(basePlateaus), batches(otherPlateaus), SEED),
        median(basePlateaus, Plateau::mean) / median(otherPlateaus, Plateau::mean),
        median(basePlateaus, Plateau::meanCpu) / median(otherPlateaus, Plateau::meanCpu),
        breakEven(base, other),
        steady(basePlateaus) && steady(otherPlateaus),
        baseMedian / 1e6,
        base.size(),
        other.get(other.size() - 1).stats());
  }

  /** Field names as the issue on the demo lists them, and a few more. */
  public ObjectNode toJson() {
    ObjectNode node = new ObjectMapper().createObjectNode();
    node.put("program", program.label());
    node.put("vm", vm);
    node.put("variant", variant.label());
    node.put("checksumEqual", checksumEqual);
    node.put("speedup", speedup);
    node.put("speedupLow", interval.low());
    node.put("speedupHigh", interval.high());
    node.put("meanSpeedup", meanSpeedup);
    node.put("cpuSpeedup", cpuSpeedup);
    if (breakEvenSeconds.isPresent()) {
      node.put("breakEvenSeconds", breakEvenSeconds.getAsDouble());
    } else {
      node.putNull("breakEvenSeconds");
    }
    node.put("steady", steady);
    node.put("baseMillis", baseMillis);
    node.put("forks", forks);
    node.set("stats", stats.isMissingNode() ? node.nullNode() : stats);
    return node;
  }

  private static List<Plateau> plateaus(List<Fork> forks) {
    List<Plateau> plateaus = new ArrayList<>();
    for (Fork fork : forks) {
      plateaus.add(Plateau.of(fork.iterations()));
    }
    return plateaus;
  }

  /** For each pair of forks how much faster the other was, from where both are steady on. */
  private static List<double[]> exchanges(
      List<Fork> base, List<Plateau> basePlateaus, List<Fork> other, List<Plateau> otherPlateaus) {
    List<double[]> ratios = new ArrayList<>();
    for (int i = 0; i < base.size(); i++) {
      List<Iteration> one = base.get(i).iterations();
      List<Iteration> two = other.get(i).iterations();
      double from =
          Math.max(
              one.get(basePlateaus.get(i).state().from()).begin(),
              two.get(otherPlateaus.get(i).state().from()).begin());
      ratios.add(Exchanges.ratios(one, two, from, Pinning.EXCHANGE_SECONDS));
    }
    return ratios;
  }

  private static List<double[]> batches(List<Plateau> plateaus) {
    List<double[]> times = new ArrayList<>();
    for (Plateau plateau : plateaus) {
      times.add(plateau.batches());
    }
    return times;
  }

  private static double median(List<Plateau> plateaus, ToDoubleFunction<Plateau> figure) {
    return Statistics.median(plateaus.stream().mapToDouble(figure).toArray());
  }

  private static boolean steady(List<Plateau> plateaus) {
    for (Plateau plateau : plateaus) {
      if (!plateau.steady()) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameChecksum(List<Fork> base, List<Fork> other) {
    long checksum = base.get(0).checksum();
    List<Fork> all = new ArrayList<>(base);
    all.addAll(other);
    for (Fork fork : all) {
      if (fork.checksum() != checksum) {
        return false;
      }
    }
    return true;
  }

  private static OptionalDouble breakEven(List<Fork> base, List<Fork> other) {
    double[] seconds = new double[base.size()];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] =
          BreakEven.seconds(base.get(i).iterations(), other.get(i).iterations())
              .orElse(Double.POSITIVE_INFINITY);
    }
    double median = Statistics.quantile(seconds, 0.5);
    return Double.isFinite(median) ? OptionalDouble.of(median) : OptionalDouble.empty();
  }
}
