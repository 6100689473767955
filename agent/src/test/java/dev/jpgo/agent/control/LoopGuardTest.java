package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Of classes that nobody saw as they were loaded. */
class LoopGuardTest {
  private final LiveProgram program = new LiveProgram(0);
  private final LoopGuard guard = new LoopGuard(program.registry());

  /** Has no loop. */
  static final class Straight {
    private Straight() {}

    static <T> T during(Supplier<T> action) {
      return action.get();
    }
  }

  /** Has one. */
  static final class Looping {
    private Looping() {}

    static <T> T during(Supplier<T> action) {
      T result = action.get();
      for (int i = 0; i < 2; i++) {
        result = action.get();
      }
      return result;
    }
  }

  private ClassState state(Class<?> type) {
    ClassRecord record = program.registry().record(type);
    assertNull(program.registry().bytes(record));
    return new ClassState(record);
  }

  private List<ClassState> held(ClassState state) {
    return guard.hold(new ArrayList<>(List.of(state)));
  }

  @Test
  void aClassWithoutLoopsIsNotHeldWhileItRuns() {
    ClassState straight = state(Straight.class);
    assertEquals(List.of(), Straight.during(() -> held(straight)));
  }

  @Test
  void aClassIsHeldWhileALoopOfItsRuns() {
    ClassState looping = state(Looping.class);
    assertEquals(List.of(looping), Looping.during(() -> held(looping)));
    assertEquals(List.of(), held(looping));
  }

  @Test
  void aClassOfTheJdkIsHeldForItsLoopsAlone() {
    ClassState optional = state(Optional.class);
    assertEquals(List.of(), Optional.of(1).map(one -> held(optional)).orElseThrow());
    ClassState deque = state(ArrayDeque.class);
    List<List<ClassState>> seen = new ArrayList<>();
    new ArrayDeque<>(List.of(1)).forEach(one -> seen.add(held(deque)));
    assertEquals(List.of(List.of(deque)), seen);
    assertEquals(List.of(), held(deque));
  }
}
