package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.ir.Position;
import dev.jpgo.core.phase.targets.Combinations;
import dev.jpgo.core.phase.targets.Functions;
import dev.jpgo.core.phase.targets.Odd;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that the JDK makes of others are followed to those. */
class CombinatorsTest {
  private static final String JDK = "java/odd/core/phase/targets/Odd";

  private final TestWorld world =
      new TestWorld().load(Combinations.class, Functions.class, Functions.Row.class);
  private final Harness harness = new Harness(world);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ints",
        "functions",
        "identity",
        "predicates",
        "pairs",
        "consumers",
        "numbers",
        "given",
        "unusedOnes",
        "unknownOnes",
        "usedOnes",
        "escaping",
        "identities",
        "rareOnes",
        "overridden",
        "overriddenBelow",
        "own",
        "compared",
        "polluted",
        "failing",
        "doubling",
        "repeated",
        "curried"
      })
  void theyDoWhatTheyDid(String method) {
    harness.compileAll(Combinations.class);
    harness.assertSameResult(Combinations.class, method);
    Harness compiler = new Harness(world).mode(Mode.C1);
    compiler.compileAll(Combinations.class);
    compiler.assertSameResult(Combinations.class, method);
  }

  @Test
  void whatIsNeededWhereAnAssumptionIsBrokenIsMadeThere() throws ReflectiveOperationException {
    List<String> code =
        Harness.instructions(harness.optimize(Combinations.class, "rarely").method());
    String first = "INVOKEINTERFACE java/util/function/IntUnaryOperator.";
    for (String name : new String[] {"andThen", "compose"}) {
      int made =
          code.indexOf(
              first
                  + name
                  + " (Ljava/util/function/IntUnaryOperator;)"
                  + "Ljava/util/function/IntUnaryOperator; (itf)");
      assertTrue(made > code.indexOf("IRETURN"), () -> String.join("\n", code));
    }
    Harness.Loader broken = harness.loader();
    broken.breakAssumptions();
    assertEquals(
        Harness.outcome(new Harness(world).loader(), Combinations.class, "rareOnes"),
        Harness.outcome(broken, Combinations.class, "rareOnes"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ints",
        "functions",
        "identity",
        "predicates",
        "pairs",
        "consumers",
        "numbers",
        "polluted",
        "failing",
        "used"
      })
  void noneIsMadeThatIsOnlyCalled(String method) {
    for (Mode mode : new Mode[] {Mode.INTERPRETER, Mode.C1}) {
      CompileResult.Optimized result = harness.mode(mode).optimize(Combinations.class, method);
      int texts = Harness.count(result.method(), "INVOKEDYNAMIC makeConcat");
      assertEquals(texts, Harness.count(result.method(), "INVOKEDYNAMIC"), method);
      int given = method.equals("used") ? 2 : 0;
      int calls = Harness.count(result.method(), "INVOKEINTERFACE java/util/function/");
      assertEquals(given, calls, () -> Harness.explain(result));
    }
  }

  @Test
  void oneThatOthersMayHaveIsMade() {
    assertCalls("escaping", "java/util/function/IntUnaryOperator.andThen", 1);
    assertCalls("escaping", "java/util/function/IntUnaryOperator.applyAsInt", 1);
    assertCalls("identities", "java/util/function/Function.andThen", 1);
  }

  @Test
  void oneThatFailsOnNullIsMadeWhereNullMayCome() {
    assertCalls("unused", "java/util/function/IntUnaryOperator.andThen", 1);
    assertCalls("with", "java/util/function/IntUnaryOperator.andThen", 1);
    assertCalls("with", "java/util/function/IntUnaryOperator.compose", 0);
  }

  @Test
  void whatAClassOfTheProgramMayOverrideIsNotFollowed() {
    assertTrue(harness.compile(Combinations.class, "unknown") instanceof CompileResult.Unchanged);
    assertCalls("overridden", "dev/jpgo/core/phase/targets/Combinations$Logged.andThen", 1);
    assertCalls("overridden", "java/util/function/Function.apply", 1);
    assertCalls("overriddenBelow", "java/util/function/Function.", 2);
    assertCalls("own", "dev/jpgo/core/phase/targets/Combinations$Step.", 4);
  }

  @Test
  void copiesAreBoundedWhereEachCallsTheOneBeforeTwice() {
    CompileResult.Optimized result = harness.optimize(Combinations.class, "doubling");
    int calls = Harness.count(result.method(), "INVOKEINTERFACE");
    assertTrue(calls > 10 && calls < 200, () -> Harness.explain(result));
  }

  @Test
  void aCallStaysBehindASecondFrameOfTheJdkInTraces() {
    CompileResult.Optimized result = harness.optimize(Combinations.class, "failing");
    Set<String> places = new TreeSet<>();
    for (Position position : result.lines().values()) {
      StringBuilder place = new StringBuilder();
      for (Position at = position; at != null; at = at.caller()) {
        String owner = at.method().owner();
        place.append(owner.substring(owner.lastIndexOf('/') + 1)).append(' ');
      }
      places.add(place.toString());
    }
    assertTrue(
        places.contains("Combinations IntUnaryOperator IntUnaryOperator Combinations "),
        places::toString);
  }

  @Test
  void theClassOfACombinatorIsAmongTheDecisions() {
    String explained = Harness.explain(harness.optimize(Combinations.class, "ints"));
    assertTrue(explained.contains("+ IntUnaryOperator.lambda$andThen$"), explained);
    assertTrue(explained.contains("+ IntUnaryOperator.compose: "), explained);
  }

  @ParameterizedTest
  @ValueSource(strings = {"then", "both", "idle"})
  void theyAreToldByTheirCode(String method) {
    CompileResult.Optimized result = (CompileResult.Optimized) odd(method, true);
    assertEquals(0, Harness.count(result.method(), "INVOKEDYNAMIC"), method);
    assertEquals(0, Harness.count(result.method(), "INVOKEINTERFACE"), method);
    assertEquals(0, Harness.count(result.method(), "INVOKESTATIC"), method);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "counted",
        "asked",
        "either",
        "plus",
        "other",
        "result",
        "thrice",
        "open",
        "converted",
        "itself",
        "elsewhere",
        "secret",
        "lengthy"
      })
  void otherCodeIsNotFollowed(String method) {
    assertTrue(odd(method, true) instanceof CompileResult.Unchanged, method);
  }

  @Test
  void aStaticOneOfAClassThatIsNotInitializedIsCalled() {
    world.uninitialized(JDK);
    assertTrue(odd("both", true) instanceof CompileResult.Unchanged);
    CompileResult.Optimized idle = (CompileResult.Optimized) odd("idle", true);
    assertEquals(1, Harness.count(idle.method(), "INVOKESTATIC"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"then", "both"})
  void thoseOfTheProgramAreCalled(String method) {
    assertTrue(odd(method, false) instanceof CompileResult.Unchanged, method);
  }

  private void assertCalls(String method, String prefix, int calls) {
    CompileResult.Optimized result = harness.optimize(Combinations.class, method);
    assertEquals(
        calls,
        Harness.count(result.method(), "INVOKEINTERFACE " + prefix),
        () -> Harness.explain(result));
  }

  /** Compiles a method of what uses {@link Odd}, which may be a class of the JDK. */
  private CompileResult odd(String method, boolean jdk) {
    String name = Odd.class.getName().replace('.', '/');
    for (String each : new String[] {"$Counter", "", "$User"}) {
      String text = new String(TestWorld.bytes(name + each), StandardCharsets.ISO_8859_1);
      if (jdk) {
        text = text.replaceAll(name + "(?!\\$User)", JDK); // of the same length
      }
      world.define(text.getBytes(StandardCharsets.ISO_8859_1));
    }
    LoadedClass user = world.loaded(name + "$User");
    return user.info().methods().stream()
        .filter(each -> each.name().equals(method))
        .map(each -> harness.compile(user, each))
        .findFirst()
        .orElseThrow();
  }
}
