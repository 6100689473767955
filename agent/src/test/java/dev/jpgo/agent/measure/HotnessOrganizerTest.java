package dev.jpgo.agent.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.CounterAllocator;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.MethodShape;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.runtime.JpgoCounters;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HotnessOrganizerTest {
  private static final long SECOND = 1_000_000_000;

  /** What is counted: a method with calls, one with a loop, and one that has others loop. */
  static final class Subject {
    private Subject() {}

    static int calling(String text) {
      return text.length() + text.hashCode();
    }

    static long streaming(List<String> texts) {
      return texts.stream().filter(text -> text.length() > 2).count();
    }

    static int looping(int steps) {
      int sum = 0;
      for (int i = 0; i < steps; i++) {
        sum += i;
      }
      return sum;
    }
  }

  private final byte[] bytes = bytes();
  private final List<MethodInfo> methods = ClassInfo.read(bytes).methods();
  private final ClassState state =
      new ClassState(new LiveProgram(0).registry().record(Subject.class));
  private final TierZeroLayout layout = layOut();
  private final int calling = ordinal("calling");
  private final int looping = ordinal("looping");
  private final int streaming = ordinal("streaming");
  private final HotnessOrganizer organizer = new HotnessOrganizer(1000, 5000, 0);

  private TierZeroLayout layOut() {
    CounterAllocator counters = LiveProgram.counters();
    TierZeroLayout made =
        TierZeroLayout.of(
            MethodShape.read(bytes), TierZeroLayout.Extent.LOOPS_AND_CALLS, counters, true);
    for (int i = 0; i < made.counters(); i++) {
      JpgoCounters.write(made.firstCounter() + i, 0);
    }
    state.layOut(made);
    return made;
  }

  private static byte[] bytes() {
    try (InputStream in = Subject.class.getResourceAsStream("HotnessOrganizerTest$Subject.class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int ordinal(String name) {
    for (MethodInfo method : methods) {
      if (method.name().equals(name)) {
        return method.ordinal();
      }
    }
    return MethodVersion.NONE;
  }

  private static HotMethod hot(ClassState owner, int ordinal, long calls, long iterations) {
    return new HotMethod(owner, ordinal, calls, iterations, calls, iterations);
  }

  private List<HotMethod> poll(long now) {
    return organizer.poll(List.of(state), now);
  }

  @Test
  void aMethodIsHotFromItsThresholdOnByCallsOrByIterations() {
    JpgoCounters.write(layout.callCounter(calling), 999);
    JpgoCounters.write(layout.firstLoop(looping), 4999);
    assertEquals(List.of(), poll(0));
    JpgoCounters.write(layout.callCounter(calling), 1000);
    JpgoCounters.write(layout.firstLoop(looping), 5000);
    assertEquals(List.of(hot(state, calling, 1000, 0), hot(state, looping, 0, 5000)), poll(0));
  }

  @Test
  void aMethodThatUsesStreamsIsHotAfterFewerCalls() {
    int counter = layout.callCounter(streaming);
    JpgoCounters.write(counter, 62);
    assertEquals(List.of(), poll(0));
    JpgoCounters.write(counter, 63);
    assertEquals(List.of(hot(state, streaming, 63, 0)), poll(0));
  }

  @Test
  void whatWasCountedLosesHalfItsWeightInAHalfLife() {
    int counter = layout.callCounter(calling);
    JpgoCounters.write(counter, 1600 * 64);
    assertEquals(1600 * 64, poll(10 * SECOND).get(0).calls());
    assertEquals(800 * 64, organizer.poll(List.of(state), 10 * SECOND + 1).get(0).calls());
    poll(20 * SECOND);
    JpgoCounters.write(counter, 3200 * 64);
    assertEquals((400 + 1600) * 64, poll(21 * SECOND).get(0).calls());
  }

  @Test
  void whatIsNotCalledAnyMoreIsHotNoLonger() {
    int counter = layout.callCounter(calling);
    JpgoCounters.write(counter, 100_000);
    assertEquals(100_000, poll(SECOND).get(0).calls());
    assertEquals(100_000, poll(SECOND + 199_999_999).get(0).calls(), "not long enough to tell");
    JpgoCounters.write(counter, 100_100);
    assertEquals(5000, poll(SECOND + SECOND / 5).get(0).calls(), "100 in a fifth of a second");
    JpgoCounters.write(counter, 100_200);
    assertEquals(5000, poll(SECOND + SECOND / 4).get(0).calls());
    assertEquals(List.of(), poll(10 * SECOND));
    JpgoCounters.write(counter, 100_300);
    assertEquals(1000, poll(11 * SECOND).get(0).calls());
  }

  @Test
  void loopsThatRunNoMoreAreHotNoLonger() {
    int counter = layout.firstLoop(looping);
    JpgoCounters.write(counter, 100_000);
    assertEquals(100_000, poll(SECOND).get(0).iterations());
    assertEquals(List.of(), poll(2 * SECOND));
  }

  @Test
  void whatRunsSlowlyForLongNeverGetsHot() {
    for (int i = 1; i < 100; i++) {
      JpgoCounters.write(layout.callCounter(calling), 400L * i);
      assertEquals(List.of(), poll(i * 10 * SECOND), "after " + i + " half-lives");
    }
  }

  /** A class of the JDK with the counters of {@link Subject}. */
  private ClassState ofTheJdk() {
    ClassState jdk = new ClassState(new LiveProgram(0).registry().record(String.class));
    jdk.layOut(layout);
    return jdk;
  }

  @Test
  void ofTheJdksMethodsWhatIsCountedInRestsIsTheProgramsAndTheOtherOurs() {
    ClassState jdk = ofTheJdk();
    int counter = layout.callCounter(calling);
    JpgoCounters.write(counter, 100_000);
    assertEquals(
        List.of(new HotMethod(jdk, calling, 100_000, 0, 0, 0)),
        organizer.poll(List.of(jdk), 0),
        "there was no rest yet");
    assertTrue(organizer.wantsRest());
    organizer.restBegins(0);
    JpgoCounters.write(counter, 100_050);
    organizer.restEnds(20_000_000);
    assertFalse(organizer.wantsRest());
    JpgoCounters.write(counter, 200_000);
    assertEquals(
        List.of(new HotMethod(jdk, calling, 200_000, 0, 25_000, 0)),
        organizer.poll(List.of(jdk), 20_000_000),
        "fifty in a fiftieth of a second");
    organizer.restBegins(20_000_000);
    organizer.restEnds(600_000_000);
    JpgoCounters.write(counter, 300_000);
    assertTrue(
        organizer.poll(List.of(jdk), 600_000_000).get(0).isOurs(),
        "fifty in half a second and more");
  }

  @Test
  void aRestThatIsTooShortTellsNothing() {
    ClassState jdk = ofTheJdk();
    JpgoCounters.write(layout.callCounter(calling), 100_000);
    organizer.poll(List.of(jdk), 0);
    organizer.restBegins(0);
    JpgoCounters.write(layout.callCounter(calling), 200_000);
    organizer.restEnds(HotnessOrganizer.REST_NANOS - 1);
    assertTrue(organizer.poll(List.of(jdk), 20_000_000).get(0).isOurs());
    organizer.restBegins(30_000_000);
    organizer.restEnds(30_000_001);
    assertFalse(organizer.poll(List.of(jdk), 40_000_000).get(0).isOurs());
  }

  @Test
  void whatTheProgramsOwnClassesDoIsTheProgramsAtOnce() {
    JpgoCounters.write(layout.callCounter(calling), 100_000);
    assertFalse(poll(0).get(0).isOurs());
    assertFalse(organizer.wantsRest());
  }

  @Test
  void aMethodThatHasLeftTierZeroIsNotReportedAgain() {
    JpgoCounters.write(layout.callCounter(calling), 1000);
    state.promote(methods.get(calling)).profile(1000, 0, "hot");
    assertEquals(List.of(), poll(0));
  }

  @Test
  void ofAnAggressiveClassOneCallIsEnough() {
    JpgoCounters.write(layout.callCounter(calling), 1);
    assertEquals(List.of(), poll(0));
    state.makeAggressive();
    assertEquals(List.of(hot(state, calling, 1, 0)), poll(0));
    assertEquals(List.of(hot(state, calling, 1, 0)), poll(SECOND), "long ago");
  }
}
