package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Tells the agent that the program is about to set a security manager (JDK 17 to 23), which judges
 * by the classes of all frames on the stack: inlined code has none.
 */
public final class JpgoPermissions {
  /** Puts back what the agent did, and returns when that is done; null while it did nothing. */
  public static volatile @Nullable Runnable listener;

  private JpgoPermissions() {}

  /**
   * At the entry of {@code System.implSetSecurityManager}, in the thread that sets the manager.
   *
   * @param manager null when there is to be none, which nobody minds
   */
  public static void announce(@Nullable Object manager) {
    Runnable known = listener;
    if (manager == null || known == null) {
      return;
    }
    try {
      known.run();
    } catch (VirtualMachineError none) {
      throw none; // of memory or stack: as any call in there may, and no manager is set
    } catch (ThreadDeath stopped) {
      throw stopped;
    } catch (Throwable failure) {
      // the program's own doing goes on
    }
  }
}
