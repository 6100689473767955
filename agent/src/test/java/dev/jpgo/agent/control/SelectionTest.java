package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.measure.ProgramTime;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.world.LiveProgram;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** What streams from a twentieth of the time on, what calls from a fifth, nothing else ever. */
  @ParameterizedTest
  @CsvSource({
    "streaming, 4, false",
    "streaming, 5, true",
    "calling, 19, false",
    "calling, 20, true",
    "plain, 100, false"
  })
  void aMethodIsSelectedFromAShareOfTheTimeOn(String method, int times, boolean selected) {
    ClassState work = state();
    sample(method, times);
    assertEquals(selected, selection.contains(work, method));
    assertEquals(selected, selection.contains(work));
  }

  @Test
  void whereThereIsNothingToGainTheShareIsNone() {
    ClassState work = state();
    sample("plain", SAMPLES / 2);
    assertEquals(0, selection.share(work, "plain"));
    sample("calling", SAMPLES / 2);
    assertNotEquals(0, selection.share(work, "calling"));
  }

  @Test
  void theJdksOwnMethodsAreLeftOut() {
    assertTrue(Selection.isLeftOut(program.registry().record(String.class)));
  }
}
