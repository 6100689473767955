package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.targets.LibraryProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.util.TraceClassVisitor;

/** A library of which every method was compiled still does its work. */
class LibraryTest {
  @Test
  void aLibraryOfCompiledMethodsComputesTheSame() throws Exception {
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> part : List.of(ClassVisitor.class, ClassNode.class, TraceClassVisitor.class)) {
      classes.addAll(classesBeside(part));
    }
    TestWorld world = new TestWorld().load(classes.toArray(new Class<?>[0]));
    Harness harness = new Harness(world);
    int compiled = 0;
    for (Class<?> type : classes) {
      compiled += harness.compileAll(type);
    }
    assertTrue(compiled > 300, "compiled " + compiled);
    String expected = Harness.outcome(new Harness(world).loader(), LibraryProgram.class, "run");
    assertEquals(expected, Harness.outcome(harness.loader(), LibraryProgram.class, "run"));
    Harness.Loader broken = harness.loader();
    broken.breakAssumptions();
    assertEquals(expected, Harness.outcome(broken, LibraryProgram.class, "run"));
  }

  private static List<Class<?>> classesBeside(Class<?> part) throws Exception {
    Path jar = Path.of(part.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of());
        Stream<Path> all = Files.walk(files.getPath("/"))) {
      List<Class<?>> classes = new ArrayList<>();
      for (Path file : all.toList()) {
        String name = file.toString().substring(1);
        if (name.endsWith(".class") && name.startsWith("org/")) {
          classes.add(load(name));
        }
      }
      return classes;
    }
  }

  private static Class<?> load(String file) throws IOException {
    try {
      return Class.forName(
          file.substring(0, file.length() - ".class".length()).replace('/', '.'),
          false,
          LibraryTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }
}
