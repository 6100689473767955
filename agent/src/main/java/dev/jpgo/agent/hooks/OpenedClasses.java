package dev.jpgo.agent.hooks;

import dev.jpgo.core.classfile.AccessOpener;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.runtime.JpgoOpened;
import org.jspecify.annotations.Nullable;

/** Which classes were opened at load, and what they declare. Thread-safe. */
public final class OpenedClasses {
  private OpenedClasses() {}

  /** Whether a member that the class declares was made public. */
  public static boolean isOpened(Class<?> type, String member, String descriptor) {
    int[] members = JpgoOpened.members(type);
    return members != null && AccessOpener.isOpened(member, descriptor, members);
  }

  /** The shape of a class with declared flags, from one read off bytes that may be opened. */
  public static ClassInfo declared(@Nullable ClassLoader loader, ClassInfo seen) {
    int[] members = loader == null ? null : JpgoOpened.members(loader, seen.name());
    return members == null ? seen : AccessOpener.declared(seen, members);
  }

  /** Number of opened classes. */
  public static int size() {
    return JpgoOpened.size();
  }
}
