package dev.jpgo.agent.redefine;

import dev.jpgo.agent.events.ForegroundWork;
import dev.jpgo.core.record.RecordPatch;
import dev.jpgo.runtime.JpgoRecords;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Patches records as they are loaded, before any of their code runs; sees the JDK's class that
 * links their methods. Runs inside class definition, on threads of the application: loads nothing,
 * waits for nothing, never throws.
 *
 * <p>Only classes that the system's own class loader defines, which finds the runtime. A class that
 * was patched as it was loaded is patched again whenever the VM makes it anew, with the sites that
 * it had if its bytes are those it had; others are left as they are.
 */
public final class RecordTransformer implements ClassFileTransformer {
  /** The class that links records' methods, internal. */
  public static final String FACTORY = "java/lang/runtime/ObjectMethods";

  /** Loaded with the transformer. */
  private static final Patched NOT = new Patched(0, -1);

  private final @Nullable ClassLoader application;
  private final ClassFilter filter;
  private final boolean texts;
  private final ForegroundWork work;
  private final Map<String, Patched> patched = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile byte @Nullable [] factory;
  private volatile boolean factoryChanged;
  private volatile @Nullable Thread asking;

  /**
   * What a class was when it was patched.
   *
   * @param firstSite negative: it was not
   */
  private record Patched(long checksum, int firstSite) {}

  /**
   * @param application the loader whose classes may be patched, or null for none
   * @param texts whether {@code toString} is patched
   */
  public RecordTransformer(
      @Nullable ClassLoader application, ClassFilter filter, boolean texts, ForegroundWork work) {
    this.application = application;
    this.filter = filter;
    this.texts = texts;
    this.work = work;
  }

  /** What went wrong since the last time, or null. */
  public @Nullable Throwable takeFailure() {
    return failure.getAndSet(null);
  }

  /** Whether any class has been patched. */
  public boolean isUsed() {
    return !patched.isEmpty();
  }

  /** Whether a class has been patched. */
  public boolean isPatched(Class<?> type) {
    return type.getClassLoader() == application
        && application != null
        && patched.containsKey(type.getName().replace('.', '/'));
  }

  /** The class file of {@link #FACTORY}; null when it has not been seen. */
  public byte @Nullable [] factory() {
    return factory;
  }

  /** Whether somebody has made {@link #FACTORY} anew, so that sites may be linked otherwise. */
  public boolean isFactoryChanged() {
    return factoryChanged;
  }

  /** The thread that has the VM show {@link #FACTORY} as it is, or null again. */
  public void asking(@Nullable Thread thread) {
    asking = thread;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> type,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    try {
      if (loader == null) {
        if (FACTORY.equals(className)) {
          takeFactory(type != null && asking != Thread.currentThread(), bytes);
        }
        return null;
      }
      return loader == application ? look(type != null, bytes) : null;
    } catch (Throwable thrown) {
      failure.set(thrown);
      return null;
    }
  }

  /** Before what somebody has made of it is in the VM, no more sites are marked. */
  private void takeFactory(boolean anew, byte[] bytes) {
    if (anew) {
      factoryChanged = true;
      JpgoRecords.know(false);
    }
    factory = bytes;
  }

  private byte @Nullable [] look(boolean anew, byte[] bytes) {
    long begin = System.nanoTime();
    byte[] version = patch(anew, bytes);
    work.looked(begin, version != null);
    return version;
  }

  private byte @Nullable [] patch(boolean anew, byte[] bytes) {
    RecordPatch patch = RecordPatch.of(bytes, texts);
    if (patch == null || !filter.whyNot(patch.name(), false).isEmpty()) {
      return null;
    }
    Patched before = anew ? patched.getOrDefault(patch.name(), NOT) : NOT;
    if (anew && before.firstSite < 0) {
      return null;
    }
    CRC32 crc = new CRC32();
    crc.update(bytes);
    long checksum = (long) bytes.length << 32 | crc.getValue();
    boolean again = anew && !factoryChanged && before.checksum == checksum;
    int first = again ? before.firstSite : JpgoRecords.take(patch.sites());
    byte[] version = first < 0 ? null : patch.write(first);
    if (version != null && !again) {
      patched.put(patch.name(), new Patched(checksum, first));
    }
    return version;
  }
}
