package dev.jpgo.agent.hooks;

import dev.jpgo.agent.events.ForegroundWork;
import dev.jpgo.core.classfile.AccessOpener;
import dev.jpgo.runtime.JpgoOpened;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * Opens application classes at load ({@link AccessOpener}) and, since flags of members may not
 * change in a retransformation, opens at every retransformation exactly what was opened at load.
 * Never removed: an opened class without it could not be retransformed by anyone.
 *
 * <p>Its place among transformers: it can retransform, so it comes after all transformers that
 * cannot (JaCoCo's among them, whose class identity is a checksum of the bytes it is handed, and
 * must be the declared ones); it is registered just before the transformers of the tiers, which are
 * handed opened bytes, as the VM is: what may be touched is judged by these. A transformer that is
 * registered later still may add members; those stay as they are.
 *
 * <p>Infallible: its work allocates two arrays, takes one leaf lock and loads nothing; when it
 * fails for lack of memory the class stays unopened and, at a retransformation, unchanged.
 */
public final class OpeningTransformer implements ClassFileTransformer {
  private static final int[] NONE = {};
  private final @Nullable ClassLoader own = OpeningTransformer.class.getClassLoader();
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
  private final ForegroundWork work;

  public OpeningTransformer() {
    this(new ForegroundWork());
  }

  /**
   * @param work told how long it took
   */
  public OpeningTransformer(ForegroundWork work) {
    this.work = work;
  }

  /**
   * Loads what opens classes, before there are any.
   *
   * @param sample a class file with members to open
   */
  public static void rehearse(byte[] sample) {
    if (AccessOpener.openAll(sample) == null) {
      throw new IllegalArgumentException("no members to open");
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (loader == null || className == null || loader == platform || loader == own) {
      return null;
    }
    try {
      long begin = System.nanoTime();
      byte[] opened =
          redefined == null
              ? load(loader, className, classFile)
              : reopen(loader, className, classFile);
      work.worked(begin);
      return opened;
    } catch (Throwable failure) {
      return null;
    }
  }

  private static byte @Nullable [] load(ClassLoader loader, String className, byte[] classFile) {
    AccessOpener.Opened opened = hasManager() ? null : AccessOpener.openAll(classFile);
    int[] earlier = JpgoOpened.members(loader, className);
    if (earlier != null && JpgoOpened.isLoaded(loader, className)) {
      return null; // a second definition of a name, which the VM is about to refuse
    }
    if (opened != null) {
      JpgoOpened.record(loader, className, opened.members());
      return opened.classFile();
    }
    if (earlier != null) {
      JpgoOpened.record(loader, className, NONE);
    }
    return null;
  }

  /** Whether code may be loaded that is not to be trusted; never since JDK 24 (JEP 486). */
  @SuppressWarnings("removal")
  private static boolean hasManager() {
    return System.getSecurityManager() != null;
  }

  private static byte @Nullable [] reopen(ClassLoader loader, String className, byte[] classFile) {
    int[] members = JpgoOpened.members(loader, className);
    return members == null || members.length == 0 ? null : AccessOpener.open(classFile, members);
  }
}
