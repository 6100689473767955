package dev.jpgo.test.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.test.vm.ForkedJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What is in the built agent, and what an application can see of it. */
class AgentJarTest {
  @Test
  void anApplicationSeesTwoClasses() throws IOException {
    List<String> visible = new ArrayList<>();
    for (String name : names()) {
      if (!name.startsWith("jpgo/") && !name.startsWith("META-INF/")) {
        visible.add(name);
      }
    }
    assertEquals(
        List.of("dev/jpgo/agent/JpgoAgent.class", "dev/jpgo/agent/LastPlace.class"), visible);
  }

  @Test
  void noEntryIsThereTwice() throws IOException {
    List<String> names = names();
    Set<String> once = new HashSet<>(names);
    assertEquals(once.size(), names.size());
  }

  /** Parts of names in a constant would escape the relocation. */
  @Test
  void nothingNamesTheRuntimeWhereItIsNot() throws IOException {
    List<String> found = new ArrayList<>();
    try (JarFile jar = new JarFile(ForkedJvm.agentJar().toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        String bytes = new String(jar.getInputStream(entry).readAllBytes(), ISO_8859_1);
        if (bytes.contains("dev/jpgo/runtime") || bytes.contains("dev.jpgo.runtime")) {
          found.add(entry.getName());
        }
      }
    }
    assertEquals(List.of(), found);
  }

  private static List<String> names() throws IOException {
    try (JarFile jar = new JarFile(ForkedJvm.agentJar().toFile())) {
      List<String> names = new ArrayList<>();
      for (JarEntry entry : jar.stream().toList()) {
        names.add(entry.getName());
      }
      return names;
    }
  }
}
