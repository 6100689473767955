package dev.jpgo.core.record;

import dev.jpgo.runtime.JpgoRecords;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Defines classes of this project's tests itself, patched or not; notes what it is asked for. */
final class PatchingLoader extends ClassLoader {
  private final String prefix;
  private final boolean patching;
  private final String missing;
  private final List<String> asked = new ArrayList<>();
  private final Map<String, Integer> sites = new HashMap<>();

  /**
   * @param prefix of the names of classes that are defined here
   * @param missing end of the name of one that is not found
   */
  PatchingLoader(Class<?> prefix, boolean patching, String missing) {
    super(PatchingLoader.class.getClassLoader());
    this.prefix = prefix.getName();
    this.patching = patching;
    this.missing = missing;
  }

  /** The classes of the prefix that it was asked for, in order, each time. */
  List<String> asked() {
    return asked;
  }

  /** First site of a class that was patched. */
  int firstSite(String name) {
    return sites.get(name);
  }

  /** How many sites of the classes that were patched are linked. */
  int linked() {
    int linked = 0;
    for (int first : sites.values()) {
      for (int i = 0; i < 3; i++) {
        linked += JpgoRecords.LINKED[first + i] ? 1 : 0;
      }
    }
    return linked;
  }

  static byte[] bytes(Class<?> type) {
    return bytes(type.getName());
  }

  private static byte[] bytes(String name) {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = PatchingLoader.class.getClassLoader().getResourceAsStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(prefix)) {
      return super.loadClass(name, resolve);
    }
    asked.add(name);
    Class<?> known = findLoadedClass(name);
    if (known != null) {
      return known;
    }
    if (!missing.isEmpty() && name.endsWith(missing)) {
      throw new ClassNotFoundException(name);
    }
    byte[] bytes = bytes(name);
    RecordPatch patch = patching ? RecordPatch.of(bytes, RecordPatchTest.TEXTS) : null;
    if (patch != null) {
      int first = JpgoRecords.take(3);
      sites.put(name, first);
      bytes = patch.write(first);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }
}
