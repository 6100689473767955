package dev.jpgo.core.world;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;

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

  boolean same(ResolvedMethod other) {
    return owner == other.owner && method.ordinal() == other.method.ordinal();
  }
}
