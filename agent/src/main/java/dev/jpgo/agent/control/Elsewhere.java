package dev.jpgo.agent.control;

import dev.jpgo.agent.compiler.CompileJob;
import dev.jpgo.agent.compiler.CompileSetting;
import dev.jpgo.agent.compiler.CompilerProcess;
import dev.jpgo.agent.compiler.Conversation;
import dev.jpgo.agent.compiler.ProgramBytes;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.core.world.LoadedClass;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The process that optimizes for this one, as long as there is one: when it fails, that is said
 * once, and methods are optimized here from then on.
 */
final class Elsewhere {
  private final ClassRegistry registry;
  private final Log log;
  private volatile @Nullable CompilerProcess process;
  private long nanos;

  private Elsewhere(ClassRegistry registry, Log log, @Nullable CompilerProcess process) {
    this.registry = registry;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param java launcher or folder of its JVM; empty when there is to be none
   * @param jar the agent's
   */
  static Elsewhere start(
      String java, Path jar, CompileSetting setting, ClassRegistry registry, Log log) {
    CompilerProcess started = null;
    if (!java.isEmpty()) {
      try {
        started =
            CompilerProcess.start(
                Path.of(java), jar, setting, new ProgramWorld(registry, true), new Bytes(registry));
      } catch (IOException | RuntimeException failure) {
        warn(log, failure);
      }
    }
    return new Elsewhere(registry, log, started);
  }

  private static void warn(Log log, Exception failure) {
    log.warn("compiler=: " + failure.getMessage() + "; methods are optimized in this JVM");
    log.debug(failure);
  }

  /** What became of a method there; null when nobody is there. */
  Conversation.@Nullable Made compile(CompileJob job) {
    CompilerProcess known = process;
    if (known == null) {
      return null;
    }
    long start = System.nanoTime();
    try {
      return known.compile(job);
    } catch (IOException gone) {
      if (process != null) {
        warn(log, gone);
      }
      close();
      return null;
    } finally {
      nanos += System.nanoTime() - start;
    }
  }

  /** For how many nanoseconds it was waited for. */
  long nanos() {
    return nanos;
  }

  void close() {
    CompilerProcess known = process;
    process = null;
    if (known != null) {
      known.close();
      registry.forgetChanged();
    }
  }

  private record Bytes(ClassRegistry registry) implements ProgramBytes {
    @Override
    public byte @Nullable [] shape(LoadedClass type) {
      return registry.shapeBytes((ClassRecord) type);
    }

    @Override
    public byte @Nullable [] code(LoadedClass type) {
      ClassRecord record = (ClassRecord) type;
      if (record.mayBeChangedUnseen()) {
        return null;
      }
      byte[] known = registry.code(record);
      if (known == null) {
        registry.want(record);
      }
      return known;
    }

    @Override
    public List<ClassRecord> changed() {
      return registry.takeChanged();
    }
  }
}
