package dev.jpgo.agent.world;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A few classes of {@code java.lang} that are never retransformed, not even to have their bytes
 * handed over, and that everything calls: they are read from the run-time image. None of them is
 * patched by a hook. Another agent that rewrote one of them is not seen; none that is known does.
 */
final class ImageClasses {
  private static final String[] NAMES = {
    "java/lang/Object", "java/lang/Math", "java/util/concurrent/atomic/AtomicInteger",
  };

  private ImageClasses() {}

  static boolean has(String internalName) {
    for (String name : NAMES) {
      if (name.equals(internalName)) {
        return true;
      }
    }
    return false;
  }

  /** The class file in the image, or null. */
  static byte @Nullable [] read(String internalName) {
    try (InputStream in = Object.class.getResourceAsStream("/" + internalName + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }
}
