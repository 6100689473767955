package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.cache.FactCheck;
import dev.jpgo.core.cache.Facts;
import dev.jpgo.core.cache.MethodFile;
import dev.jpgo.core.cache.RecordingWorld;
import dev.jpgo.core.cache.Sink;
import dev.jpgo.core.cache.Source;
import dev.jpgo.core.cache.Texts;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.cache.VersionReader;
import dev.jpgo.core.cache.VersionWriter;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.map.BoxedKeys;
import dev.jpgo.core.phase.targets.Maps;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Maps that are asked by numbers answer what they answered when asked by boxes. */
class BoxedKeysTest {
  private static final long CALLS = 1000;
  private static final String OWNER = Type.getInternalName(Maps.class);

  /** Selects another method for one of the three questions. */
  static class Defaulting extends HashMap<Object, Object> {
    private static final long serialVersionUID = 1;

    @Override
    public Object get(Object key) {
      return getOrDefault(key, "default");
    }
  }

  private final TestWorld world = world(HashMap.class, CALLS);
  private final Harness harness = new Harness(world);

  /** Every call has seen maps of a class so often, and others else. */
  private static TestWorld world(Class<?> type, long count) {
    TestWorld world = new TestWorld().load(Maps.class).define(MapRuntime.bytes());
    world.load(HashMap.class, LinkedHashMap.class);
    count(world, world.loaded(OWNER), type, count);
    return world;
  }

  private static void count(TestWorld world, LoadedClass owner, Class<?> type, long count) {
    for (MethodInfo method : owner.info().methods()) {
      MethodNode code = world.code(owner, method).orElseThrow();
      Map<Integer, TypeHistogram> sites = new HashMap<>();
      int site = 0;
      for (AbstractInsnNode at : code.instructions) {
        if (at instanceof MethodInsnNode) {
          var entry = new TypeHistogram.Entry(Type.getInternalName(type), count);
          sites.put(site, new TypeHistogram(List.of(entry), CALLS));
        }
        site += at.getOpcode() >= 0 ? 1 : 0;
      }
      MethodId id = new MethodId(owner.name(), method.name(), method.descriptor());
      world.profile(new MethodProfile(id, 0, CALLS, List.of(), 0, sites));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ofMaps",
        "ofOtherMaps",
        "ofEmptyMaps",
        "ofNoMap",
        "ofCollisions",
        "ofChangingMaps",
        "ofPuts",
        "ofPutsThatCollide",
        "ofPutsWhileKeysAreLookedAt"
      })
  void theyAnswerWhatTheyAnswered(String method) throws ReflectiveOperationException {
    harness.compileAll(Maps.class);
    harness.assertSameResult(Maps.class, method);
    Harness alone = new Harness(world).without("inline", "box-elimination");
    alone.compileAll(Maps.class);
    alone.assertSameResult(Maps.class, method);
    Harness.Loader broken = harness.loader();
    broken.breakAssumptions();
    String expected = Harness.outcome(new Harness(world).loader(), Maps.class, method);
    assertEquals(expected, Harness.outcome(broken, Maps.class, method));
  }

  /** Assumptions are broken by then, as those of the agent would be. */
  @Test
  void whatOverridesIsTold() throws ReflectiveOperationException {
    harness.compileAll(Maps.class);
    Harness.Loader broken = harness.loader();
    broken.breakAssumptions();
    String expected = Harness.outcome(new Harness(world).loader(), Maps.class, "ofPutsThatAreTold");
    assertTrue(expected.contains("put 65537"), expected);
    assertEquals(expected, Harness.outcome(broken, Maps.class, "ofPutsThatAreTold"));
  }

  @ParameterizedTest
  @CsvSource({
    "got, get",
    "put, put",
    "putEach, put",
    "gotOrElse, getOrDefault",
    "contained, containsKey",
    "gotByBox, get",
    "keyKept, get",
    "caught, get"
  })
  void theyAreAskedByNumbers(String method, String question) {
    CompileResult.Optimized result = harness.optimize(Maps.class, method);
    assertEquals(1, written(result));
    MethodNode code = result.method();
    assertEquals(1, Harness.count(code, "INVOKESTATIC java/util/JpgoMaps." + question + " "));
    List<String> instructions = Harness.instructions(code);
    int fast = indexOf(instructions, "INVOKESTATIC java/util/JpgoMaps.");
    int slow = lastIndexOf(instructions, "." + question + " ");
    assertTrue(fast < slow, instructions::toString);
  }

  @Test
  void theBoxIsMadeForTheOriginalCallAlone() {
    List<String> instructions = Harness.instructions(harness.optimize(Maps.class, "got").method());
    int fast = indexOf(instructions, "INVOKESTATIC java/util/JpgoMaps.");
    assertTrue(fast < indexOf(instructions, "INVOKESTATIC java/lang/Integer.valueOf"));
  }

  @Test
  void aBoxThatGoesElsewhereIsOne() {
    MethodNode code = harness.optimize(Maps.class, "keyKept").method();
    assertEquals(1, Harness.count(code, "INVOKESTATIC java/lang/Integer.valueOf"));
  }

  /** {@code map.get((int) map.containsKey(key))}, which is bytecode, if no Java. */
  @Test
  void whatAMapAnsweredMayBeTheNumberThatTheNextIsAskedBy() {
    String name = "dev/jpgo/core/phase/targets/Answered";
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            "asked",
            "(Ljava/util/Map;I)Ljava/lang/Object;",
            null,
            null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    String box = "(I)Ljava/lang/Integer;";
    String get = "(Ljava/lang/Object;)Ljava/lang/Object;";
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", box, false);
    code.visitMethodInsn(
        Opcodes.INVOKEINTERFACE, "java/util/Map", "containsKey", "(Ljava/lang/Object;)Z", true);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", box, false);
    code.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/util/Map", "get", get, true);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(2, 2);
    code.visitEnd();
    writer.visitEnd();
    world.define(writer.toByteArray());
    LoadedClass owner = world.loaded(name);
    count(world, owner, HashMap.class, CALLS);
    assertEquals(2, written(harness.compile(owner, owner.info().methods().get(0))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gotByLong", "gotByAny", "putKept", "putByBox", "putOften", "putAgain"})
  void otherKeysAreLeftAlone(String method) {
    assertEquals(0, written(harness.compile(Maps.class, method)));
  }

  private static int indexOf(List<String> instructions, String start) {
    for (int i = 0; i < instructions.size(); i++) {
      if (instructions.get(i).startsWith(start)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no " + start + " in " + instructions);
  }

  private static int lastIndexOf(List<String> instructions, String part) {
    for (int i = instructions.size() - 1; i >= 0; i--) {
      if (instructions.get(i).contains(part)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no " + part + " in " + instructions);
  }

  @Test
  void theyRestOnNoOtherClassThatOverrides() {
    CompileResult.Optimized result = harness.optimize(Maps.class, "got");
    LoadedClass map = world.loaded("java/util/HashMap");
    LoadedClass linked = world.loaded("java/util/LinkedHashMap");
    String get = "(Ljava/lang/Object;)Ljava/lang/Object;";
    assertEquals(List.of(new Assumption(map, "get", get, map, linked)), result.assumptions());
  }

  @Test
  void aClassThatOverridesIsSeen() {
    world.load(Defaulting.class);
    CompileResult result = harness.compile(Maps.class, "got");
    assertEquals(0, written(result));
    assertTrue(Harness.explain(result).contains("overrides"), () -> Harness.explain(result));
    assertEquals(1, written(harness.compile(Maps.class, "contained")));
  }

  @Test
  void oneBelowALinkedMapMayOverride() {
    world.load(Maps.class.getNestHost());
    world.loaded(OWNER + "$Ordered");
    world.loaded(OWNER + "$Sized");
    assertEquals(1, written(harness.compile(Maps.class, "got")));
  }

  /** Where another agent changes one of these, methods that ask so are made anew. */
  @Test
  void whatTheJdkDoesIsAmongTheDecisions() {
    InlineDecision asked =
        harness.optimize(Maps.class, "contained").decisions().stream()
            .filter(decision -> decision.inlined() && decision.reason().contains("number"))
            .findFirst()
            .orElseThrow();
    assertEquals(
        "HashMap.containsKey HashMap.getNode HashMap.hash HashMap.put HashMap.putVal"
            + " HashMap.compute HashMap.computeIfAbsent HashMap.merge HashMap.newNode"
            + " HashMap$Node.<init> Integer.hashCode Integer.hashCode Integer.equals",
        asked.inner().stream()
            .filter(InlineDecision::inlined)
            .map(InlineDecision::target)
            .map(target -> target.owner().replaceAll(".*/", "") + "." + target.name())
            .collect(Collectors.joining(" ")));
  }

  @Test
  void whatAMapDoesWithAValueIsAmongThem() {
    InlineDecision given =
        harness.optimize(Maps.class, "put").decisions().stream()
            .filter(decision -> decision.inlined() && decision.reason().contains("number"))
            .findFirst()
            .orElseThrow();
    Set<String> methods =
        given.inner().stream().map(each -> each.target().name()).collect(Collectors.toSet());
    assertTrue(methods.containsAll(Set.of("put", "putVal", "afterNodeAccess", "newNode")));
  }

  @Test
  void mapsThatAreMostlyOthersAreAskedByBoxes() {
    Harness half = new Harness(world(HashMap.class, CALLS / 2));
    assertEquals(0, written(half.compile(Maps.class, "got")));
    Harness linked = new Harness(world(LinkedHashMap.class, CALLS));
    assertEquals(0, written(linked.compile(Maps.class, "got")));
  }

  @Test
  void mapsThatNothingCanReadAreAskedByBoxes() throws Exception {
    world.unloaded(Class.forName("java.util.JpgoMaps"));
    CompileResult result = harness.compile(Maps.class, "got");
    assertTrue(Harness.explain(result).contains("cannot be read"), () -> Harness.explain(result));
  }

  @Test
  void anotherJdksMapsAreAskedByBoxes() throws Exception {
    world.unloaded(Class.forName("java.util.HashMap$Node"));
    CompileResult result = harness.compile(Maps.class, "got");
    assertTrue(Harness.explain(result).contains("not known"), () -> Harness.explain(result));
  }

  @Test
  void anOptimizingCompilerAsksByBoxes() {
    assertEquals(1, written(new Harness(world).mode(Mode.C1).compile(Maps.class, "got")));
    assertEquals(0, written(new Harness(world).mode(Mode.JIT).compile(Maps.class, "got")));
  }

  @Test
  void theyCanBeSwitchedOff() {
    Harness off = new Harness(world).without(BoxedKeys.NAME);
    assertEquals(0, written(off.compile(Maps.class, "got")));
  }

  @Test
  void anotherJvmUsesTheCodeIfNothingOverridesThere() {
    Facts facts = roundTrip(made());
    assertEquals(1, facts.assumed().size());
    TestWorld same = world(HashMap.class, CALLS);
    FactCheck holds = FactCheck.of(same, facts, same.loaded(OWNER));
    assertEquals(FactCheck.Verdict.HOLDS, holds.verdict(), holds.reason());
    assertEquals(
        List.of(same.loaded("java/util/LinkedHashMap")),
        holds.assumptions().stream().map(Assumption::except).toList());
    TestWorld other = world(HashMap.class, CALLS).load(Defaulting.class);
    FactCheck not = FactCheck.of(other, facts, other.loaded(OWNER));
    assertEquals(FactCheck.Verdict.NOT_YET, not.verdict(), not.reason());
  }

  private static Facts roundTrip(Version version) {
    Texts texts = new Texts();
    byte[] bytes = VersionWriter.write(version, texts);
    Sink sink = new Sink();
    texts.write(sink);
    return VersionReader.read(bytes, Texts.read(new Source(sink.toBytes()))).facts();
  }

  private Version made() {
    RecordingWorld recording = new RecordingWorld(world);
    LoadedClass owner = recording.owner(world.loaded(OWNER));
    MethodInfo method =
        owner.info().methods().stream()
            .filter(each -> each.name().equals("got"))
            .findFirst()
            .orElseThrow();
    FlagField flag = new FlagField("some/Flags", "f7", "m7");
    int[] line = {65_000};
    CompileResult.Optimized result =
        (CompileResult.Optimized)
            new TierTwoCompiler()
                .compile(
                    new CompileRequest(
                        owner,
                        method,
                        recording.code(owner, method).orElseThrow(),
                        null,
                        recording.profile(owner, method).orElse(null),
                        recording,
                        Mode.INTERPRETER,
                        CostModel.of(Mode.INTERPRETER),
                        InlineLimits.of(Mode.INTERPRETER),
                        flag,
                        FreeChoices.SENSIBLE,
                        position -> line[0]--,
                        Set.of(),
                        true));
    assertEquals(1, written(result));
    return new Version(
        method.name(),
        method.descriptor(),
        recording.facts(result.assumptions()).orElseThrow(),
        result.decisions(),
        result.stats(),
        new Version.Better(
            MethodFile.write(result.method(), owner.info().version()).orElseThrow(),
            flag,
            result.lines()));
  }

  private static int written(CompileResult result) {
    return result instanceof CompileResult.Optimized optimized
        ? optimized.reports().stream()
            .filter(report -> report.phase().equals(BoxedKeys.NAME))
            .mapToInt(PhaseReport::changes)
            .sum()
        : 0;
  }
}
