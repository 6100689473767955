package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.cache.FactCheck;
import dev.jpgo.core.cache.FactCheck.Verdict;
import dev.jpgo.core.cache.Facts;
import dev.jpgo.core.cache.MethodFile;
import dev.jpgo.core.cache.RecordingWorld;
import dev.jpgo.core.cache.Sink;
import dev.jpgo.core.cache.Source;
import dev.jpgo.core.cache.Texts;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.cache.VersionReader;
import dev.jpgo.core.cache.VersionWriter;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.targets.Uses;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** Code that is made once, and used where the program is the same. */
class CachedVersionTest {
  private static final FlagField FLAG = new FlagField("some/Flags", "f7", "m7");
  private static final FlagField OTHER = new FlagField("some/Flags3", "f200", "m200");

  static class Animal {
    public int weight() {
      return 3;
    }
  }

  static final class Cow extends Animal {
    @Override
    public int weight() {
      return 600;
    }
  }

  static final class Scales {
    private static int[] calibration = {1};

    private Scales() {}

    static int zero() {
      return calibration[0];
    }
  }

  static final class Subject {
    private Subject() {}

    static int weigh(Animal animal) {
      return animal.weight() + Scales.zero() + animal.weight();
    }
  }

  static class Crate {
    int slot(int index) {
      return index & 7;
    }
  }

  /** Declares a method of its own that is only seen in its package. */
  static class Box extends Crate {
    int element(int index) {
      return index + 1;
    }

    @Override
    int slot(int index) {
      return index;
    }
  }

  static final class Boxes {
    private Boxes() {}

    static int elements(Box box) {
      return box.element(3) + box.element(4);
    }

    static int slots(Box box) {
      return box.slot(3) + box.slot(4);
    }
  }

  private static LoadedClass owner(TestWorld world) {
    return world.loaded(Subject.class.getName().replace('.', '/'));
  }

  private static CompileResult compile(LoadedClass owner, World world, MethodInfo method) {
    int[] line = {65_000};
    return new TierTwoCompiler()
        .compile(
            new CompileRequest(
                owner,
                method,
                world.code(owner, method).orElseThrow(),
                null,
                null,
                world,
                Mode.INTERPRETER,
                CostModel.of(Mode.INTERPRETER),
                InlineLimits.of(Mode.INTERPRETER),
                FLAG,
                FreeChoices.SENSIBLE,
                position -> line[0]--,
                Set.of(),
                false));
  }

  private static MethodInfo method(LoadedClass owner, String name) {
    return owner.info().methods().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Version version(LoadedClass plain, World world, MethodInfo method) {
    RecordingWorld recording = new RecordingWorld(world);
    CompileResult result = compile(recording.owner(plain), recording, method);
    if (!(result instanceof CompileResult.Optimized optimized)) {
      return new Version(
          method.name(),
          method.descriptor(),
          recording.facts(List.of()).orElseThrow(),
          result.decisions(),
          result.stats(),
          new Version.Unchanged(((CompileResult.Unchanged) result).reason()));
    }
    byte[] file = MethodFile.write(optimized.method(), plain.info().version()).orElseThrow();
    return new Version(
        method.name(),
        method.descriptor(),
        recording.facts(optimized.assumptions()).orElseThrow(),
        result.decisions(),
        result.stats(),
        new Version.Better(file, FLAG, optimized.lines()));
  }

  @Test
  void aProgramThatIsRecordedSaysThatItsCodeWillBeThrownAway() {
    TestWorld world = new TestWorld();
    RecordingWorld recording = new RecordingWorld(world);
    assertFalse(recording.isProvisional());
    world.provisional();
    assertTrue(recording.isProvisional());
  }

  private static Version weigh() {
    TestWorld world = new TestWorld();
    LoadedClass owner = owner(world);
    return version(owner, world, method(owner, "weigh"));
  }

  private static FactCheck check(TestWorld world) {
    return FactCheck.of(world, weigh().facts(), owner(world));
  }

  @Test
  void inTheSameProgramItHoldsAndRestsOnTheSame() {
    assertInstanceOf(Version.Better.class, weigh().outcome());
    TestWorld world = new TestWorld();
    FactCheck check = check(world);
    assertEquals(Verdict.HOLDS, check.verdict(), check.reason());
    LoadedClass animal = world.loaded(Animal.class.getName().replace('.', '/'));
    assertEquals(1, check.assumptions().size());
    assertEquals(animal, check.assumptions().get(0).root());
    assertEquals(animal, check.assumptions().get(0).target());
  }

  @Test
  void aSubclassThatOverridesWhatWasInlinedIsSeen() {
    assertEquals(Verdict.NOT_YET, check(new TestWorld().load(Cow.class)).verdict());
  }

  @Test
  void aClassThatHasChangedIsSeen() {
    for (Class<?> each : List.of(Subject.class, Animal.class, Scales.class)) {
      FactCheck check = check(new TestWorld().changed(each));
      assertEquals(Verdict.DIFFERS, check.verdict(), each.toString());
    }
  }

  @Test
  void aClassThatIsNotThereOrNotInitializedIsWaitedFor() {
    FactCheck absent = check(new TestWorld().unloaded(Scales.class));
    assertEquals(Verdict.NOT_YET, absent.verdict());
    assertEquals(Scales.class.getName().replace('.', '/'), absent.missing());
    assertEquals(Verdict.NOT_YET, check(new TestWorld().uninitialized(Scales.class)).verdict());
  }

  private static FactCheck checkBoxes(String name) {
    String boxes = Boxes.class.getName().replace('.', '/');
    TestWorld world = new TestWorld();
    LoadedClass owner = world.loaded(boxes);
    Facts facts = version(owner, world, method(owner, name)).facts();
    assertEquals(1, facts.assumed().size());
    TestWorld same = new TestWorld();
    return FactCheck.of(same, facts, same.loaded(boxes));
  }

  @Test
  void aMethodThatOnlyItsPackageSeesHoldsUnlessOneAboveItMayBeMeant() {
    FactCheck own = checkBoxes("elements");
    assertEquals(Verdict.HOLDS, own.verdict(), own.reason());
    assertEquals(Verdict.DIFFERS, checkBoxes("slots").verdict());
  }

  @Test
  void allClassesWhoseBytesAreNotHereAreNamedAtOnce() {
    FactCheck check = check(new TestWorld().withoutBytes(Animal.class).withoutBytes(Scales.class));
    assertEquals(Verdict.NOT_YET, check.verdict());
    assertEquals(
        Set.of("CachedVersionTest$Animal", "CachedVersionTest$Scales"),
        check.bytesWanted().stream()
            .map(each -> each.name().substring(each.name().lastIndexOf('/') + 1))
            .collect(Collectors.toSet()));
  }

  @Test
  void aMemberThatIsNotOpenedIsSeen() {
    TestWorld open = new TestWorld();
    LoadedClass uses = open.loaded(Uses.class.getName().replace('.', '/'));
    Facts facts = version(uses, open, method(uses, "inArray")).facts();
    TestWorld same = new TestWorld();
    TestWorld strict = new TestWorld().strict();
    assertEquals(Verdict.HOLDS, FactCheck.of(same, facts, same.loaded(uses.name())).verdict());
    assertEquals(
        Verdict.DIFFERS, FactCheck.of(strict, facts, strict.loaded(uses.name())).verdict());
  }

  @Test
  void codeReadsTheFlagAndHasTheLinesOfTheJvmItIsIn() {
    TestWorld world = new TestWorld();
    LoadedClass reader = world.loaded(ClassReader.class.getName().replace('.', '/'));
    Version.Better better = null;
    for (MethodInfo each : reader.info().methods()) {
      if (better == null
          && version(reader, world, each).outcome() instanceof Version.Better made
          && !made.lines().isEmpty()
          && text(made).contains("some/Flags.m7")) {
        better = made;
      }
    }
    assertNotNull(better);
    int line = better.lines().keySet().iterator().next();
    MethodNode code =
        MethodFile.read(better.classFile(), better.flag(), OTHER, Map.of(line, 40_000));
    String text = String.join("\n", Harness.instructions(code));
    assertTrue(text.contains("GETSTATIC some/Flags3.f200 : Z"), text);
    assertTrue(text.contains("some/Flags3.m200"), text);
    assertTrue(!text.contains("some/Flags."), text);
    boolean[] found = {false, false};
    for (var at = code.instructions.getFirst(); at != null; at = at.getNext()) {
      if (at instanceof LineNumberNode number) {
        found[0] |= number.line == line;
        found[1] |= number.line == 40_000;
      }
    }
    assertEquals("[false, true]", Arrays.toString(found));
  }

  /** A real program: looking over the compiler's shoulder changes nothing, and all comes back. */
  @Test
  void everyMethodOfALibraryIsMadeTheSameAndReadBackTheSame() {
    Texts texts = new Texts();
    int better = 0;
    for (Class<?> type : List.of(ClassReader.class, ClassWriter.class)) {
      TestWorld plain = new TestWorld();
      TestWorld recorded = new TestWorld();
      LoadedClass owner = plain.loaded(type.getName().replace('.', '/'));
      LoadedClass same = recorded.loaded(owner.name());
      for (MethodInfo method : owner.info().methods()) {
        if (method.hasCode()) {
          CompileResult result = compile(owner, plain, method);
          Version version = version(same, recorded, method);
          assertEquals(text(result), text(version), method.name());
          assertEquals(result.decisions(), version.decisions());
          byte[] bytes = VersionWriter.write(version, texts);
          Version back = VersionReader.read(bytes, texts);
          assertEquals(version.facts(), back.facts());
          assertEquals(text(version), text(back));
          assertEquals(version.decisions(), back.decisions());
          FactCheck check = FactCheck.of(recorded, back.facts(), same);
          assertEquals(Verdict.HOLDS, check.verdict(), check.reason());
          better += version.outcome() instanceof Version.Better ? 1 : 0;
        }
      }
    }
    assertTrue(better > 20, "only " + better);
    Sink sink = new Sink();
    texts.write(sink);
    Sink again = new Sink();
    Texts.read(new Source(sink.toBytes())).write(again);
    assertEquals(Arrays.toString(sink.toBytes()), Arrays.toString(again.toBytes()));
  }

  private static String text(CompileResult result) {
    if (result instanceof CompileResult.Optimized optimized) {
      byte[] file = MethodFile.write(optimized.method(), Opcodes.V17).orElseThrow();
      MethodNode code = MethodFile.read(file, FLAG, FLAG, Map.of()); // labels in one place are one
      return String.join("\n", Harness.instructions(code)) + optimized.lines().size();
    }
    return ((CompileResult.Unchanged) result).reason();
  }

  private static String text(Version version) {
    return version.outcome() instanceof Version.Better better
        ? text(better)
        : ((Version.Unchanged) version.outcome()).reason();
  }

  private static String text(Version.Better better) {
    MethodNode code = MethodFile.read(better.classFile(), FLAG, FLAG, Map.of());
    return String.join("\n", Harness.instructions(code)) + better.lines().size();
  }

  @Test
  void bytesThatAreDamagedAreRefusedOrRead() {
    Texts texts = new Texts();
    byte[] whole = VersionWriter.write(weigh(), texts);
    Random random = new Random(5);
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      byte[] bytes =
          Arrays.copyOf(
              whole, random.nextInt(8) == 0 ? random.nextInt(whole.length) : whole.length);
      for (int flips = random.nextInt(3); flips >= 0 && bytes.length > 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      Optional<Version> read;
      try {
        read = Optional.of(VersionReader.read(bytes, texts));
      } catch (IllegalArgumentException e) {
        read = Optional.empty();
      }
      refused += read.isEmpty() ? 1 : 0;
      if (read.isPresent()) {
        Facts facts = read.get().facts();
        TestWorld world = new TestWorld();
        assertTrue(facts.entities().isEmpty() || FactCheck.of(world, facts, owner(world)) != null);
      }
    }
    assertTrue(refused > 100, "only " + refused);
  }
}
