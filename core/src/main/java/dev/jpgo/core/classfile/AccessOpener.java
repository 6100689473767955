package dev.jpgo.core.classfile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Makes the private fields, constructors and static methods of a class public, by changing bits of
 * its class file in place. Inlined code may then touch them from other classes (JVMS 5.4.4).
 *
 * <p>Why nothing but access changes. Resolution of fields (JVMS 5.4.3.2) and of methods (5.4.3.3,
 * 5.4.3.4) finds the first declaration by name and descriptor whatever its access, so the same
 * member is found as before. Constructors and static methods take no part in selection or
 * overriding (5.4.5, 5.4.6). Private <em>instance</em> methods and package-private members would:
 * they are never touched. A static method of an interface may be public or private (4.6, version 52
 * and above), fields of interfaces are always public. No attribute repeats a member's access.
 *
 * <p>What programs can still see is repaired where they look ({@code JpgoAccess}), from the set of
 * members that this class says it opened. A member is its {@linkplain #memberHash hash}; a private
 * member whose hash is that of another member of the class is left alone, so that the set is exact.
 */
public final class AccessOpener {
  private static final int[] NONE = {};

  private AccessOpener() {}

  /**
   * The members of a class that can be opened, as hashes in ascending order; empty when there is
   * none or when the bytes are no class file.
   */
  public static int[] openable(byte[] classFile) {
    MemberTable table = MemberTable.read(classFile);
    return table == null ? NONE : openable(table);
  }

  private static int[] openable(MemberTable table) {
    boolean isInterface = (table.classAccess & Opcodes.ACC_INTERFACE) != 0;
    int[] found = new int[table.count];
    int size = 0;
    for (int i = 0; i < table.count; i++) {
      if (canOpen(table, i, isInterface)) {
        found[size++] = table.hashes[i];
      }
    }
    return size == 0 ? NONE : unambiguous(table, Arrays.copyOf(found, size));
  }

  /**
   * A copy of a class file in which exactly these members are public instead of private. Members
   * that are missing or not private stay as they are.
   *
   * @param members hashes in ascending order
   */
  public static byte[] open(byte[] classFile, int[] members) {
    MemberTable table = MemberTable.read(classFile);
    return table == null ? classFile.clone() : open(classFile, table, members);
  }

  private static byte[] open(byte[] classFile, MemberTable table, int[] members) {
    byte[] opened = classFile.clone();
    boolean isInterface = (table.classAccess & Opcodes.ACC_INTERFACE) != 0;
    for (int i = 0; i < table.count; i++) {
      if (canOpen(table, i, isInterface) && Arrays.binarySearch(members, table.hashes[i]) >= 0) {
        // private and public are bits of the low byte
        opened[table.offsets[i] + 1] ^= (byte) (Opcodes.ACC_PRIVATE | Opcodes.ACC_PUBLIC);
      }
    }
    return opened;
  }

  /** The shape of an opened class with the flags that its source declares. */
  public static ClassInfo declared(ClassInfo seen, int[] members) {
    if (members.length == 0) {
      return seen;
    }
    List<FieldInfo> fields = new ArrayList<>(seen.fields().size());
    for (FieldInfo field : seen.fields()) {
      int access = declaredAccess(field.access(), field.name(), field.descriptor(), members);
      fields.add(new FieldInfo(field.name(), field.descriptor(), access));
    }
    List<MethodInfo> methods = new ArrayList<>(seen.methods().size());
    for (MethodInfo method : seen.methods()) {
      methods.add(
          new MethodInfo(
              method.name(),
              method.descriptor(),
              declaredAccess(method.access(), method.name(), method.descriptor(), members),
              method.ordinal(),
              method.codeLength(),
              method.callerSensitive()));
    }
    return new ClassInfo(
        seen.version(),
        seen.access(),
        seen.name(),
        seen.superName(),
        seen.interfaces(),
        seen.sourceFile(),
        seen.nestHost(),
        List.copyOf(methods),
        List.copyOf(fields));
  }

  /** The flags that the source declares, of a member seen with flags that may be opened. */
  public static int declaredAccess(int access, String name, String descriptor, int[] members) {
    boolean opened =
        (access & Opcodes.ACC_PUBLIC) != 0
            && Arrays.binarySearch(members, memberHash(name, descriptor)) >= 0;
    return opened ? access ^ (Opcodes.ACC_PUBLIC | Opcodes.ACC_PRIVATE) : access;
  }

  /** {@link String#hashCode} of the name followed by the descriptor. */
  public static int memberHash(String name, String descriptor) {
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

  private static boolean canOpen(MemberTable table, int member, boolean isInterface) {
    int access = table.access[member];
    if ((access & Opcodes.ACC_PRIVATE) == 0) {
      return false;
    }
    if (member < table.fields) {
      return !isInterface;
    }
    if ((access & Opcodes.ACC_STATIC) != 0) {
      return table.kinds[member] == MemberTable.METHOD;
    }
    return table.kinds[member] == MemberTable.CONSTRUCTOR && !isInterface;
  }

  private static int[] unambiguous(MemberTable table, int[] found) {
    int[] all = table.hashes.clone();
    Arrays.sort(all);
    Arrays.sort(found);
    int size = 0;
    for (int hash : found) {
      int at = Arrays.binarySearch(all, hash);
      boolean alone =
          (at == 0 || all[at - 1] != hash) && (at + 1 == all.length || all[at + 1] != hash);
      if (alone) {
        found[size++] = hash;
      }
    }
    return size == found.length ? found : Arrays.copyOf(found, size);
  }
}
