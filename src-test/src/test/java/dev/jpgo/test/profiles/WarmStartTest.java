package dev.jpgo.test.profiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileMerger;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.test.programs.SecondAgent;
import dev.jpgo.test.programs.Warmed;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A second start with the profile of the first. */
class WarmStartTest {
  private static final String ROUNDS = "4";

  private static final String PROGRAM = "include=dev.jpgo.test.programs.Warmed*,";

  /** Everything goes through the tiers in a few rounds. */
  private static final String COLD = PROGRAM + "delay=0,tier1.calls=500,tier2.calls=500,";

  /** Nothing goes to tier 1 of itself, and nothing happens for an hour unless it is known. */
  private static final String WARM =
      PROGRAM + "delay=3600000,tier1.calls=1000000000,tier1.loops=1000000000,";

  @TempDir Path folder;
  private Path known;

  @BeforeEach
  void namesTheProfile() {
    known = folder.resolve("known.jpgo");
  }

  private ForkedJvm.Result first(Vm vm, String shape) {
    ForkedJvm.Result run =
        ForkedJvm.on(vm)
            .with("-D" + Warmed.AGENT + "=true")
            .withAgent(COLD + "out=" + known)
            .run(Warmed.class, shape, ROUNDS);
    assertEquals("", run.err());
    return run;
  }

  private ForkedJvm.Result second(ForkedJvm vm, String options, String... arguments) {
    return vm.with("-D" + Warmed.AGENT + "=true")
        .withAgent(
            options
                + "use="
                + known
                + ",stats="
                + folder.resolve("stats.json")
                + ",decisions="
                + folder.resolve("decisions.txt"))
        .run(Warmed.class, arguments);
  }

  private JsonNode stats() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("stats.json").toFile());
  }

  private static ProfiledMethod method(Profile profile, String name) {
    return profile.methods().stream()
        .filter(each -> each.counts().method().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK25_INT", "JDK17_C1", "JDK25_C1"})
  void hotMethodsGoStraightToTierTwoWhateverTheDelay(Vm vm) throws IOException {
    ForkedJvm.Result cold = first(vm, "square");
    assertEquals(2, method(ProfileFile.read(known), "add").tier());
    ForkedJvm.Result warm =
        second(
            ForkedJvm.on(vm).with("-javaagent:" + SecondAgent.jar(folder)),
            WARM + "out=" + folder.resolve("out.jpgo") + ",",
            "square",
            "4",
            "await");
    assertEquals("", warm.err());
    assertEquals(cold.out(), warm.out());
    assertEquals(0, stats().at("/promotions/tier1").asInt());
    assertTrue(stats().at("/warmStart/optimized").asInt() > 0, stats()::toString);
    String decisions = Files.readString(folder.resolve("decisions.txt"));
    assertTrue(
        decisions.contains("Subject.add(ILdev/jpgo/test/programs/Warmed$Shape;)I: OPTIMIZED"),
        decisions);
    Profile second = ProfileFile.read(folder.resolve("out.jpgo"));
    assertEquals(2, method(second, "add").tier());
  }

  @Test
  void methodsWhoseCodeHasChangedAreNamedAndGoTheUsualWay() throws IOException {
    first(Vm.JDK17_INT, "square");
    Path changed = folder.resolve("dev/jpgo/test/programs/Warmed$Subject.class");
    Files.createDirectories(changed.getParent());
    Files.write(changed, withAnInstructionMore(Warmed.Subject.class));
    ForkedJvm vm = ForkedJvm.on(Vm.JDK17_INT).classPath(paths(folder));
    ForkedJvm.Result run = second(vm, COLD + "log=info,", "square", ROUNDS);
    String name =
        "dev.jpgo.test.programs.Warmed$Subject.add(ILdev/jpgo/test/programs/Warmed$Shape;)I";
    assertTrue(run.err().contains("use=: " + name + " is stale: its code has changed"), run.err());
    assertEquals(1, stats().at("/warmStart/stale").asInt());
    assertEquals(name, stats().at("/warmStart/staleMethods/0/method").asText());
    String decisions = Files.readString(folder.resolve("decisions.txt"));
    assertTrue(decisions.contains("tier 1 " + name.substring(0, name.indexOf('('))), decisions);
  }

  private static Path[] paths(Path first) {
    String[] rest = System.getProperty("java.class.path").split(java.io.File.pathSeparator);
    Path[] paths = new Path[rest.length + 1];
    paths[0] = first;
    for (int i = 0; i < rest.length; i++) {
      paths[i + 1] = Path.of(rest[i]);
    }
    return paths;
  }

  private static byte[] withAnInstructionMore(Class<?> type) throws IOException {
    ClassWriter writer = new ClassWriter(0);
    try (InputStream in = type.getResourceAsStream("Warmed$Subject.class")) {
      new ClassReader(in)
          .accept(
              new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                  MethodVisitor to = super.visitMethod(access, name, descriptor, signature, thrown);
                  return new MethodVisitor(Opcodes.ASM9, to) {
                    @Override
                    public void visitCode() {
                      super.visitCode();
                      super.visitInsn(Opcodes.NOP);
                    }
                  };
                }
              },
              0);
    }
    return writer.toByteArray();
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK17_C1"})
  void aProfileThatIsWrongForThisRunIsCorrected(Vm vm) throws IOException {
    first(vm, "square");
    String many = "20";
    ForkedJvm.Result run = second(ForkedJvm.on(vm), WARM + "delay=0,", "strip", many);
    assertEquals("", run.err());
    assertEquals(ForkedJvm.on(Vm.JDK17).run(Warmed.class, "strip", many).out(), run.out());
    assertTrue(stats().at("/promotions/reprofile").asInt() > 0, stats()::toString);
  }

  @Test
  void aDamagedOrMissingProfileCostsOneLineAndTheProgramRuns() throws IOException {
    ForkedJvm.Result missing = second(ForkedJvm.on(Vm.JDK17_INT), COLD, "square", "1");
    assertEquals(1, missing.err().lines().count(), missing.err());
    assertTrue(missing.err().contains("does not exist"), missing.err());
    first(Vm.JDK17_INT, "square");
    byte[] bytes = Files.readAllBytes(known);
    bytes[bytes.length / 2] ^= 4;
    Files.write(known, bytes);
    ForkedJvm.Result damaged = second(ForkedJvm.on(Vm.JDK17_INT), COLD, "square", "1");
    assertEquals(1, damaged.err().lines().count(), damaged.err());
    assertTrue(damaged.err().contains("damaged"), damaged.err());
    assertEquals(missing.out(), damaged.out());
    assertFalse(damaged.out().isEmpty());
  }

  @Test
  void countsOfTheRunBeforeAreNotCountedTwice() throws IOException {
    first(Vm.JDK17_INT, "square");
    Profile one = ProfileFile.read(known);
    assertEquals(Warmed.CALM, method(one, "calm").counts().calls());
    Path apart = folder.resolve("apart.jpgo");
    String counting = WARM + "delay=0,";
    second(ForkedJvm.on(Vm.JDK17_INT), counting + "out=" + apart + ",", "square", "2");
    Profile two = ProfileFile.read(apart);
    assertEquals(Warmed.CALM, method(two, "calm").counts().calls());
    long added = method(two, "add").counts().calls();
    assertTrue(method(two, "add").counts().edges().isEmpty());
    Profile sum = ProfileMerger.merge(one, two);
    assertEquals(method(one, "add").counts().calls() + added, method(sum, "add").counts().calls());
    second(ForkedJvm.on(Vm.JDK17_INT), counting + "out=" + known + ",", "square", "2");
    Profile merged = ProfileFile.read(known);
    assertEquals(2, merged.runs());
    assertEquals(2 * Warmed.CALM, method(merged, "calm").counts().calls());
    assertEquals(method(one, "add").counts().edges(), method(merged, "add").counts().edges());
  }
}
