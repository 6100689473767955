package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.jdk.UnsafeAccess;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.targets.Handles;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.VariableHandle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.tree.MethodNode;

/** What becomes of accesses by handles does what they do. */
class VariableHandlesTest {
  private static final String HANDLES = Handles.class.getName().replace('.', '/');
  private static final String CALL = "INVOKEVIRTUAL java/lang/invoke/VarHandle.";
  private static final String ATOMIC = "java/util/concurrent/atomic/AtomicReference";
  private static final String QUEUE = "java/util/concurrent/ConcurrentLinkedQueue";
  private static final String OBJECT = "Ljava/lang/Object;";

  private final TestWorld world = new TestWorld().load(Handles.class);
  private final Harness harness = new Harness(world);

  VariableHandlesTest() {
    field("TEXT", "text", OBJECT);
    field("NEXT", "next", "L" + HANDLES + ";");
    field("COUNT", "count", "I");
    field("replaced", "count", "I");
    field("PLAIN", "plain", "J");
    field("SHARED", "shared", "Ljava/lang/Runnable;");
    for (String size : new String[] {"SHORTS", "INTS", "LONGS"}) {
      String type = size.equals("LONGS") ? "J" : size.substring(0, 1);
      world.handle(Handles.class, "LITTLE_" + size, VariableHandle.view(false, type));
      world.handle(Handles.class, "BIG_" + size, VariableHandle.view(true, type));
    }
    world.define(UnsafeAccess.holder(RuntimeCalls.UNSAFE_HOLDER, RuntimeCalls.UNSAFE_FIELD));
  }

  private void withoutOthers() {
    harness.without(
        TierTwoCompiler.phases().stream()
            .filter(phase -> !phase.equals("variable-handles"))
            .toArray(String[]::new));
  }

  private void field(String holder, String name, String type) {
    world.handle(Handles.class, holder, handle(HANDLES, name, type));
  }

  private static VariableHandle handle(String receiver, String name, String type) {
    return new VariableHandle(VariableHandle.Kind.FIELD, receiver, name, type, 24);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fields", "failures", "bytes", "handled"})
  void accessesDoWhatTheyDid(String method) {
    harness.compileAll(Handles.class);
    harness.assertSameResult(Handles.class, method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fields", "failures", "bytes", "handled"})
  void nothingElseNeedsToRunOnThem(String method) {
    withoutOthers();
    harness.compileAll(Handles.class);
    harness.assertSameResult(Handles.class, method);
  }

  @Test
  void ofAnObjectThatIsNotNullNothingOfTheHandleIsLeft() {
    MethodNode get = harness.optimize(Handles.class, "ownText").method();
    assertEquals(0, Harness.count(get, CALL));
    assertEquals(0, Harness.count(get, "GETSTATIC"));
    assertEquals(1, Harness.count(get, "GETFIELD " + HANDLES + ".text"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"countOf", "nextOf", "anyNextOf", "noNextOf", "plainOf", "bigInt"})
  void theCallIsThereOnceMoreWhereItWouldThrow(String method) {
    List<MethodNode> all = compiled(HANDLES, method);
    assertTrue(!all.isEmpty());
    for (MethodNode each : all) {
      assertEquals(1, Harness.count(each, CALL), each.desc);
      assertEquals(1, Harness.count(each, "GETSTATIC"), each.desc);
      boolean field = Harness.count(each, "GETFIELD") + Harness.count(each, "PUTFIELD") == 1;
      assertTrue(field || Harness.count(each, "INVOKESTATIC") == 1, each.desc);
    }
  }

  /** Zero VMs stop a thread in calls alone, and the loop has lost the only one. */
  @Test
  void aLoopThatWaitsByOneCallsSomethingElse() {
    MethodNode loop = harness.pollsInCallsAlone().optimize(Handles.class, "awaited").method();
    assertEquals(1, Harness.count(loop, "GETFIELD " + HANDLES + ".count"));
    assertEquals(1, Harness.count(loop, "INVOKESTATIC " + RuntimeCalls.POLLS));
  }

  /** All methods of a name that are better now. */
  private List<MethodNode> compiled(String owner, String name) {
    LoadedClass type = world.loaded(owner);
    return type.info().methods().stream()
        .filter(method -> method.name().equals(name))
        .map(method -> harness.compile(type, method))
        .filter(CompileResult.Optimized.class::isInstance)
        .map(result -> ((CompileResult.Optimized) result).method())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plainOrderedOf",
        "nextOfAnything",
        "ofAnything",
        "textAsNumber",
        "wideCountOf",
        "exchanged",
        "replacedOf",
        "unheld",
        "tooFew",
        "orderedInt",
        "wideInt"
      })
  void whatConvertsOrOrdersMoreIsLeftAlone(String method) {
    assertInstanceOf(CompileResult.Unchanged.class, harness.compile(Handles.class, method));
  }

  @Test
  void aValueOfAnInterfaceIsReadAndNotWritten() {
    List<MethodNode> all = compiled(HANDLES, "sharedOf");
    assertEquals(1, all.size());
    assertEquals(1, Harness.count(all.get(0), "GETFIELD"));
  }

  @Test
  void nothingIsKnownOfTheHandlesOfAClassThatIsNotInitialized() {
    world.uninitialized(Handles.class);
    assertEquals(List.of(), compiled(HANDLES, "ownText"));
  }

  @Test
  void nothingIsDoneWhereTheRuntimeIsNotThere() {
    world.unloaded(dev.jpgo.runtime.JpgoViews.class);
    assertEquals(List.of(), compiled(HANDLES, "littleInt"));
    assertEquals(2, compiled(HANDLES, "countOf").size());
  }

  @Test
  void theyStayWhereThePhaseIsOff() {
    harness.without("variable-handles");
    assertEquals(List.of(), compiled(HANDLES, "ownText"));
    assertEquals(List.of(), compiled(HANDLES, "littleInt"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"C1", "JIT"})
  void compilersKeepThem(Mode mode) {
    harness.mode(mode);
    assertEquals(List.of(), compiled(HANDLES, "ownText"));
  }

  @Test
  void whatUsesThemIsInlinedWithTheCallThatThrows() {
    String explained = Harness.explain(harness.optimize(Handles.class, "handled"));
    assertTrue(explained.contains("+ Handles.littleInt"), explained);
    assertTrue(explained.contains("+ Handles.bigInt"), explained);
  }

  // --- inside the JDK

  @ParameterizedTest
  @CsvSource({
    "compareAndSet, compareAndSetReference, Z, 2",
    "weakCompareAndSetAcquire, compareAndSetReference, Z, 2",
    "compareAndExchange, compareAndExchangeReference, L, 2",
    "getAndSet, getAndSetReference, L, 1"
  })
  void theJdkCallsUnsafeItself(String method, String called, char result, int values) {
    world.handle(ATOMIC, "VALUE", handle(ATOMIC, "value", OBJECT));
    withoutOthers();
    List<MethodNode> all = compiled(ATOMIC, method);
    assertEquals(1, all.size());
    List<String> expected =
        List.of(
            "GETSTATIC jdk/internal/misc/JpgoUnsafe.UNSAFE : Ljdk/internal/misc/Unsafe;",
            "ALOAD 0",
            "LDC 24",
            "ALOAD 1",
            values == 2 ? "ALOAD 2" : "",
            "INVOKEVIRTUAL jdk/internal/misc/Unsafe."
                + called
                + " ("
                + OBJECT
                + "J"
                + OBJECT.repeat(values)
                + ")"
                + (result == 'L' ? OBJECT : "Z"),
            result == 'L' ? "ARETURN" : "IRETURN");
    List<String> actual =
        Harness.instructions(all.get(0)).stream()
            .filter(line -> !line.startsWith("@") && !line.matches("L\\d+|// .*|FRAME.*"))
            .map(line -> line.equals("LDC 24L") ? "LDC 24" : line)
            .toList();
    assertEquals(expected.stream().filter(line -> !line.isEmpty()).toList(), actual);
  }

  @Test
  void aQueueOfTheJdkHasNoHandlesLeftButForNull() {
    String node = QUEUE + "$Node";
    world.handle(QUEUE, "HEAD", handle(QUEUE, "head", "L" + node + ";"));
    world.handle(QUEUE, "TAIL", handle(QUEUE, "tail", "L" + node + ";"));
    world.handle(QUEUE, "ITEM", handle(node, "item", OBJECT));
    world.handle(QUEUE, "NEXT", handle(node, "next", "L" + node + ";"));
    MethodNode offer = compiled(QUEUE, "offer").get(0);
    assertTrue(Harness.count(offer, "INVOKEVIRTUAL jdk/internal/misc/Unsafe") >= 2);
    MethodNode item = compiled(node, "casItem").get(0);
    assertEquals(0, Harness.count(item, CALL));
    MethodNode made = compiled(node, "<init>").get(0);
    assertEquals(1, Harness.count(made, "PUTFIELD " + node + ".item"));
  }
}
