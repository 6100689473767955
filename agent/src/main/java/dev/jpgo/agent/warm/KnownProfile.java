package dev.jpgo.agent.warm;

import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.options.OutputPattern;
import dev.jpgo.core.profile.PoolFile;
import dev.jpgo.core.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the file of {@code use=}. Whatever is wrong with it costs a line on standard error. */
public final class KnownProfile {
  /** Objects take so many times the memory of a file's content, with room to spare. */
  private static final long OBJECTS = 20;

  private KnownProfile() {}

  /**
   * The methods in a profile, or none.
   *
   * @param use where it is
   * @param enough as in {@link KnownMethod#of}
   */
  public static KnownMethods read(OutputPattern use, long enough, Log log) {
    if (use.isEmpty()) {
      return KnownMethods.none();
    }
    String why;
    try {
      Path file = use.here().file();
      if (!Files.exists(file)) {
        why = file + " does not exist";
      } else if (new PoolFile(file).contentBytes() * OBJECTS > free()) {
        why = file + " is too large for what is left of this heap";
      } else {
        return KnownMethods.of(ProfileFile.read(file), enough);
      }
    } catch (IOException | RuntimeException e) {
      why = String.valueOf(e.getMessage() == null ? e : e.getMessage());
    }
    log.warn("use=" + use + ": " + why + "; this start knows nothing of earlier runs");
    return KnownMethods.none();
  }

  private static long free() {
    Runtime vm = Runtime.getRuntime();
    return vm.maxMemory() - vm.totalMemory() + vm.freeMemory();
  }
}
