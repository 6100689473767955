package dev.jpgo.test.vm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * The built agent, but that it stays where the command line names it: its jar does not say what the
 * JDK is to load once more. Agents that are named after it are shown what it makes of classes.
 */
public final class AgentInPlace {
  private AgentInPlace() {}

  /** The option that starts it, with options of its own; the caller deletes the folder. */
  public static String option(Path folder, String options) throws IOException {
    return "-javaagent:" + jar(folder) + "=" + options;
  }

  private static Path jar(Path folder) throws IOException {
    Path copy = folder.resolve("agent-in-place.jar");
    try (JarFile built = new JarFile(ForkedJvm.agentJar().toFile())) {
      Manifest manifest = built.getManifest();
      manifest.getMainAttributes().remove(new Attributes.Name("Launcher-Agent-Class"));
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(copy), manifest)) {
        for (JarEntry entry : Collections.list(built.entries())) {
          if (entry.getName().equals(JarFile.MANIFEST_NAME) || entry.isDirectory()) {
            continue;
          }
          out.putNextEntry(new JarEntry(entry.getName()));
          try (InputStream in = built.getInputStream(entry)) {
            in.transferTo(out);
          }
        }
      }
    }
    return copy;
  }
}
