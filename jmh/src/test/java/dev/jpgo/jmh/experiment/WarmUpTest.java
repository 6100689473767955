package dev.jpgo.jmh.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.jpgo.jmh.driver.Fork;
import dev.jpgo.jmh.driver.Iteration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  /** So many operations of 100 ms and so many of 50 ms, from one second after the start on. */
  private static Fork fork(int slow, int fast) {
    List<Iteration> run = new ArrayList<>();
    double elapsed = 1;
    for (int i = 0; i < slow + fast; i++) {
      long nanos = i < slow ? 100_000_000 : 50_000_000 + i % 3 * 100_000;
      elapsed += nanos / 1e9;
      run.add(new Iteration(nanos, nanos, 1, elapsed));
    }
    return new Fork(run, Map.of(), MissingNode.getInstance());
  }

  @Test
  void aLevelIsReachedWhereItsOperationsBegin() {
    assertEquals(1 + 40 * 0.1, WarmUp.reached(fork(40, 100), 50e6), 0.3);
    assertEquals(1, WarmUp.reached(fork(0, 100), 50e6), 1e-9);
    assertEquals(1 + 40 * 0.1, WarmUp.steadyFrom(fork(40, 100)), 0.3);
  }

  @Test
  void aLevelThatIsNeverReachedHasNoTime() {
    assertTrue(Double.isNaN(WarmUp.reached(fork(100, 0), 50e6)));
    assertTrue(Double.isNaN(WarmUp.steadyFrom(fork(95, 5))));
  }
}
