package dev.jpgo.core.world;

import dev.jpgo.core.classfile.MethodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Finds methods as the VM does: resolution of a symbolic reference (JVMS 5.4.3.3, 5.4.3.4) and
 * selection for a receiver's class (JVMS 5.4.6). Stateless.
 *
 * <p>Whatever would throw a linkage error, and whatever is legal but so odd that VMs disagreed
 * about it (overriding a package-private method from another package, two candidate default
 * methods), has no answer here: the caller leaves such a call alone. So an answer is right although
 * absence means nothing.
 */
public final class MethodResolver {
  private static final String OBJECT = "java/lang/Object";

  private MethodResolver() {}

  /**
   * The method that a reference means.
   *
   * @param named the class or interface that the reference names
   * @param isInterface whether the reference is an interface method reference
   */
  public static Optional<ResolvedMethod> resolve(
      LoadedClass named, String name, String descriptor, boolean isInterface) {
    if (!named.known()
        || isInterface != named.info().isInterface()
        || isSignaturePolymorphic(named, name)) {
      return Optional.empty();
    }
    ResolvedMethod found = null;
    if (!isInterface) {
      LoadedClass at = named;
      while (at != null && found == null) {
        if (!at.known()) {
          return Optional.empty(); // it may declare what another one above declares, too
        }
        found = declared(at, name, descriptor);
        at = at.superclass().orElse(null);
      }
    } else {
      found = declared(named, name, descriptor);
      if (found == null) {
        found = publicObjectMethod(named, name, descriptor);
      }
    }
    return found != null
        ? Optional.of(found)
        : Optional.ofNullable(inInterfaces(named, name, descriptor, true));
  }

  /**
   * The method that runs when a virtual or interface call resolved to {@code resolved} meets a
   * receiver whose class is {@code receiver}.
   *
   * @param receiver a class, at or below {@code resolved.owner()}
   */
  public static Optional<ResolvedMethod> select(LoadedClass receiver, ResolvedMethod resolved) {
    MethodInfo wanted = resolved.method();
    if (wanted.isStatic()) {
      return Optional.empty();
    }
    if (wanted.isPrivate()) {
      return Optional.of(resolved);
    }
    boolean anyPackage = (wanted.access() & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
    LoadedClass at = receiver;
    while (true) {
      ResolvedMethod found =
          at.mayDeclare(wanted.name(), wanted.descriptor())
              ? declared(at, wanted.name(), wanted.descriptor())
              : null;
      if (found == null && !at.known()) {
        return Optional.empty();
      }
      if (found != null && found.method().isVirtual()) {
        boolean overrides =
            found.equals(resolved) || anyPackage || samePackage(at, resolved.owner());
        // An interface's method must be public in the class (JVMS 6.5, invokeinterface).
        boolean visible =
            !resolved.owner().info().isInterface()
                || (found.method().access() & Opcodes.ACC_PUBLIC) != 0;
        return !found.method().isAbstract() && overrides && visible
            ? Optional.of(found)
            : Optional.empty();
      }
      if (at.name().equals(OBJECT)) {
        break;
      }
      Optional<LoadedClass> next = at.superclass();
      if (next.isEmpty()) {
        return Optional.empty();
      }
      at = next.get();
    }
    ResolvedMethod found = inInterfaces(receiver, wanted.name(), wanted.descriptor(), false);
    return found == null || found.method().isAbstract() ? Optional.empty() : Optional.of(found);
  }

  /** Whether two classes are in the same run-time package (JVMS 5.3). */
  public static boolean samePackage(LoadedClass a, LoadedClass b) {
    return a == b
        || (a.loader() == b.loader() && a.info().packageName().equals(b.info().packageName()));
  }

  /** Whether code of one class may name another (JVMS 5.4.4). */
  public static boolean mayAccess(LoadedClass from, LoadedClass named) {
    return samePackage(from, named)
        || (named.info().isPublic()
            && ((named.exported() && from.reads(named)) || from.sameModule(named)));
  }

  private static boolean isSignaturePolymorphic(LoadedClass named, String name) {
    String owner = named.name();
    return !name.startsWith("<")
        && (owner.equals("java/lang/invoke/MethodHandle")
            || owner.equals("java/lang/invoke/VarHandle"));
  }

  private static @Nullable ResolvedMethod declared(
      LoadedClass owner, String name, String descriptor) {
    if (!owner.known()) {
      return null;
    }
    return owner
        .info()
        .method(name, descriptor)
        .map(method -> new ResolvedMethod(owner, method))
        .orElse(null);
  }

  private static @Nullable ResolvedMethod publicObjectMethod(
      LoadedClass from, String name, String descriptor) {
    LoadedClass object = from.superclass().orElse(null);
    if (object == null || !object.name().equals(OBJECT)) {
      return null;
    }
    ResolvedMethod found = declared(object, name, descriptor);
    return found != null
            && (found.method().access() & Opcodes.ACC_PUBLIC) != 0
            && !found.method().isStatic()
        ? found
        : null;
  }

  /**
   * The maximally-specific superinterface method (JVMS 5.4.3.3), if there is just one that is not
   * abstract, or, where {@code abstractToo}, if all are abstract any one of them.
   */
  private static @Nullable ResolvedMethod inInterfaces(
      LoadedClass start, String name, String descriptor, boolean abstractToo) {
    List<LoadedClass> interfaces = new ArrayList<>();
    if (!collectInterfaces(start, interfaces)) {
      return null;
    }
    List<ResolvedMethod> candidates = new ArrayList<>(1);
    for (LoadedClass candidate : interfaces) {
      ResolvedMethod found = declared(candidate, name, descriptor);
      if (found != null && found.method().isVirtual()) {
        candidates.add(found);
      }
    }
    ResolvedMethod concrete = null;
    ResolvedMethod any = null;
    for (ResolvedMethod candidate : candidates) {
      if (isMaximallySpecific(candidate, candidates)) {
        any = candidate;
        if (!candidate.method().isAbstract()) {
          if (concrete != null) {
            return null;
          }
          concrete = candidate;
        }
      }
    }
    return concrete != null ? concrete : abstractToo ? any : null;
  }

  private static boolean isMaximallySpecific(
      ResolvedMethod candidate, List<ResolvedMethod> candidates) {
    for (ResolvedMethod other : candidates) {
      if (other.owner() != candidate.owner()
          && HierarchyAnalysis.isSubtype(other.owner(), candidate.owner())) {
        return false;
      }
    }
    return true;
  }

  /** All superinterfaces; false when some are not known. */
  private static boolean collectInterfaces(LoadedClass start, List<LoadedClass> into) {
    for (LoadedClass at = start; ; ) {
      List<LoadedClass> direct = at.interfaces();
      if (!at.known() || direct.size() != at.info().interfaces().size()) {
        return false;
      }
      for (LoadedClass next : direct) {
        if (!into.contains(next)) {
          into.add(next);
          if (!collectInterfaces(next, into)) {
            return false;
          }
        }
      }
      Optional<LoadedClass> above = at.superclass();
      if (above.isEmpty()) {
        return at.info().superName() == null;
      }
      at = above.get();
    }
  }
}
