package dev.jpgo.core.classfile;

import dev.jpgo.runtime.JpgoOpened;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Makes the fields, constructors and static methods of a class public, by changing bits of its
 * class file in place. Inlined code may then touch them from other classes (JVMS 5.4.4).
 *
 * <p>Why nothing but access changes:
 *
 * <ul>
 *   <li><em>Resolution</em> of fields (JVMS 5.4.3.2) and of methods (5.4.3.3, 5.4.3.4) finds the
 *       first declaration by name and descriptor, whatever its access, and looks at access after:
 *       it never goes on to another one. The one clause that asks for access, about methods of
 *       superinterfaces, passes over static ones anyway. So a name means the same member as before,
 *       whichever class hides or inherits what.
 *   <li><em>Overriding and selection</em> (5.4.5, 5.4.6) are among instance methods. An instance
 *       method that is private or of its package takes part in them by its access: none is ever
 *       touched. A static method or a constructor takes none: it can neither override nor be
 *       overridden nor be selected, and HotSpot gives it no entry in a vtable or itable and passes
 *       over it, whatever its access, when it looks for what an entry holds ({@code
 *       klassVtable::update_inherited_vtable}, {@code needs_new_vtable_entry}, {@code is_miranda},
 *       {@code lookup_instance_method_in_klasses}, {@code DefaultMethods}).
 *   <li><em>Verification</em> (4.10.1.8) asks for more where a protected field or constructor of a
 *       superclass in another package is used: the object must be of the current class or below.
 *       That holds in all code that verified before; of a public member nothing is asked, so no
 *       class fails to verify that did not, and fewer classes may be loaded to find out.
 *   <li><em>Subclasses</em> call a constructor by {@code invokespecial}, which selects nothing
 *       (6.5): code that could reach it still reaches the same. Class initialization, loading
 *       constraints (5.3.4) and the rule for final fields do not look at access.
 *   <li><em>Class files</em> stay as valid or invalid as they were: no attribute repeats a member's
 *       access; a member whose flags are not legal (4.5, 4.6) is left so; in interfaces, where a
 *       static method is public or private (4.6), private static ones alone are opened. A class
 *       initializer's access means nothing and stays. So do the flags of the class itself, which
 *       decide about its members as well (5.4.4).
 * </ul>
 *
 * <p>What does change: code that would have been refused with an IllegalAccessError (5.4.4) no
 * longer is. Such code does not come from a compiler that saw the same classes.
 *
 * <p>What programs can still see is repaired where they look ({@code JpgoAccess}), from the set of
 * members that this class says it opened, {@linkplain JpgoOpened#entry entries} of {@linkplain
 * #memberHash hashes}. A member whose hash, without the bits that the entry needs, is that of
 * another field, constructor or static method of the class is left alone, so that the set is exact
 * for these.
 */
public final class AccessOpener {
  private static final int ACCESS =
      Opcodes.ACC_PUBLIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_PROTECTED;
  private static final int[] NONE = {};

  private AccessOpener() {}

  /**
   * The members of a class that can be opened, as entries in ascending order; empty when there is
   * none or when the bytes are no class file.
   */
  static int[] openable(byte[] classFile) {
    MemberTable table = MemberTable.read(classFile);
    return table == null ? NONE : openable(table);
  }

  private static int[] openable(MemberTable table) {
    boolean isInterface = (table.classAccess & Opcodes.ACC_INTERFACE) != 0;
    int[] entries = new int[table.count];
    int size = 0;
    for (int i = 0; i < table.count; i++) {
      if (canOpen(table, i, isInterface)) {
        entries[size++] = JpgoOpened.entry(table.hash(i), table.access[i]);
      }
    }
    if (size == 0) {
      return NONE;
    }
    for (int i = 0; i < table.count; i++) {
      if (isAskedFor(table, i) && !canOpen(table, i, isInterface)) {
        entries[size++] = table.hash(i) | JpgoOpened.KIND;
      }
    }
    return unambiguous(entries, size);
  }

  /**
   * A copy of a class file in which exactly these members are public. Members that are missing or
   * declare another access than they did stay as they are.
   *
   * @param members entries in ascending order
   */
  public static byte[] open(byte[] classFile, int[] members) {
    MemberTable table = MemberTable.read(classFile);
    return table == null ? classFile.clone() : open(classFile, table, members);
  }

  private static byte[] open(byte[] classFile, MemberTable table, int[] members) {
    byte[] opened = classFile.clone();
    boolean isInterface = (table.classAccess & Opcodes.ACC_INTERFACE) != 0;
    for (int i = 0; i < table.count; i++) {
      if (canOpen(table, i, isInterface)) {
        int access = table.access[i];
        int entry = JpgoOpened.entry(table.hash(i), access);
        if (Arrays.binarySearch(members, entry) >= 0) {
          // all of them are bits of the low byte
          opened[table.offsets[i] + 1] = (byte) (access & ~ACCESS | Opcodes.ACC_PUBLIC);
        }
      }
    }
    return opened;
  }

  /** {@link String#hashCode} of the name followed by the descriptor. */
  static int memberHash(String name, String descriptor) {
    int hash = name.hashCode();
    for (int i = 0; i < descriptor.length(); i++) {
      hash = 31 * hash + descriptor.charAt(i);
    }
    return hash;
  }

  /** What opening found and made. */
  public record Opened(int[] members, byte[] classFile) {}

  /**
   * Opens what can be opened, in one pass over the class file; null when there is nothing.
   *
   * @see #openable
   */
  public static @Nullable Opened openAll(byte[] classFile) {
    MemberTable table = MemberTable.read(classFile);
    int[] members = table == null ? NONE : openable(table);
    return table == null || members.length == 0
        ? null
        : new Opened(members, open(classFile, table, members));
  }

  /** Whether the set may be asked about it: no one does of instance methods, which are most. */
  private static boolean isAskedFor(MemberTable table, int member) {
    return member < table.fields
        || table.kinds[member] == MemberTable.CONSTRUCTOR
        || (table.access[member] & Opcodes.ACC_STATIC) != 0;
  }

  private static boolean canOpen(MemberTable table, int member, boolean isInterface) {
    int access = table.access[member] & ACCESS;
    boolean isPrivate = access == Opcodes.ACC_PRIVATE;
    if (!isPrivate && access != Opcodes.ACC_PROTECTED && access != 0) {
      return false; // public, or not legal
    }
    if (member < table.fields) {
      return !isInterface;
    }
    if ((table.access[member] & Opcodes.ACC_STATIC) != 0) {
      return table.kinds[member] == MemberTable.METHOD && (isPrivate || !isInterface);
    }
    return table.kinds[member] == MemberTable.CONSTRUCTOR && !isInterface;
  }

  /** Those with an access of their own whose hash no other one has; sorts them. */
  private static int[] unambiguous(int[] entries, int count) {
    Arrays.sort(entries, 0, count);
    int size = 0;
    for (int i = 0; i < count; i++) {
      int entry = entries[i];
      boolean alone =
          (i == 0 || !sameHash(entries[i - 1], entry))
              && (i + 1 == count || !sameHash(entry, entries[i + 1]));
      if (alone && (entry & JpgoOpened.KIND) != JpgoOpened.KIND) {
        entries[size++] = entry;
      }
    }
    return size == 0 ? NONE : Arrays.copyOf(entries, size);
  }

  private static boolean sameHash(int entry, int other) {
    return (entry | JpgoOpened.KIND) == (other | JpgoOpened.KIND);
  }
}
