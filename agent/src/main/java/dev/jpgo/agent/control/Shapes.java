package dev.jpgo.agent.control;

import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.core.instrument.MethodShape;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What methods look like, of classes too that nobody saw as they were loaded. Good for telling what
 * is worth a look or runs for long; code is never made of it.
 */
final class Shapes {
  /** Virtual threads where the VM has continuations. */
  private static final String MOUNTED = "java/lang/VirtualThread";

  /** Virtual threads where the VM has no continuations. */
  private static final String BOUND = "java/lang/ThreadBuilders$BoundVirtualThread";

  private final ClassRegistry registry;

  Shapes(ClassRegistry registry) {
    this.registry = registry;
  }

  /** Whether this JVM has made virtual threads, whose stacks nobody sees. */
  boolean mayHaveVirtualThreads() {
    return registry.isInitialized(MOUNTED) || registry.isInitialized(BOUND);
  }

  /** Whether the bytes that the transformer was handed for a class are here. */
  boolean hasBytes(ClassRecord record) {
    return registry.bytes(record) != null;
  }

  /** The methods of a class; null when they are not to be had. */
  @Nullable List<MethodShape> of(ClassRecord record) {
    try {
      byte[] bytes = bytes(record);
      return bytes == null ? null : MethodShape.read(bytes);
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  /** Whether methods of a class take locks; true when that cannot be told. */
  boolean locks(ClassRecord record) {
    try {
      byte[] bytes = bytes(record);
      return bytes == null || LockSeeker.locks(bytes);
    } catch (IOException | IllegalArgumentException e) {
      return true;
    }
  }

  private byte @Nullable [] bytes(ClassRecord record) throws IOException {
    byte[] bytes = registry.bytes(record);
    if (bytes == null) {
      bytes = registry.image(record);
    }
    return bytes == null ? file(record) : bytes;
  }

  /**
   * The file on the class path of a class that was loaded before anyone looked. It may not be what
   * was loaded.
   */
  private static byte @Nullable [] file(ClassRecord record) throws IOException {
    Class<?> type = record.type();
    ClassLoader loader = type == null ? null : type.getClassLoader();
    if (loader == null || loader.getClass().getModule() != Object.class.getModule()) {
      return null; // no code of the program's is called from here
    }
    URL place = loader.getResource(record.name() + ".class");
    if (place == null) {
      return null;
    }
    URLConnection connection = place.openConnection();
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes();
    }
  }
}
