package dev.jpgo.core.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Builds graphs of the running JDK's own code. */
class JdkGraphTest {
  /** Every which class of java.base is looked at; 1 looks at all of them. */
  private static final int SAMPLE = Integer.getInteger("jpgo.test.sample", 4);

  @Test
  void everyMethodOfTheJdkHasAValidGraph() throws IOException {
    List<Path> classes;
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    try (Stream<Path> files = Files.walk(base)) {
      classes = files.filter(f -> f.toString().endsWith(".class")).sorted().toList();
    }
    List<String> failures = new ArrayList<>();
    int methods = 0;
    for (int i = 0; i < classes.size(); i += SAMPLE) {
      ClassNode node = new ClassNode();
      new ClassReader(Files.readAllBytes(classes.get(i))).accept(node, ClassReader.EXPAND_FRAMES);
      for (MethodNode method : node.methods) {
        if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
          methods++;
          check(node, method, failures);
        }
      }
    }
    assertTrue(methods > 30_000 / SAMPLE, methods + " methods");
    assertEquals(List.of(), failures);
  }

  private static void check(ClassNode owner, MethodNode method, List<String> failures) {
    try {
      MethodSource source = MethodSource.of(owner.name, owner.version & 0xffff, method);
      GraphVerifier.verify(GraphBuilder.build(source));
    } catch (UnsupportedMethodException | RuntimeException e) {
      failures.add(owner.name + "." + method.name + method.desc + ": " + e);
    }
  }
}
