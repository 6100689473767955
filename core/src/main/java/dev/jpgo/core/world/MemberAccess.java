package dev.jpgo.core.world;

import dev.jpgo.core.classfile.ClassInfo;
import org.objectweb.asm.Opcodes;

/** Access to members (JVMS 5.4.4), where it does not hang on the receiver. Stateless. */
public final class MemberAccess {
  private static final int NESTS = 55;

  private MemberAccess() {}

  /**
   * Whether code of a class may touch a field, whatever the receiver's type. A false "no" is
   * possible: for protected members of another package.
   *
   * @param named the class that the code names
   */
  public static boolean mayAccess(
      LoadedClass from, LoadedClass named, FieldResolver.ResolvedField field) {
    return MethodResolver.mayAccess(from, named)
        && mayAccessMember(from, field.owner(), field.field().access());
  }

  private static boolean mayAccessMember(LoadedClass from, LoadedClass declarer, int access) {
    if (from == declarer || (access & Opcodes.ACC_PUBLIC) != 0) {
      return true;
    }
    return (access & Opcodes.ACC_PRIVATE) != 0
        ? nestmates(from, declarer)
        : MethodResolver.samePackage(from, declarer);
  }

  /**
   * The same of an instruction that has been verified, by which an object with a protected member
   * of a superclass is one of the class itself (JVMS 4.10.1.8).
   */
  public static boolean mayAccessVerified(
      LoadedClass from, LoadedClass named, FieldResolver.ResolvedField field) {
    return MethodResolver.mayAccess(from, named)
        && mayAccessVerified(from, named, field.owner(), field.field().access());
  }

  /**
   * The same of any member, if the class that is named may be accessed.
   *
   * @param declarer the class that declares the member
   * @param access its flags
   */
  public static boolean mayAccessVerified(
      LoadedClass from, LoadedClass named, LoadedClass declarer, int access) {
    return mayAccessMember(from, declarer, access)
        || ((access & Opcodes.ACC_PROTECTED) != 0 && inherits(from, named, declarer, access));
  }

  /** The rule for protected members of another package (JVMS 5.4.4). */
  private static boolean inherits(
      LoadedClass from, LoadedClass named, LoadedClass declarer, int access) {
    return HierarchyAnalysis.isSubtype(from, declarer)
        && ((access & Opcodes.ACC_STATIC) != 0
            || HierarchyAnalysis.isSubtype(from, named)
            || HierarchyAnalysis.isSubtype(named, from));
  }

  /** Whether two classes are in one nest (JVMS 5.4.4), by what their class files say. */
  public static boolean nestmates(LoadedClass a, LoadedClass b) {
    return MethodResolver.samePackage(a, b)
        && a.info().version() >= NESTS
        && b.info().version() >= NESTS
        && nestHost(a.info()).equals(nestHost(b.info()));
  }

  private static String nestHost(ClassInfo info) {
    String host = info.nestHost();
    return host == null ? info.name() : host;
  }
}
