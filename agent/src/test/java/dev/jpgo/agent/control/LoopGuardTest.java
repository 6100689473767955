package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.instrument.MethodShape;
import dev.jpgo.runtime.JpgoCounters;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Of classes that nobody saw as they were loaded. */
class LoopGuardTest {
  private final LiveProgram program = new LiveProgram(0);
  private final LoopGuard guard =
      new LoopGuard(
          new Shapes(program.registry()), new ProgramWorld(program.registry(), true), true);

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

  /** Has a thread do something again and again while something else is done. */
  private static <T> T beside(Runnable work, Supplier<T> action) throws InterruptedException {
    AtomicBoolean end = new AtomicBoolean();
    Thread thread =
        new Thread(
            () -> {
              while (!end.get()) {
                work.run();
              }
            });
    thread.start();
    try {
      return action.get();
    } finally {
      end.set(true);
      thread.join();
    }
  }

  private static boolean napping() {
    LockSupport.parkNanos(1_000_000);
    return true;
  }

  private static boolean winking() {
    LockSupport.parkNanos(20_000);
    return true;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private boolean returnsOften(ClassState state, int tries) {
    for (int i = 0; i < tries; i++) {
      if (guard.returnsOften(state)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aMomentIsCaughtBetweenTwoCallsThatAreShort() throws Exception {
    ClassState looping = state(Looping.class);
    Runnable calls =
        () -> {
          Looping.during(LoopGuardTest::napping);
          napping();
        };
    assertTrue(beside(calls, () -> returnsOften(looping, 20)));
  }

  @Test
  void noneIsLookedForInACallThatGoesOn() throws Exception {
    ClassState looping = state(Looping.class);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Supplier<Boolean> stays =
        () -> {
          inside.countDown();
          await(end);
          return true;
        };
    boolean caught =
        beside(
            () -> Looping.during(stays),
            () -> {
              try {
                await(inside);
                return returnsOften(looping, 2);
              } finally {
                end.countDown();
              }
            });
    assertFalse(caught);
  }

  /** A class of which calls are counted. */
  private final class CountedClass {
    private final LiveProgram kept = new LiveProgram(1 << 20);
    private final LoopGuard watching =
        new LoopGuard(new Shapes(kept.registry()), new ProgramWorld(kept.registry(), true), true);
    private final ClassState state;
    private final List<MethodShape> methods;
    private final TierZeroLayout layout;

    CountedClass(Class<?> type) throws IOException {
      state = new ClassState(kept.registry().record(type));
      String file = type.getName().replace('.', '/') + ".class";
      try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
        byte[] bytes = Objects.requireNonNull(in).readAllBytes();
        kept.registry().captured(state.record(), bytes);
        methods = MethodShape.read(bytes);
        layout =
            TierZeroLayout.of(
                methods,
                TierZeroLayout.Extent.LOOPS_AND_CALLS_NOT_INLINED,
                LiveProgram.counters(),
                true);
        state.layOut(layout);
      }
    }

    int counter(String method) {
      int ordinal = 0;
      while (!methods.get(ordinal).name().equals(method)) {
        ordinal++;
      }
      return layout.callCounter(ordinal);
    }

    /** Stands for a call of a method by whoever calls this. */
    static void count(int counter) {
      JpgoCounters.write(counter, JpgoCounters.read(counter) + 1);
    }

    /** Stands for a call of {@link Looping#during}. */
    boolean call() {
      count(counter("during"));
      return napping();
    }

    boolean isCalledOften() {
      for (int i = 0; i < 5; i++) {
        if (watching.returnsOften(state)) {
          return true;
        }
      }
      return false;
    }
  }

  private static boolean during(AtomicBoolean done, Supplier<Boolean> action) {
    return Looping.during(
        () -> {
          boolean result = true;
          while (!done.get()) {
            result = action.get();
          }
          return result;
        });
  }

  /** Has a thread do something, which naps now and then, while something else is done. */
  private static boolean besideOne(Consumer<AtomicBoolean> work, Supplier<Boolean> action)
      throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    Thread thread = new Thread(() -> work.accept(done));
    thread.start();
    try {
      long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (thread.getState() != Thread.State.TIMED_WAITING) {
        assertTrue(System.nanoTime() - limit < 0, "it did not begin");
        napping();
      }
      return action.get();
    } finally {
      done.set(true);
      thread.join();
    }
  }

  @Test
  void callsThatOneThreadMakesAreShortHoweverSeldomItIsSeenOutside() throws Exception {
    CountedClass type = new CountedClass(Looping.class);
    assertTrue(besideOne(done -> during(done, type::call), type::isCalledOften));
  }

  @Test
  void callsThatAnotherThreadMayHaveMadeSayNothing() throws Exception {
    CountedClass type = new CountedClass(Looping.class);
    boolean often =
        besideOne(
            done -> during(done, LoopGuardTest::napping),
            () -> {
              try {
                return besideOne(
                    done -> {
                      while (!done.get()) {
                        type.call();
                      }
                    },
                    type::isCalledOften);
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    assertFalse(often);
  }

  @Test
  void callsWithinOthersSayNothing() throws Exception {
    CountedClass type = new CountedClass(Looping.class);
    assertFalse(
        besideOne(done -> Looping.during(() -> during(done, type::call)), type::isCalledOften));
  }

  /** Loops that take turns, and one that has all the others within. */
  static final class Turning {
    private Turning() {}

    static boolean one(Supplier<Boolean> action) {
      boolean result = action.get();
      for (int i = 0; i < 2; i++) {
        result &= action.get();
      }
      return result;
    }

    static boolean other(Supplier<Boolean> action) {
      boolean result = action.get();
      for (int i = 0; i < 2; i++) {
        result &= action.get();
      }
      return result;
    }
  }

  @Test
  void methodsThatTakeTurnsAreEachSeenToBeCalledOften() throws Exception {
    CountedClass type = new CountedClass(Turning.class);
    int one = type.counter("one");
    int other = type.counter("other");
    Consumer<AtomicBoolean> turns =
        done -> {
          while (!done.get()) {
            CountedClass.count(one);
            Turning.one(LoopGuardTest::napping);
            CountedClass.count(other);
            Turning.other(LoopGuardTest::napping);
          }
        };
    assertTrue(besideOne(turns, type::isCalledOften));
  }

  @Test
  void whatIsCalledWithinTheOutermostLoopIsOverWithIt() throws Exception {
    CountedClass type = new CountedClass(Turning.class);
    int one = type.counter("one");
    Supplier<Boolean> nested =
        () -> Turning.other(() -> Turning.other(LoopGuardTest::winking)); // is not counted
    Consumer<AtomicBoolean> returns =
        done -> {
          while (!done.get()) {
            CountedClass.count(one);
            Turning.one(nested);
          }
        };
    assertTrue(besideOne(returns, type::isCalledOften));
    int other = type.counter("other");
    Consumer<AtomicBoolean> stays =
        done ->
            Turning.one( // called once
                () -> {
                  while (!done.get()) {
                    CountedClass.count(other);
                    Turning.other(LoopGuardTest::napping);
                  }
                  return true;
                });
    assertFalse(besideOne(stays, type::isCalledOften));
  }

  @Test
  void whatDoesNotRunHasNotReturned() {
    assertFalse(guard.returnsOften(state(Looping.class)));
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
