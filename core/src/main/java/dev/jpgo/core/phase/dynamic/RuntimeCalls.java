package dev.jpgo.core.phase.dynamic;

/**
 * Calls of the runtime in expanded code. Its classes are the boot loader's, initialized, public and
 * in a package that every class may use; they look at nobody's frame.
 */
public final class RuntimeCalls {
  static final String STRINGS = "dev/jpgo/runtime/JpgoStrings";

  /** Of {@code java.util}, where it is generated; not there if lists are others than it reads. */
  public static final String LISTS = "java/util/JpgoLists";

  private RuntimeCalls() {}

  /** Whether a class that a call names is one of them. */
  public static boolean isOwner(String internalName) {
    return internalName.equals(STRINGS) || internalName.equals(LISTS);
  }
}
