package dev.jpgo.core.classfile;

import org.jspecify.annotations.Nullable;

/**
 * A method by name, without its loader.
 *
 * @param owner internal name of the declaring class
 * @param name method name
 * @param descriptor method descriptor
 */
public record MethodId(String owner, String name, String descriptor) {
  /**
   * A number by which methods are told apart in every run alike: 0 to 2147483647, a hash of the
   * name. Two methods of one number are rare, and then both are meant.
   */
  public int number() {
    int hash = owner.hashCode() * 31 + name.hashCode();
    hash = (hash * 31 + descriptor.hashCode()) * 0x9E3779B1;
    return (hash ^ (hash >>> 15)) & Integer.MAX_VALUE;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MethodId that
        && owner.equals(that.owner)
        && name.equals(that.name)
        && descriptor.equals(that.descriptor);
  }

  @Override
  public int hashCode() {
    return (owner.hashCode() * 31 + name.hashCode()) * 31 + descriptor.hashCode();
  }

  /** As a person reads it: {@code java.util.ArrayList.get(I)Ljava/lang/Object;}. */
  @Override
  public String toString() {
    return owner.replace('/', '.') + '.' + name + descriptor;
  }
}
