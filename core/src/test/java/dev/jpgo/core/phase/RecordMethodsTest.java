package dev.jpgo.core.phase;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.targets.Records;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a record's methods come to is what the JDK makes of them; on a JDK that is known. */
class RecordMethodsTest {
  private static final String[] TYPES = {
    "None", "Primitives", "One", "Inner", "Outer", "Generic", "Noisy", "Own"
  };

  private final TestWorld world = new TestWorld().load(Records.class);
  private final Harness harness = new Harness(world);

  private static Class<?> type(String name) {
    for (Class<?> each : Records.class.getDeclaredClasses()) {
      if (each.getSimpleName().equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException(name);
  }

  private void compileRecords() {
    for (String name : TYPES) {
      harness.compileAll(type(name));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hashCodes", "equalities", "texts", "arraysByIdentity", "noise", "nested"})
  void recordsAnswerAsTheyDid(String method) {
    compileRecords();
    harness.assertSameResult(Records.class, method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashCodes", "equalities", "texts", "noise", "nested"})
  void recordsAnswerAsTheyDidWhereTheyAreInlined(String method) {
    compileRecords();
    harness.compileAll(Records.class);
    harness.assertSameResult(Records.class, method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashCodes", "equalities", "texts", "noise"})
  void nothingElseNeedsToRunOnThem(String method) {
    harness.without(
        TierTwoCompiler.phases().stream()
            .filter(phase -> !phase.equals("record-methods"))
            .toArray(String[]::new));
    compileRecords();
    harness.assertSameResult(Records.class, method);
  }

  @Test
  void noCallSiteIsLeftInThem() {
    for (String name : TYPES) {
      CompileResult.Optimized equals = harness.optimize(type(name), "equals");
      assertEquals(0, Harness.count(equals.method(), "INVOKEDYNAMIC"), name);
    }
    for (String name : new String[] {"Primitives", "Inner", "Noisy", "Generic"}) {
      CompileResult.Optimized text = harness.optimize(type(name), "toString");
      assertEquals(0, Harness.count(text.method(), "INVOKEDYNAMIC"), name);
    }
    CompileResult.Optimized hash = harness.optimize(type("Primitives"), "hashCode");
    assertEquals(0, Harness.count(hash.method(), "INVOKEDYNAMIC"));
    assertTrue(Harness.count(hash.method(), "INVOKESTATIC") <= 2, () -> hash.method().name);
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"INTERPRETER", "C1"})
  void theyCanBeInlined(Mode mode) {
    CompileResult.Optimized nested = harness.mode(mode).optimize(Records.class, "nested");
    assertTrue(Harness.explain(nested).contains("+ Records$Inner.hashCode"), () -> mode.name());
  }

  @Test
  void aCompilerThatSeesThroughMethodHandlesKeepsThem() {
    assertInstanceOf(
        CompileResult.Unchanged.class, harness.mode(Mode.JIT).compile(type("One"), "hashCode"));
  }

  @Test
  void theyStayWhereThePhaseIsOff() {
    assertInstanceOf(
        CompileResult.Unchanged.class,
        harness.without("record-methods").compile(type("One"), "hashCode"));
  }

  /** A name that no source has; the JDK takes it for a pattern, or for what makes one. */
  @ParameterizedTest
  @ValueSource(strings = {"O%n", "O\1e", "O\2e", "Two"})
  void aNameThatIsAPatternIsLeftToTheJdk(String name) {
    String old = Records.class.getName().replace('.', '/') + "$One";
    String bytes = new String(TestWorld.bytes(old), ISO_8859_1).replace("One", name);
    world.define(bytes.getBytes(ISO_8859_1));
    LoadedClass owner = world.loaded(old.replace("One", name));
    CompileResult result =
        harness.compile(
            owner,
            owner.info().methods().stream()
                .filter(each -> each.name().equals("toString"))
                .findFirst()
                .orElseThrow());
    assertEquals(name.equals("Two"), result instanceof CompileResult.Optimized);
  }
}
