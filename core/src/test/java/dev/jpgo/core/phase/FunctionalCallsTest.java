package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.targets.Functions;
import dev.jpgo.core.phase.targets.far.Square;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of lambdas that are made in sight are calls of what implements them. */
class FunctionalCallsTest {
  private final TestWorld world = new TestWorld().load(Functions.class, Functions.Row.class);
  private final Harness harness = new Harness(world);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "notCapturing",
        "capturing",
        "capturingAnAnswer",
        "capturingAnAnswerByReference",
        "ofThese",
        "references",
        "boundToNull",
        "constructors",
        "effects",
        "polluted",
        "unboxedNull",
        "overRows",
        "overGiven",
        "identities",
        "nested",
        "composed",
        "failing",
        "wider",
        "selected"
      })
  void theyDoWhatTheyDid(String method) {
    harness.compileAll(Functions.class);
    harness.compileAll(Functions.Row.class);
    harness.assertSameResult(Functions.class, method);
    Harness compiler = new Harness(world).mode(Mode.C1);
    compiler.compileAll(Functions.class);
    compiler.assertSameResult(Functions.class, method);
  }

  /** A private method of an interface is what is called, whatever the object has (JVMS 5.4.6). */
  @Test
  void privateMethodsOfInterfacesAreCalled() {
    world.load(Functions.Hiding.class, Functions.Hidden.class);
    harness.compileAll(Functions.Hiding.class);
    harness.assertSameResult(Functions.class, "hidden");
  }

  /** Linking the function initializes the interfaces above it that have code (JVMS 5.5). */
  @ParameterizedTest
  @ValueSource(strings = {"eager", "belowEager"})
  void functionsThatInitializeAnInterfaceAreMade(String method) {
    world.load(Functions.Eager.class, Functions.Below.class);
    assertEquals(0, Harness.count(harness.optimize(Functions.class, method).method(), "INVOKEDYN"));
    world.uninitialized(Functions.Eager.class);
    assertTrue(harness.compile(Functions.class, method) instanceof CompileResult.Unchanged);
  }

  /** Linking the function throws IllegalAccessError (JVMS 5.4.3.5). */
  @Test
  void functionsOfWhatMayNotBeNamedAreMade() {
    world.load(Square.class);
    assertTrue(harness.compile(Functions.class, "ofFar") instanceof CompileResult.Optimized);
    world.unread(Square.class);
    assertTrue(harness.compile(Functions.class, "ofFar") instanceof CompileResult.Unchanged);
  }

  @ParameterizedTest
  @ValueSource(strings = {"overRows", "overGiven", "selected", "identities", "nested"})
  void theyDoItWhereAnAssumptionIsBroken(String method) throws ReflectiveOperationException {
    harness.compileAll(Functions.class);
    Harness.Loader broken = harness.loader();
    broken.breakAssumptions();
    assertEquals(
        Harness.outcome(new Harness(world).loader(), Functions.class, method),
        Harness.outcome(broken, Functions.class, method));
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"INTERPRETER", "C1"})
  void anObjectThatNothingUsesIsNotMade(Mode mode) {
    harness.mode(mode);
    for (String name : new String[] {"direct", "notCapturing", "capturing", "failing"}) {
      CompileResult.Optimized result = harness.optimize(Functions.class, name);
      assertEquals(0, Harness.count(result.method(), "INVOKEDYNAMIC"), name);
      assertEquals(0, Harness.count(result.method(), "INVOKEINTERFACE"), name);
    }
  }

  @Test
  void theBodyOfTheLambdaIsInlined() {
    CompileResult.Optimized result = harness.optimize(Functions.class, "notCapturing");
    String explained = Harness.explain(result);
    assertTrue(explained.contains("+ Functions.lambda$notCapturing$"), explained);
  }

  @Test
  void anObjectThatASlowPathAloneNeedsIsMadeThere() {
    List<String> code = Harness.instructions(harness.optimize(Functions.class, "given").method());
    int made = code.indexOf("INVOKEDYNAMIC applyAsInt(I)Ljava/util/function/IntUnaryOperator; [");
    assertTrue(made > code.indexOf("IRETURN"), () -> String.join("\n", code));
  }

  @Test
  void theyStayWhereThePhaseIsOff() {
    CompileResult.Optimized result =
        harness.without("functional-calls").optimize(Functions.class, "notCapturing");
    assertEquals(1, Harness.count(result.method(), "INVOKEDYNAMIC"));
  }
}
