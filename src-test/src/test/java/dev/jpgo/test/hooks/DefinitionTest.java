package dev.jpgo.test.hooks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DefinitionTest {
  @RegisterExtension static final HookAgentJar AGENT = new HookAgentJar();

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17", "JDK25"})
  void everyHiddenClassIsAnnounced(Vm vm) {
    ForkedJvm.Result run =
        ForkedJvm.on(vm).with(AGENT.flag("DEFINITIONS", false)).run(DefinitionProgram.class);
    assertEquals(0, run.exitCode(), run.err());
    assertFalse(run.out().contains("missed"), run.out());
    assertTrue(run.out().contains("complete"), run.out());
    assertTrue(run.out().contains("still works"), run.out());
    assertTrue(run.out().contains("failure java.lang.IllegalStateException"), run.out());
  }

  /** The hook is in the only caller, that the JDK has, of what defines hidden classes. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17", "JDK25"})
  void nothingElseOfTheJdkDefinesHiddenClasses(Vm vm) throws IOException {
    String signature = "(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[B";
    Set<String> naming = new TreeSet<>();
    Map<String, String> home = Map.of("java.home", vm.home().toString());
    try (FileSystem image = FileSystems.newFileSystem(URI.create("jrt:/"), home);
        Stream<Path> files = Files.walk(image.getPath("/modules"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.toString();
        if (name.endsWith(".class")
            && new String(Files.readAllBytes(file), ISO_8859_1).contains(signature)) {
          naming.add(name.replaceAll("[0-9]+", "").substring("/modules/java.base/".length()));
        }
      }
    }
    Set<String> expected =
        Set.of(
            "java/lang/ClassLoader.class", // the native method
            "java/lang/System$.class", // calls it for
            "jdk/internal/access/JavaLangAccess.class", // which has it for
            "java/lang/invoke/MethodHandles$Lookup$ClassDefiner.class");
    assertEquals(expected, naming);
  }
}
