package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class WindowTest {
  @Test
  void windowsCoverAllOperationsInOrder() {
    List<Window> windows = Window.of(Runs.of(1, 1, 2, 3, 4, 5), 2);
    assertEquals(
        List.of(
            new Window(0, 2, 4, 1.5e9, 2_000_000_000L),
            new Window(2, 4, 11, 3.5e9, 4_000_000_000L),
            new Window(4, 5, 16, 5e9, 5_000_000_000L)),
        windows);
  }

  @Test
  void theSizeIsRoundAndLeavesAtMostTwoHundredWindows() {
    assertEquals(1, Window.size(List.of(Fork.of(Runs.even(0, 200, 1)))));
    assertEquals(2, Window.size(List.of(Fork.of(Runs.even(0, 201, 1)))));
    assertEquals(
        50, Window.size(List.of(Fork.of(Runs.even(0, 9, 1)), Fork.of(Runs.even(0, 9_999, 1)))));
  }
}
