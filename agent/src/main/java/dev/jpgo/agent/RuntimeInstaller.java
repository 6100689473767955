package dev.jpgo.agent;

import dev.jpgo.core.jdk.ListReading;
import dev.jpgo.core.jdk.MapReading;
import dev.jpgo.core.jdk.StringJoining;
import dev.jpgo.core.jdk.StringReading;
import dev.jpgo.core.jdk.UnsafeAccess;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;

/**
 * Defines the runtime (the classes that rewritten code calls) in {@code java.lang} (and some in
 * {@code java.util} and {@code jdk.internal.misc}) of the boot loader: every class loader delegates
 * {@code java.*}, while classes on the boot append path are invisible to OSGi-like loaders.
 */
final class RuntimeInstaller {
  private static final String RECORDS = "JpgoRecords";

  private final Instrumentation instrumentation;
  private final JarFile jar;

  RuntimeInstaller(Instrumentation instrumentation, JarFile jar) {
    this.instrumentation = instrumentation;
    this.jar = jar;
  }

  /** Defines the class that patched records use, if it is not there: long before the others. */
  void installRecords() throws IOException, ReflectiveOperationException {
    openPackages();
    MethodHandles.Lookup lookup = lookup();
    if (!isThere(RECORDS)) {
      lookup.defineClass(read("jpgo/java/lang/" + RECORDS + ".classdata"));
    }
    Class.forName("java.lang." + RECORDS, true, null);
  }

  private static boolean isThere(String name) {
    try {
      Class.forName("java.lang." + name, false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Defines the runtime; returns a lookup that may define more classes beside it.
   *
   * @param strings whether loops may read the bytes of strings
   * @param arrays whether the JDK is to go over arrays by words
   */
  MethodHandles.Lookup install(boolean strings, boolean arrays)
      throws IOException, ReflectiveOperationException {
    openPackages();
    MethodHandles.Lookup lookup = lookup();
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
    long base = UnsafeAccess.offset(unsafe, "BYTE");
    List<byte[]> pending = classFiles(lookup, base, arrays);
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
    if (MapReading.fits()) {
      MethodHandles.privateLookupIn(HashMap.class, MethodHandles.lookup())
          .defineClass(MapReading.generate(RuntimeCalls.MAPS));
    }
    if (strings && StringReading.fits()) {
      initialize(
          lookup.defineClass(StringReading.generate(RuntimeCalls.LATIN1, RuntimeCalls.BYTES)));
    }
    initialize(
        MethodHandles.privateLookupIn(unsafe, MethodHandles.lookup())
            .defineClass(
                UnsafeAccess.holder(RuntimeCalls.UNSAFE_HOLDER, RuntimeCalls.UNSAFE_FIELD)));
    if (UnsafeAccess.viewsFit(base)) {
      initialize(lookup.findClass(UnsafeAccess.viewsName().replace('/', '.')));
    }
    return lookup;
  }

  private static MethodHandles.Lookup lookup() throws IllegalAccessException {
    return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
  }

  /** Opens the packages that classes are defined in, and that tell how this VM was started. */
  void openPackages() {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of(
            "java.lang",
            Set.of(RuntimeInstaller.class.getModule()),
            "java.lang.invoke",
            Set.of(RuntimeInstaller.class.getModule()),
            "java.util",
            Set.of(RuntimeInstaller.class.getModule()),
            "jdk.internal.misc",
            Set.of(RuntimeInstaller.class.getModule())),
        Set.of(),
        Map.of());
  }

  private static void initialize(Class<?> type) throws ClassNotFoundException {
    Class.forName(type.getName(), true, type.getClassLoader());
  }

  /**
   * Those whose superclass is not defined yet come back, for another round. Where the VM verifies
   * what it has defined ({@code -Xverify:all}) and misses another class, it is defined all the same
   * and verified again when it is first used.
   */
  private static List<byte[]> define(MethodHandles.Lookup lookup, List<byte[]> classFiles)
      throws IllegalAccessException {
    List<byte[]> refused = new ArrayList<>();
    for (byte[] classFile : classFiles) {
      try {
        lookup.defineClass(classFile);
      } catch (NoClassDefFoundError e) {
        if (!isThere(simpleName(classFile))) {
          refused.add(classFile);
        }
      }
    }
    return refused;
  }

  private static String simpleName(byte[] classFile) {
    String name = new ClassReader(classFile).getClassName();
    return name.substring(name.lastIndexOf('/') + 1);
  }

  private List<byte[]> classFiles(MethodHandles.Lookup lookup, long base, boolean arrays)
      throws IOException {
    List<byte[]> classFiles = new ArrayList<>();
    String names = new String(read("jpgo/runtime.txt"), StandardCharsets.UTF_8);
    for (String name : names.split(" ")) {
      String internalName = "java/lang/" + name;
      String file = "jpgo/" + internalName + ".classdata";
      boolean ofArrays = internalName.equals(UnsafeAccess.arraysName());
      if (ofArrays || internalName.equals(UnsafeAccess.viewsName())) {
        if (UnsafeAccess.viewsFit(base) && (arrays || !ofArrays)) {
          classFiles.add(UnsafeAccess.exchange(read(file), (int) base));
        }
      } else if (!internalName.equals(UnsafeAccess.standIn())
          && !(name.equals(RECORDS) && isThere(RECORDS))) {
        classFiles.add(
            internalName.equals(StringJoining.replaced()) && StringJoining.fits(lookup)
                ? StringJoining.generate(internalName)
                : read(file));
      }
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
