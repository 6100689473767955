package dev.jpgo.core.world;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import org.jspecify.annotations.Nullable;

/**
 * A method of a loaded class.
 *
 * @param owner the class that declares it
 * @param method its declaration
 */
public record ResolvedMethod(LoadedClass owner, MethodInfo method) {
  public MethodId id() {
    return new MethodId(owner.name(), method.name(), method.descriptor());
  }

  /** Whether no class can override it: static, private, final, or of a final class. */
  public boolean cannotBeOverridden() {
    return !method.isVirtual() || method.isFinal() || owner.info().isFinal();
  }

  /** The same class and the same place in it: classes have identity. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ResolvedMethod that
        && owner == that.owner
        && method.ordinal() == that.method.ordinal();
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(owner) * 31 + method.ordinal();
  }
}
