package dev.jpgo.test.hooks;

import dev.jpgo.test.vm.ForkedJvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Packs {@link HookAgent} into a jar that is there for the tests of a class. */
final class HookAgentJar implements BeforeAllCallback, AfterAllCallback {
  private Path jar = Path.of("");

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    jar = Files.createTempFile("jpgo-hooks", ".jar");
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", HookAgent.class.getName());
    main.putValue("Can-Retransform-Classes", "true");
    main.putValue("Can-Redefine-Classes", "true");
    String name = HookAgent.class.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        InputStream in = HookAgent.class.getClassLoader().getResourceAsStream(name)) {
      entries.putNextEntry(new JarEntry(name));
      in.transferTo(entries);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    Files.delete(jar);
  }

  /**
   * What starts a JVM with it.
   *
   * @param groups names of hook groups, with + between them, or ALL
   * @param open whether classes are opened as they load
   */
  String flag(String groups, boolean open) {
    return "-javaagent:" + jar + "=" + ForkedJvm.agentJar() + "," + groups + "," + open;
  }
}
