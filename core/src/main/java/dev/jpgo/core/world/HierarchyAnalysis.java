package dev.jpgo.core.world;

import dev.jpgo.core.classfile.MethodInfo;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * What the hierarchy of loaded classes says about virtual calls. Answers hold at the moment they
 * are given: those that a class defined later could change come with an {@link Assumption}. An
 * instance serves one compilation and remembers its answers. Not thread-safe.
 */
public final class HierarchyAnalysis {
  /** Subtypes looked at before a hierarchy counts as too large to analyse. */
  private static final int MAX_SUBTYPES = 2000;

  private record Question(LoadedClass root, ResolvedMethod resolved, @Nullable LoadedClass except) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Question that
          && root.equals(that.root)
          && resolved.equals(that.resolved)
          && except == that.except;
    }

    @Override
    public int hashCode() {
      return root.hashCode() * 31 + resolved.hashCode();
    }
  }

  /**
   * The one method that a call runs.
   *
   * @param method the method
   * @param assumption what that rests on; empty when no class that is defined later can change it
   */
  public record Target(ResolvedMethod method, Optional<Assumption> assumption) {}

  private final Map<Question, Optional<Target>> answers = new HashMap<>();

  /**
   * The one method that every loaded class at or below {@code root} selects.
   *
   * <p>Sound because selection depends on the receiver's class alone (JVMS 5.4.6): every object
   * that exists is an instance of a loaded class that is neither abstract nor an interface, all of
   * those below the root were asked, and a class that is defined after this was computed is the
   * assumption's business. No instance means no target: such a call never ran.
   *
   * @param root the receiver's static type: the class named by the call, or one below it
   * @param resolved what the call resolved to
   */
  public Optional<Target> uniqueTarget(LoadedClass root, ResolvedMethod resolved) {
    return uniqueTarget(root, resolved, null);
  }

  /**
   * The one method that every loaded class at or below {@code root} selects that is not at or below
   * another.
   *
   * <p>Sound for receivers that are no instance of that other class, for the same reasons.
   *
   * @param except the class of which, and below which, there are no receivers; null if any may be
   */
  public Optional<Target> uniqueTarget(
      LoadedClass root, ResolvedMethod resolved, @Nullable LoadedClass except) {
    if (resolved.cannotBeOverridden()) {
      return resolved.method().isAbstract() || resolved.method().isStatic()
          ? Optional.empty()
          : Optional.of(new Target(resolved, Optional.empty()));
    }
    return answers.computeIfAbsent(
        new Question(root, resolved, except), q -> search(root, resolved, except));
  }

  private static Optional<Target> search(
      LoadedClass root, ResolvedMethod resolved, @Nullable LoadedClass except) {
    if (root.info().isFinal()) {
      return MethodResolver.select(root, resolved).map(m -> new Target(m, Optional.empty()));
    }
    Optional<ResolvedMethod> found = commonSelection(root, resolved, except);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    ResolvedMethod target = found.get();
    if (isLast(target) && isSubtype(root, target.owner())) {
      return Optional.of(new Target(target, Optional.empty()));
    }
    return Optional.of(
        new Target(
            target,
            Optional.of(
                new Assumption(
                    root,
                    resolved.method().name(),
                    resolved.method().descriptor(),
                    target.owner(),
                    except))));
  }

  /**
   * Whether no class below a method's selects another one in its place. That a method is final
   * keeps classes from overriding it that could; one that only its package sees is none that a
   * class of another package could override, so such a class may override what is above both (JVMS
   * 5.4.5).
   */
  private static boolean isLast(ResolvedMethod method) {
    int anyPackage = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;
    return method.owner().info().isFinal()
        || (method.cannotBeOverridden() && (method.method().access() & anyPackage) != 0);
  }

  /**
   * What all classes at or below the root select. Whether a class is abstract is asked only where
   * the answer matters, since it may have to fetch the bytes: not of one that declares nothing and
   * inherits what the others select.
   */
  private static Optional<ResolvedMethod> commonSelection(
      LoadedClass root, ResolvedMethod resolved, @Nullable LoadedClass except) {
    MethodInfo wanted = resolved.method();
    ResolvedMethod target = null;
    Set<LoadedClass> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<LoadedClass> inheriting = new ArrayList<>();
    ArrayDeque<LoadedClass> worklist = new ArrayDeque<>();
    worklist.add(root);
    while (!worklist.isEmpty()) {
      LoadedClass at = worklist.remove();
      if (at == except || !seen.add(at)) {
        continue;
      }
      if (seen.size() > MAX_SUBTYPES) {
        return Optional.empty();
      }
      worklist.addAll(at.subtypes());
      if (!at.mayDeclare(wanted.name(), wanted.descriptor())) {
        inheriting.add(at);
      } else if (!at.known()) {
        return Optional.empty();
      } else if (isConcrete(at)) {
        Optional<ResolvedMethod> selected = MethodResolver.select(at, resolved);
        if (selected.isEmpty() || (target != null && !target.equals(selected.get()))) {
          return Optional.empty();
        }
        target = selected.get();
      }
    }
    for (LoadedClass at : inheriting) {
      Optional<ResolvedMethod> selected = MethodResolver.select(at, resolved);
      boolean agrees = selected.isPresent() && target != null && target.equals(selected.get());
      if (!agrees) {
        if (!at.known()) {
          return Optional.empty();
        }
        if (isConcrete(at)) {
          if (selected.isEmpty() || target != null) {
            return Optional.empty();
          }
          target = selected.get();
        }
      }
    }
    return Optional.ofNullable(target);
  }

  private static boolean isConcrete(LoadedClass at) {
    return !at.info().isInterface() && !at.info().isAbstract();
  }

  /** Whether {@code above} is {@code below}, or a superclass or superinterface of it. */
  public static boolean isSubtype(LoadedClass below, LoadedClass above) {
    for (LoadedClass at = below; at != null; at = at.superclass().orElse(null)) {
      if (at == above) {
        return true;
      }
      if (above.info().isInterface()) {
        for (LoadedClass direct : at.interfaces()) {
          if (isSubtype(direct, above)) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
