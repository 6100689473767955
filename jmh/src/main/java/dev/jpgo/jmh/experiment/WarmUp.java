package dev.jpgo.jmh.experiment;

import dev.jpgo.jmh.driver.Fork;
import dev.jpgo.jmh.driver.Statistics;
import dev.jpgo.jmh.driver.SteadyState;
import dev.jpgo.jmh.driver.Window;
import java.util.List;

/** When a start is over. */
final class WarmUp {
  /** Windows that must be fast enough in a row. */
  private static final int FEW = 5;

  private WarmUp() {}

  /** Seconds from the start of the process to its steady state; not a number if it has none. */
  static double steadyFrom(Fork fork) {
    SteadyState state = SteadyState.of(fork.iterations());
    return state.found() ? fork.iterations().get(state.from()).begin() : Double.NaN;
  }

  /**
   * Seconds from the start of the process until operations take no longer than {@code level}
   * nanoseconds and a twentieth of it: in the middle of the next windows, and of all that follow.
   *
   * @return not a number if that never is so
   */
  static double reached(Fork fork, double level) {
    List<Window> windows = Window.of(fork.iterations(), Window.size(List.of(fork)));
    double limit = level * (1 + SteadyState.ALIKE);
    double begin = fork.iterations().get(0).begin();
    int few = Math.min(FEW, windows.size());
    for (int i = 0; i + few <= windows.size(); i++) {
      if (middle(windows.subList(i, i + few)) <= limit
          && middle(windows.subList(i, windows.size())) <= limit) {
        return begin;
      }
      begin = windows.get(i).elapsed();
    }
    return Double.NaN;
  }

  private static double middle(List<Window> windows) {
    return Statistics.median(windows.stream().mapToDouble(Window::meanNanos).toArray());
  }
}
