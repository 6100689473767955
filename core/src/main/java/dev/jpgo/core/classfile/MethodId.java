package dev.jpgo.core.classfile;

/**
 * A method by name, without its loader.
 *
 * @param owner internal name of the declaring class
 * @param name method name
 * @param descriptor method descriptor
 */
public record MethodId(String owner, String name, String descriptor) {
  /** As a person reads it: {@code java.util.ArrayList.get(I)Ljava/lang/Object;}. */
  @Override
  public String toString() {
    return owner.replace('/', '.') + '.' + name + descriptor;
  }
}
