package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.jpgo.core.jdk.HookGroup;
import dev.jpgo.core.jdk.JdkPatch;
import dev.jpgo.core.jdk.PatchResult;
import dev.jpgo.core.jdk.UnsafeFields;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The JDK's queues, futures and atomics without handles; interpreted, and by each compiler. */
class FieldHandlesTest {
  @RegisterExtension static final HookAgentJar HOOKS = new HookAgentJar();

  @ParameterizedTest
  @CsvSource({
    "JDK17, -Xint, 20",
    "JDK17, -XX:TieredStopAtLevel=1, 300",
    "JDK17, -XX:+TieredCompilation, 300",
    "JDK17, -XX:-UseCompressedOops, 50",
    "JDK17, -XX:+UseZGC, 50",
    "JDK25, -Xint, 20",
    "JDK25, -XX:TieredStopAtLevel=1, 300",
    "JDK25, -XX:+UseCompactObjectHeaders, 300"
  })
  void theSameWithoutHandles(Vm vm, String flag, String rounds) {
    ForkedJvm.Result result =
        ForkedJvm.on(vm)
            .with("-Xverify:all", flag, HOOKS.flag("HANDLES", false))
            .run(FieldHandlesProgram.class, rounds);
    assertEquals(0, result.exitCode(), result.err());
    assertEquals("all the same", result.out().strip());
  }

  /** Accesses by handles that each class has, and what is left: those that cast. */
  @ParameterizedTest
  @EnumSource(names = {"JDK17", "JDK25"})
  void allAccessesAreReplaced(Vm vm) throws IOException {
    Map<String, String> found = new TreeMap<>();
    Map<String, String> home = Map.of("java.home", vm.home().toString());
    try (FileSystem jdk = FileSystems.newFileSystem(URI.create("jrt:/"), home)) {
      Path base = jdk.getPath("/modules/java.base");
      for (JdkPatch patch : HookGroup.HANDLES.patches(new Fields(base))) {
        byte[] original = read(base, patch.className());
        PatchResult.Patched patched =
            assertInstanceOf(PatchResult.Patched.class, patch.apply(original));
        String name = patch.className().replaceFirst(".*/", "");
        found.put(name, accesses(original) + " -> " + accesses(patched.classFile()));
      }
    }
    Map<String, String> expected =
        Map.ofEntries(
            Map.entry("AtomicBoolean", "17 -> 0"),
            Map.entry("AtomicMarkableReference", "1 -> 0"),
            Map.entry("AtomicReference", "17 -> 0"),
            Map.entry("AtomicStampedReference", "1 -> 0"),
            Map.entry("CompletableFuture", "15 -> 1"),
            Map.entry("ConcurrentLinkedDeque", "38 -> 2"),
            Map.entry("ConcurrentLinkedQueue", "11 -> 0"),
            Map.entry("FutureTask", "12 -> 0"));
    assertEquals(expected, found);
  }

  private static int accesses(byte[] classFile) {
    ClassNode type = new ClassNode();
    new ClassReader(classFile).accept(type, 0);
    int accesses = 0;
    for (MethodNode method : type.methods) {
      for (AbstractInsnNode each : method.instructions) {
        if (each instanceof MethodInsnNode call
            && call.getOpcode() == Opcodes.INVOKEVIRTUAL
            && call.owner.equals("java/lang/invoke/VarHandle")) {
          accesses++;
        }
      }
    }
    return accesses;
  }

  private static byte[] read(Path base, String name) throws IOException {
    return Files.readAllBytes(base.resolve(name + ".class"));
  }

  /** What a JDK that does not run says of itself. */
  private record Fields(Path base) implements UnsafeFields {
    @Override
    public boolean has(String className) {
      return Files.exists(base.resolve(className + ".class"));
    }

    @Override
    public OptionalLong offset(String owner, String field) {
      return type(owner).fields.stream().anyMatch(each -> each.name.equals(field))
          ? OptionalLong.of(16)
          : OptionalLong.empty();
    }

    @Override
    public boolean offers(String method, String descriptor) {
      return type("jdk/internal/misc/Unsafe").methods.stream()
          .anyMatch(each -> each.name.equals(method) && each.desc.equals(descriptor));
    }

    private ClassNode type(String name) {
      ClassNode type = new ClassNode();
      try {
        new ClassReader(read(base, name)).accept(type, ClassReader.SKIP_CODE);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      return type;
    }
  }
}
