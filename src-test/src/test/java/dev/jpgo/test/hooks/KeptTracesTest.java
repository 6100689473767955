package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.test.programs.KeptTraces;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Traces of exceptions that are older than the versions of their classes, of classes whose file
 * names no source, as compilers and obfuscators leave it out.
 */
class KeptTracesTest {
  private static final String OPTIONS =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,jdk=off,log=warn,stress=retier,stress.seed=1";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "JDK17_INT, lines",
    "JDK17_INT, nothing",
    "JDK25_INT, lines",
    "JDK25_INT, nothing",
    "ZERO17, lines"
  })
  void framesAndLinesStayWhereNoSourceIsNamed(Vm vm, String kept) throws IOException {
    strip(KeptTraces.class.getName(), kept.equals("lines"));
    strip(KeptTraces.class.getName() + "$Steps", kept.equals("lines"));
    ForkedJvm.Result plain = ForkedJvm.on(vm).classPath(folder).run(KeptTraces.class, "0");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).classPath(folder).withAgent(OPTIONS).run(KeptTraces.class, "4000");
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertEquals(0, tiered.exitCode(), tiered.err());
  }

  private void strip(String name, boolean lines) throws IOException {
    String file = name.replace('.', '/') + ".class";
    ClassWriter writer = new ClassWriter(0);
    try (InputStream in = KeptTraces.class.getClassLoader().getResourceAsStream(file)) {
      ClassVisitor unnamed =
          new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public void visitSource(String source, String debug) {
              // left out
            }
          };
      new ClassReader(in.readAllBytes()).accept(unnamed, lines ? 0 : ClassReader.SKIP_DEBUG);
    }
    Path place = folder.resolve(file);
    Files.createDirectories(place.getParent());
    Files.write(place, writer.toByteArray());
  }
}
