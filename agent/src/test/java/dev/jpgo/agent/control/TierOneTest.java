package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.instrument.InstrumentationLayout;
import dev.jpgo.runtime.JpgoCounters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TierOneTest {
  /** So little that the bytes of a class are forgotten when those of another come. */
  private final LiveProgram program = new LiveProgram(16);

  private final TierOne tierOne = tierOne(true);

  private TierOne tierOne(boolean ahead) {
    return tierOne(program, ahead, true);
  }

  static TierOne tierOne(LiveProgram in, boolean all) {
    return tierOne(in, false, all);
  }

  private static TierOne tierOne(LiveProgram in, boolean ahead, boolean all) {
    try {
      Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogLevel.ERROR);
      Stress none = Stress.of(OptionValues.parse(""), log);
      return new TierOne(
          in.registry(), LiveProgram.counters(), new OsrDirector(true, none, 0), 1, ahead, all);
    } catch (OptionException e) {
      throw new AssertionError(e);
    }
  }

  static final class Looping {
    private Looping() {}

    static int sum(int[] values) {
      int sum = 0;
      for (int value : values) {
        sum += value;
      }
      return sum;
    }
  }

  static class Base {
    private int count;

    int count() {
      return count;
    }
  }

  static final class Derived extends Base {}

  static final class Calling {
    private Calling() {}

    static int call(Derived derived) {
      return derived.count() + derived.count();
    }
  }

  private List<ClassRecord> wanted(TierOne promoting) throws IOException {
    ClassRecord record = program.known(Calling.class, bytesOf(Calling.class));
    program.registry().pin(record);
    int call = record.info().methods().size() - 1;
    assertEquals("call", record.info().methods().get(call).name());
    promoting.promote(new ClassState(record), call, 10, false, 0, "hot");
    return program.registry().takeWanted();
  }

  @Test
  void bytesOfWhatAMethodCallsAreAskedForWithThoseOfTheClassesAbove() throws IOException {
    ClassRecord derived = program.registry().record(Derived.class);
    ClassRecord base = program.registry().record(Base.class);
    assertEquals(ClassState.Status.FRESH, new ClassState(derived).status());
    ClassState above = new ClassState(base);
    assertEquals(0, new Derived().count()); // classes that are not initialized are left alone
    assertEquals(List.of(derived, base), wanted(tierOne));
    assertEquals(List.of(), wanted(tierOne(false)));
    above.exclude("it is not to be touched");
    assertEquals(List.of(derived), wanted(tierOne));
  }

  static byte[] bytesOf(Class<?> type) throws IOException {
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }

  /** Promotes {@code sum}, and has the bytes of another class come. */
  private ClassRecord promoted(boolean inLoop) throws IOException {
    byte[] bytes = bytesOf(Looping.class);
    ClassRecord record = program.known(Looping.class, bytes);
    ClassState state = new ClassState(record);
    int sum = record.info().methods().size() - 1;
    assertEquals("sum", record.info().methods().get(sum).name());
    assertEquals(TierOne.Outcome.PLANNED, tierOne.promote(state, sum, 10, inLoop, 0, "hot"));
    program.known(TierOneTest.class, bytesOf(TierOneTest.class));
    return record;
  }

  @Test
  void bytesThatLoopEntriesAreMadeFromOutlastThoseOfOtherClasses() throws IOException {
    ClassRecord record = promoted(true);
    assertArrayEquals(bytesOf(Looping.class), program.registry().bytes(record));
  }

  @Test
  void bytesThatTheVmHandsOverAnywayDoNot() throws IOException {
    assertNull(program.registry().bytes(promoted(false)));
  }

  /** Of which no other class of the tests is a subclass: JUnit loads all that are nested here. */
  public static class Shape {
    public int value() {
      return 2;
    }
  }

  static final class Asking {
    private Asking() {}

    static int ask(Shape shape, List<Shape> others) {
      return shape.value() + others.size();
    }
  }

  private MethodRecord asking(LiveProgram in, TierOne promoting) throws IOException {
    in.known(Shape.class, bytesOf(Shape.class));
    ClassRecord record = in.known(Asking.class, bytesOf(Asking.class));
    int ask = record.info().methods().size() - 1;
    ClassState state = new ClassState(record);
    assertEquals(TierOne.Outcome.PLANNED, promoting.promote(state, ask, 10, false, 0, "hot"));
    return state.promoted(ask);
  }

  @Test
  void receiversAreLeftOutWhereTheHierarchyTellsTheTargetAndNobodyElseAsks() throws IOException {
    LiveProgram large = new LiveProgram(1 << 20);
    TierOne promoting = tierOne(large, false);
    MethodRecord method = asking(large, promoting);
    InstrumentationLayout layout = method.layout().orElseThrow();
    assertEquals(2, layout.sites());
    assertEquals(Set.of(0), method.told()); // and not List.size
    assertFalse(promoting.isOutdated(method));
    String above = Shape.class.getName().replace('.', '/');
    byte[] below = LiveProgram.classFile("below/Shape", above, List.of(), true);
    large.known(new LiveProgram.Loader().define(below), below);
    assertTrue(promoting.isOutdated(method));
    assertTrue(promoting.again(method, 1, "it has more targets"));
    assertEquals(Set.of(), method.told());
    assertFalse(promoting.isOutdated(method));
  }

  @Test
  void allReceiversAreRecordedWhereTheyAreAskedFor() throws IOException {
    LiveProgram large = new LiveProgram(1 << 20);
    assertEquals(Set.of(), asking(large, tierOne(large, true)).told());
  }

  @Test
  void whatRunsMostIsOptimizedFirst() throws IOException {
    LiveProgram large = new LiveProgram(1 << 20);
    TierOne promoting = tierOne(large, false);
    MethodRecord method = asking(large, promoting);
    JpgoCounters.write(method.firstCounter(), 300);
    assertEquals(3.0, promoting.rate(method, 100));
    assertEquals(1.5, promoting.rate(method, 200));
  }
}
