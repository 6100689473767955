package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.agent.world.UnknownBytesException;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.MethodShape;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.runtime.JpgoCounters;
import java.io.IOException;
import java.io.InputStream;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassStateTest {
  /** Two methods with loops and calls. */
  static final class Subject {
    private Subject() {}

    static int often(String text) {
      int sum = 0;
      for (int i = 0; i < text.length(); i++) {
        sum += text.charAt(i);
      }
      return sum;
    }

    static int seldom(String text) {
      int sum = 0;
      for (int i = 0; i < text.length(); i++) {
        sum -= text.charAt(i);
      }
      return sum;
    }
  }

  @Test
  void aCounterThatIsForgottenIsAtZeroHoweverLittleItHasCounted() throws IOException {
    ClassState state = new ClassState(new LiveProgram(0).registry().record(Subject.class));
    byte[] bytes = bytes();
    state.layOut(layout(bytes));
    int counter = state.layout().callCounter(ordinal(bytes, "often"));
    for (int count : new int[] {1, 10, 63, 64, 65, 2000}) {
      JpgoCounters.write(counter, JpgoCounters.read(counter) + count);
      state.forget(counter);
      assertEquals(0, state.since(counter));
    }
    JpgoCounters.write(counter, JpgoCounters.read(counter) + 1000);
    assertTrue(state.since(counter) > 900);
  }

  @Test
  void loopsOfMethodsThatWereCalledOftenGetNoPatchpoints() throws IOException {
    ClassState state = new ClassState(new LiveProgram(0).registry().record(Subject.class));
    byte[] bytes = bytes();
    TierZeroLayout layout = layout(bytes);
    state.layOut(layout);
    int often = ordinal(bytes, "often");
    int seldom = ordinal(bytes, "seldom");
    assertEquals(1, layout.loops(often));
    assertNotEquals(MethodVersion.NONE, layout.callCounter(often));
    JpgoCounters.write(layout.callCounter(often), 100);
    JpgoCounters.write(layout.callCounter(seldom), 99);
    assertFalse(state.patches(seldom));
    state.patch();
    assertFalse(state.patches(often));
    assertTrue(state.patches(seldom));
    JpgoCounters.write(layout.callCounter(seldom), 1000);
    state.patch();
    assertTrue(state.patches(seldom)); // decided once: every version of the class has the same
  }

  /** Where memory is short they are gone again, and its next version is to bring them. */
  @Test
  void whatWasPatchedAsTheClassWasLoadedIsKnownWithoutItsBytes() throws IOException {
    byte[] bytes = bytes();
    TierZeroLayout layout = layout(bytes);
    BitSet entries = new BitSet();
    entries.set(ordinal(bytes, "seldom"));
    ClassRecord record = new LiveProgram(0).registry().record(Subject.class);
    record.attach(new TierZero.AtLoad(layout, entries, false, 0));
    assertThrows(UnknownBytesException.class, record::info);
    ClassState state = new ClassState(record);
    assertFalse(state.patches(ordinal(bytes, "often")));
    assertTrue(state.patches(ordinal(bytes, "seldom")));
  }

  private static TierZeroLayout layout(byte[] bytes) {
    return TierZeroLayout.of(
        MethodShape.read(bytes),
        TierZeroLayout.Extent.LOOPS_AND_CALLS,
        LiveProgram.counters(),
        true);
  }

  private static byte[] bytes() throws IOException {
    try (InputStream in = Subject.class.getResourceAsStream("ClassStateTest$Subject.class")) {
      return in.readAllBytes();
    }
  }

  private static int ordinal(byte[] bytes, String name) {
    List<MethodInfo> methods = ClassInfo.read(bytes).methods();
    for (MethodInfo method : methods) {
      if (method.name().equals(name)) {
        return method.ordinal();
      }
    }
    throw new AssertionError("no method " + name);
  }
}
