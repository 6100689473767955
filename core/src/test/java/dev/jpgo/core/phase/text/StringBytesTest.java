package dev.jpgo.core.phase.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.phase.StringRuntime;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.Weights;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.memory.Transformed;
import dev.jpgo.core.phase.simplify.BlockMerging;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

/** Loops read the bytes of strings that have them, and ask all others as before. */
class StringBytesTest {
  private static final String NAME = Scanned.class.getName().replace('.', '/');

  /** Without and with characters beyond 255; the last byte of each has its upper bit set. */
  private static final List<String> TEXTS =
      List.of("", "a", "a1b22", "0123456789\u00e9\u00ff", "\u20ac", "ab\u20accd\u0161");

  private final Transformed code = transformed("java/lang/String");

  private static TestWorld world() throws ClassNotFoundException {
    return new TestWorld()
        .load(Scanned.class, String.class, Class.forName("java.lang.StringLatin1"))
        .define(StringRuntime.bytes());
  }

  private static Transformed transformed(String receivers) {
    try {
      return transformed(world(), receivers);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Transformed transformed(TestWorld world, String receivers) {
    return new Transformed(
        world,
        TestWorld.bytes(NAME),
        CostModel.of(Mode.INTERPRETER),
        context ->
            List.of(
                new Weights(),
                new StringBytes(
                    context.world(), context.owner(), seen(receivers), FreeChoices.SENSIBLE),
                new BlockMerging()));
  }

  /** Every call has seen receivers of a class. */
  private static MethodProfile seen(String type) {
    TypeHistogram seen = new TypeHistogram(List.of(new TypeHistogram.Entry(type, 100)), 100);
    Map<Integer, TypeHistogram> receivers = new HashMap<>();
    for (int site = 0; site < 100; site++) {
      receivers.put(site, seen);
    }
    return new MethodProfile(new MethodId(NAME, "any", "()V"), 0, 100, List.of(), 0, receivers);
  }

  @ParameterizedTest
  @CsvSource({
    "summed, 1, 1",
    "upToTheEnd, 1, 1",
    "caught, 1, 1",
    "nested, 2, 1",
    "inner, 1, 1",
    "both, 2, 2",
    "sequence, 1, 1",
    "many, 36, 1"
  })
  void bytesAreAskedForOnce(String method, int calls, int bytes) {
    assertEquals(Math.min(calls, 32), code.count(method, Opcodes.BALOAD));
    assertEquals(bytes, code.calls(method, "bytes"));
    assertEquals(calls, code.calls(method, "charAt"));
  }

  /** Each in front of the loop, which calls {@code times} alone where it is static. */
  @Test
  void bytesOfTwoStringsAreAskedForInFrontOfTheirLoop() {
    assertEquals(1, code.countInLoops("both", Opcodes.INVOKESTATIC));
  }

  @ParameterizedTest
  @ValueSource(strings = {"changing", "seldom", "builder", "locked", "cleared"})
  void whatDoesNotPayAsksAsBefore(String method) {
    assertEquals(0, code.calls(method, "bytes"));
  }

  @Test
  void sequencesThatAreMostlyOthersAreAskedAsBefore() {
    assertEquals(0, transformed("java/lang/StringBuilder").calls("sequence", "bytes"));
  }

  @Test
  void anotherJdksStringsAreAskedAsBefore() throws ClassNotFoundException {
    Class<?> latin1 = Class.forName("java.lang.StringLatin1");
    assertEquals(
        0, transformed(world().unloaded(latin1), "java/lang/String").calls("summed", "bytes"));
    Class<?> runtime = Class.forName("java.lang.JpgoLatin1");
    assertEquals(
        0, transformed(world().unloaded(runtime), "java/lang/String").calls("summed", "bytes"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "summed",
        "upToTheEnd",
        "caught",
        "locked",
        "nested",
        "inner",
        "both",
        "changing",
        "cleared",
        "many",
        "seldom",
        "sequence"
      })
  void theSameIsAnsweredAndThrown(String method) {
    for (String text : TEXTS) {
      for (int from : new int[] {0, 1, 5, 13, -1, Integer.MIN_VALUE}) {
        code.assertSame(method, text, from);
      }
    }
  }

  /** Messages apart, which name variables. */
  @ParameterizedTest
  @ValueSource(strings = {"caught", "locked"})
  void nullIsAskedAsBefore(String method) {
    code.assertSame(method, null, 0);
    code.assertSame(method, null, 3);
  }

  @Test
  void otherSequencesAnswerForThemselves() {
    for (CharSequence text :
        Arrays.<CharSequence>asList(new StringBuilder("a1b22"), CharBuffer.wrap("x\u20ac"))) {
      code.assertSame("sequence", text, 0);
      code.assertSame("sequence", text, 1);
    }
  }
}
