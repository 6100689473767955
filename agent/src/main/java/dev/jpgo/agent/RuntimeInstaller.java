package dev.jpgo.agent;

import dev.jpgo.core.jdk.ListReading;
import dev.jpgo.core.jdk.StringJoining;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Defines the runtime (the classes that rewritten code calls) in {@code java.lang} (and one in
 * {@code java.util}) of the boot loader: every class loader delegates {@code java.*}, while classes
 * on the boot append path are invisible to OSGi-like loaders.
 */
final class RuntimeInstaller {
  private final Instrumentation instrumentation;
  private final JarFile jar;

  RuntimeInstaller(Instrumentation instrumentation, JarFile jar) {
    this.instrumentation = instrumentation;
    this.jar = jar;
  }

  /** Defines the runtime; returns a lookup that may define more classes beside it. */
  MethodHandles.Lookup install() throws IOException, IllegalAccessException {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of(
            "java.lang",
            Set.of(RuntimeInstaller.class.getModule()),
            "java.util",
            Set.of(RuntimeInstaller.class.getModule()),
            "jdk.internal.misc",
            Set.of(RuntimeInstaller.class.getModule())),
        Set.of(),
        Map.of());
    MethodHandles.Lookup lookup =
        MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
    List<byte[]> pending = classFiles(lookup);
    while (!pending.isEmpty()) {
      List<byte[]> refused = define(lookup, pending);
      if (refused.size() == pending.size()) {
        throw new IllegalStateException("runtime classes with missing superclasses");
      }
      pending = refused;
    }
    if (ListReading.fits()) {
      MethodHandles.privateLookupIn(ArrayList.class, MethodHandles.lookup())
          .defineClass(ListReading.generate(RuntimeCalls.LISTS));
    }
    return lookup;
  }

  /** Those whose superclass is not defined yet come back, for another round. */
  private static List<byte[]> define(MethodHandles.Lookup lookup, List<byte[]> classFiles)
      throws IllegalAccessException {
    List<byte[]> refused = new ArrayList<>();
    for (byte[] classFile : classFiles) {
      try {
        lookup.defineClass(classFile);
      } catch (NoClassDefFoundError e) {
        refused.add(classFile);
      }
    }
    return refused;
  }

  private List<byte[]> classFiles(MethodHandles.Lookup lookup) throws IOException {
    List<byte[]> classFiles = new ArrayList<>();
    String names = new String(read("jpgo/runtime.txt"), StandardCharsets.UTF_8);
    for (String name : names.split(" ")) {
      String internalName = "java/lang/" + name;
      classFiles.add(
          internalName.equals(StringJoining.replaced()) && StringJoining.fits(lookup)
              ? StringJoining.generate(internalName)
              : read("jpgo/" + internalName + ".classdata"));
    }
    return classFiles;
  }

  private byte[] read(String name) throws IOException {
    JarEntry entry = jar.getJarEntry(name);
    if (entry == null) {
      throw new IOException("the agent's jar is damaged: no " + name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }
}
