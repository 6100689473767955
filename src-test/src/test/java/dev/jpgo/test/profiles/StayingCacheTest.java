package dev.jpgo.test.profiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.StayingMarked;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A second start with optimized code of the first whose objects are not made. */
class StayingCacheTest {
  private static final String TIERS =
      "include=dev.jpgo.test.programs.Staying*,delay=0,tier1.calls=500,tier2.calls=500,"
          + "tier1.loops=1000000000,";

  @TempDir private Path folder;

  private ForkedJvm fork(Vm vm) {
    Path[] classes =
        Stream.concat(
                Stream.of(folder),
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(Path::of))
            .toArray(Path[]::new);
    return ForkedJvm.on(vm).classPath(classes);
  }

  private String plain(Vm vm) {
    String out = fork(vm).run(StayingMarked.class, "plain").out();
    assertTrue(out.contains("many objects"), out);
    return out.replace("many objects", "few objects");
  }

  private String run(Vm vm) {
    ForkedJvm.Result run =
        fork(vm)
            .with("-D" + StayingMarked.AGENT + "=true")
            .withAgent(
                TIERS
                    + "cache="
                    + folder.resolve("cache")
                    + ",stats="
                    + folder.resolve("stats.json"))
            .run(StayingMarked.class, "plain");
    assertEquals("", run.err());
    return run.out();
  }

  private JsonNode stat(String pointer) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("stats.json").toFile()).at(pointer);
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1"})
  void theSecondStartMakesNoObjectsEither(Vm vm) throws IOException {
    String expected = plain(vm);
    assertEquals(expected, run(vm));
    assertTrue(stat("/cache/kept").asInt() > 0);
    assertEquals(expected, run(vm));
    assertTrue(stat("/cache/used").asInt() > 0);
    assertEquals(0, stat("/optimizer/compilations").asInt());
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17_C1"})
  void codeWithAConstructorThatHasChangedIsNotUsed(Vm vm) throws IOException {
    writeMarked("marker one");
    String before = run(vm);
    writeMarked("marker two");
    String expected = plain(vm);
    assertNotEquals(before, expected);
    assertEquals(expected, run(vm));
    assertTrue(stat("/cache/loaded").asInt() > 0);
    assertEquals(0, stat("/cache/used").asInt(), stat("/cache")::toString);
    assertTrue(stat("/cache/stale").asInt() > 0);
    assertTrue(stat("/optimizer/compilations").asInt() > 0);
  }

  /** Puts the class of the object in front of the class path, with another constant. */
  private void writeMarked(String marker) throws IOException {
    String name = StayingMarked.Marked.class.getName().replace('.', '/') + ".class";
    ClassWriter writer = new ClassWriter(0);
    try (InputStream in = StayingMarked.class.getClassLoader().getResourceAsStream(name)) {
      new ClassReader(Objects.requireNonNull(in)).accept(new Marking(writer, marker), 0);
    }
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, writer.toByteArray());
  }

  private static final class Marking extends ClassVisitor {
    private final String marker;

    Marking(ClassVisitor to, String marker) {
      super(Opcodes.ASM9, to);
      this.marker = marker;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] thrown) {
      MethodVisitor to = super.visitMethod(access, name, descriptor, signature, thrown);
      return new MethodVisitor(Opcodes.ASM9, to) {
        @Override
        public void visitLdcInsn(Object value) {
          super.visitLdcInsn(value.equals("marker one") ? marker : value);
        }
      };
    }
  }
}
