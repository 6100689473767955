package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.jmh.workload.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExchangesTest {
  private static final double EXACT = 1e-9;

  @Test
  void eachStretchHasWhatWasDoneInIt() {
    double[] ratios = Exchanges.ratios(Runs.even(0, 8, 1), Runs.even(0, 16, 0.5), 4, 2);
    assertArrayEquals(new double[] {2, 2}, ratios, EXACT);
  }

  @Test
  void whatIsGoingOnAtAnEndCountsInPart() {
    List<Iteration> base = Runs.of(0, 1, 1, 1, 1);
    List<Iteration> other = Runs.of(0, 1.5, 1.5, 1.5);
    assertArrayEquals(new double[] {2 / 3.0}, Exchanges.ratios(base, other, 1, 3), EXACT);
  }

  @Test
  void stretchesEndWhereTheFirstOfTheTwoDoes() {
    double[] ratios = Exchanges.ratios(Runs.even(0, 6, 1), Runs.of(0, 1, 1, 1, 1, 0.5), 0, 2);
    assertArrayEquals(new double[] {1, 1.25}, ratios, EXACT);
  }

  @Test
  void ofLessTimeThanAStretchAllIsTaken() {
    double[] ratios = Exchanges.ratios(Runs.even(0, 4, 0.25), Runs.even(0, 2, 0.5), 0.5, 2);
    assertArrayEquals(new double[] {0.5}, ratios, EXACT);
  }

  @Test
  void whereOneHasEndedByThenAllThatBothDidIsTaken() {
    double[] ratios = Exchanges.ratios(Runs.even(0, 4, 1), Runs.even(0, 20, 1), 12, 2);
    assertArrayEquals(new double[] {1, 1}, ratios, EXACT);
  }

  @Test
  void ofTwoThatNeverRanAtOnceEachCountsByItself() {
    List<Iteration> base = Runs.even(0, 2, 1);
    assertArrayEquals(new double[] {4}, Exchanges.ratios(base, Runs.even(5, 2, 0.25), 0, 2), EXACT);
  }

  /**
   * A machine of which one processor is half as fast, and a variant that changes nothing: medians
   * of iterations tell of a gain or a loss.
   */
  @Test
  void processorsOfTwoSpeedsMakeNoDifference() {
    List<Double> base = new ArrayList<>();
    List<Double> other = new ArrayList<>();
    for (int second = 0; second < 12; second++) {
      add(base, second % 2 == 0);
      add(other, second % 2 == 1);
    }
    List<Fork> one = List.of(Fork.of(run(base)));
    List<Fork> two = List.of(Fork.of(run(other)));
    VmSpec vm = new VmSpec("17-c1", Path.of("java"), List.of());
    Comparison comparison =
        Comparison.of(Program.JACKSON, vm, new Arm(Variant.AGENT, true, one, two, ""));
    assertEquals(1, comparison.speedup(), 0.02);
    assertEquals(1, comparison.interval().low(), 0.02);
    assertEquals(1, comparison.interval().high(), 0.02);
  }

  private static void add(List<Double> run, boolean fast) {
    for (int i = 0; i < (fast ? 20 : 10); i++) {
      run.add(fast ? 0.05 : 0.1);
    }
  }

  private static List<Iteration> run(List<Double> seconds) {
    return Runs.of(0, seconds.stream().mapToDouble(each -> each).toArray());
  }
}
