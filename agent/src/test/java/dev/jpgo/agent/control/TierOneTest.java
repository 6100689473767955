package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class TierOneTest {
  /** So little that the bytes of a class are forgotten when those of another come. */
  private final LiveProgram program = new LiveProgram(16);

  private final TierOne tierOne = tierOne(true);

  private TierOne tierOne(boolean ahead) {
    try {
      Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogLevel.ERROR);
      Stress none = Stress.of(OptionValues.parse(""), log);
      return new TierOne(
          program.registry(), LiveProgram.counters(), new OsrDirector(true, none, 0), 1, ahead);
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

  private static byte[] bytesOf(Class<?> type) throws IOException {
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
}
