package dev.jpgo.core.classfile;

import org.objectweb.asm.Opcodes;

/**
 * A method as its class declares it.
 *
 * @param name method name
 * @param descriptor method descriptor
 * @param access declared access flags (before any opening)
 * @param ordinal position in the class file's method table
 * @param codeLength length of its bytecode in bytes; 0 when abstract or native
 * @param callerSensitive whether it carries an annotation named {@code CallerSensitive}
 */
public record MethodInfo(
    String name,
    String descriptor,
    int access,
    int ordinal,
    int codeLength,
    boolean callerSensitive) {
  public boolean isStatic() {
    return (access & Opcodes.ACC_STATIC) != 0;
  }

  public boolean isPrivate() {
    return (access & Opcodes.ACC_PRIVATE) != 0;
  }

  public boolean isFinal() {
    return (access & Opcodes.ACC_FINAL) != 0;
  }

  public boolean isAbstract() {
    return (access & Opcodes.ACC_ABSTRACT) != 0;
  }

  public boolean isSynchronized() {
    return (access & Opcodes.ACC_SYNCHRONIZED) != 0;
  }

  public boolean hasCode() {
    return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
  }

  /** Whether it takes part in virtual selection: neither static, private nor an initializer. */
  public boolean isVirtual() {
    return (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0 && !name.startsWith("<");
  }
}
