package dev.jpgo.test.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** An agent that has classes made anew when it is asked to, changed or not. */
public final class SecondAgent implements ClassFileTransformer {
  private static final byte[] BEFORE = "marker one".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] AFTER = "marker two".getBytes(StandardCharsets.US_ASCII);
  private static final Map<String, Integer> VERSIONS = new ConcurrentHashMap<>();

  private static volatile Instrumentation instrumentation;

  /** Internal name of the class that it changes; empty for none. */
  private static volatile String changing = "";

  private SecondAgent() {}

  /** A jar with this agent; the caller deletes it. */
  public static Path jar(Path folder) throws IOException {
    return jar(folder, SecondAgent.class);
  }

  /** A jar of one class, such as an agent. */
  public static Path jar(Path folder, Class<?> agent) throws IOException {
    Path jar = folder.resolve("second-agent.jar");
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", agent.getName());
    main.putValue("Can-Retransform-Classes", "true");
    String name = agent.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        InputStream in = SecondAgent.class.getClassLoader().getResourceAsStream(name)) {
      entries.putNextEntry(new JarEntry(name));
      in.transferTo(entries);
    }
    return jar;
  }

  /** Starts with the JVM. */
  public static void premain(String arguments, Instrumentation given) {
    instrumentation = given;
    given.addTransformer(new SecondAgent(), true);
  }

  /** How often anyone had a class of these programs made anew. */
  static int versions(Class<?> type) {
    return VERSIONS.getOrDefault(type.getName().replace('.', '/'), 0);
  }

  /** Whether it started with this JVM. */
  static boolean isThere() {
    return instrumentation != null;
  }

  /** Whether a class, as all others leave it, has such a text in it; it is made anew for that. */
  static boolean shows(Class<?> type, String text) {
    Sight sight = new Sight(type, text);
    instrumentation.addTransformer(sight, true);
    try {
      instrumentation.retransformClasses(type);
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException(e);
    } finally {
      instrumentation.removeTransformer(sight);
    }
    return sight.shown;
  }

  /** Looks at a class and changes nothing. */
  private static final class Sight implements ClassFileTransformer {
    private final Class<?> wanted;
    private final String text;
    private volatile boolean shown;

    private Sight(Class<?> wanted, String text) {
      this.wanted = wanted;
      this.text = text;
    }

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
      if (type == wanted) {
        shown = new String(bytes, StandardCharsets.ISO_8859_1).contains(text);
      }
      return null;
    }
  }

  /** Has a class made anew. */
  static void retransform(Class<?> type, boolean changed) throws Exception {
    changing = changed ? type.getName().replace('.', '/') : "";
    instrumentation.retransformClasses(type);
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (redefined == null || !className.startsWith("dev/jpgo/test/programs/")) {
      return null;
    }
    VERSIONS.merge(className, 1, Integer::sum);
    return className.equals(changing) ? replaced(classFile) : null;
  }

  private static byte[] replaced(byte[] classFile) {
    byte[] bytes = classFile.clone();
    for (int i = 0; i <= bytes.length - BEFORE.length; i++) {
      int same = 0;
      while (same < BEFORE.length && bytes[i + same] == BEFORE[same]) {
        same++;
      }
      if (same == BEFORE.length) {
        System.arraycopy(AFTER, 0, bytes, i, AFTER.length);
      }
    }
    return bytes;
  }
}
