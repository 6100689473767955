package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Operand;

/**
 * Calls of the runtime in expanded code. Its classes are the boot loader's, initialized, public and
 * in a package that every class may use; they look at nobody's frame.
 */
public final class RuntimeCalls {
  /** What the names of the runtime's classes begin with, where the boot loader has them. */
  private static final String RUNTIME = "dev/jpgo/runtime/Jpgo";

  static final String STRINGS = "dev/jpgo/runtime/JpgoStrings";

  /** Of {@code java.util}, where it is generated; not there if lists are others than it reads. */
  public static final String LISTS = "java/util/JpgoLists";

  /** Of {@code java.util}, too; not there if maps are others than it reads. */
  public static final String MAPS = "java/util/JpgoMaps";

  /** Of {@code java.lang}; not there if strings are others than it reads, or are not to be read. */
  public static final String LATIN1 = "java/lang/JpgoLatin1";

  /** The method of {@link #LATIN1}: a string's bytes, if each is a character, or null. */
  public static final String BYTES = "bytes";

  /** Numbers in arrays of bytes; not there where it would not be right. */
  public static final String VIEWS = "dev/jpgo/runtime/JpgoViews";

  /** Sorts by numbers that were computed before. */
  public static final String ORDER = "dev/jpgo/runtime/JpgoOrder";

  /** Has a method that does nothing, for the VM to stop threads there. */
  public static final String POLLS = "dev/jpgo/runtime/JpgoPolls";

  /** The method of {@link #POLLS}. */
  public static final String POLL = "poll";

  /** Puts the elements of a list into another order; a method of {@link #LISTS}. */
  public static final String REPLACE = "replace";

  /** Gives a number a value; a method of {@link #MAPS}. */
  public static final String PUT = "put";

  /** What the JDK's own code may do to memory. */
  public static final String UNSAFE = "jdk/internal/misc/Unsafe";

  static final String UNSAFE_TYPE = "L" + UNSAFE + ";";

  /** Has {@link #UNSAFE} in a field, for code of its module. */
  public static final String UNSAFE_HOLDER = "jdk/internal/misc/JpgoUnsafe";

  /** The field. */
  public static final String UNSAFE_FIELD = "UNSAFE";

  private RuntimeCalls() {}

  /** Whether a class that a call names is one of them. */
  public static boolean isOwner(String internalName) {
    return internalName.equals(STRINGS)
        || internalName.equals(LISTS)
        || internalName.equals(MAPS)
        || internalName.equals(LATIN1)
        || internalName.equals(VIEWS)
        || internalName.equals(ORDER);
  }

  /**
   * Whether a class that a call names is of the runtime at all, those that optimized code never
   * calls anew included: such a call is not the program's.
   */
  public static boolean isRuntime(String internalName) {
    return isOwner(internalName) || internalName.startsWith(RUNTIME);
  }

  /**
   * Whether a call does nothing but read, plainly, what no code outside of the class's package can
   * reach by itself: then it changes nothing, and makes no other thread's writes visible. Maps are
   * asked for keys that are boxes, which calls none of the program's code.
   */
  public static boolean onlyReads(Operand.Method called) {
    return called.owner().equals(MAPS) && !called.name().equals(PUT)
        || called.owner().equals(LISTS) && !called.name().equals(REPLACE)
        || called.owner().equals(LATIN1);
  }
}
