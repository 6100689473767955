package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.measure.ProgramTime;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.world.LiveProgram;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final int SAMPLES = 100;

  static final class Work {
    private Work() {}

    static long streaming(List<Integer> numbers) {
      return numbers.stream().filter(number -> number > 0).count();
    }

    static int calling(List<Integer> numbers) {
      return numbers.size();
    }

    static int plain(int value) {
      return value + 1;
    }
  }

  private final ProgramTime time = new ProgramTime();
  private final LiveProgram program = new LiveProgram(1 << 20);
  private final Selection selection = new Selection(new Shapes(program.registry()), time);

  private ClassState state() {
    try {
      return new ClassState(program.known(Work.class, TierOneTest.bytesOf(Work.class)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of a hundred samples, so many of this method. */
  private void sample(String method, int times) {
    StackTraceElement[] stack = {
      new StackTraceElement(Work.class.getName(), method, "SelectionTest.java", 1)
    };
    for (int i = 0; i < SAMPLES; i++) {
      time.begin();
      if (i < times) {
        time.count(stack);
      }
    }
  }

  @Test
  void whatStreamsIsNotSelectedForLessThanATwentiethOfTheTime() {
    ClassState work = state();
    sample("streaming", 4);
    assertEquals(0.04, selection.share(work, "streaming"));
    assertFalse(selection.contains(work));
  }

  @Test
  void whatStreamsIsSelectedForATwentiethOfTheTime() {
    ClassState work = state();
    sample("streaming", 5);
    assertTrue(selection.contains(work, "streaming"));
    assertTrue(selection.contains(work));
  }

  @Test
  void whatCallsIsNotSelectedForLessThanAFifthOfTheTime() {
    ClassState work = state();
    sample("calling", 19);
    assertFalse(selection.contains(work, "calling"));
    assertFalse(selection.contains(work));
  }

  @Test
  void whatCallsIsSelectedForAFifthOfTheTime() {
    ClassState work = state();
    sample("calling", 20);
    assertTrue(selection.contains(work, "calling"));
    assertFalse(selection.contains(work, "streaming"));
  }

  @Test
  void whatNeitherCallsNorLoopsIsNotSelected() {
    ClassState work = state();
    sample("plain", SAMPLES);
    assertFalse(selection.contains(work));
    assertEquals(0, selection.share(work, "plain"));
  }

  @Test
  void theJdksOwnMethodsAreLeftOut() {
    assertTrue(Selection.isLeftOut(program.registry().record(String.class)));
  }
}
