package dev.jpgo.core.classfile;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * The shape of a class, read from its bytes.
 *
 * @param version major class-file version
 * @param access class access flags
 * @param name internal name
 * @param superName internal name of the superclass; null for {@code java/lang/Object} alone
 * @param interfaces internal names of the direct superinterfaces
 * @param sourceFile source file name, or null
 * @param nestHost internal name of the nest host named in the class file, or null
 * @param simpleName what {@code Class.getSimpleName} says; null for an anonymous class, and where
 *     the class file does not say it plainly
 * @param isSealed whether it says which classes may be below it
 * @param methods methods in class-file order
 * @param fields fields in class-file order
 */
public record ClassInfo(
    int version,
    int access,
    String name,
    @Nullable String superName,
    List<String> interfaces,
    @Nullable String sourceFile,
    @Nullable String nestHost,
    @Nullable String simpleName,
    boolean isSealed,
    List<MethodInfo> methods,
    List<FieldInfo> fields) {

  /**
   * Reads the shape of a class.
   *
   * @throws IllegalArgumentException when the bytes are no class file ASM can read; the message
   *     says why
   */
  public static ClassInfo read(byte[] classFile) {
    try {
      return new ClassInfoReader(new ClassReader(classFile)).read();
    } catch (IndexOutOfBoundsException | NegativeArraySizeException | ClassCastException e) {
      throw new IllegalArgumentException("damaged class file: " + e.getMessage(), e);
    }
  }

  public boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }

  public boolean isFinal() {
    return (access & Opcodes.ACC_FINAL) != 0;
  }

  public boolean isAbstract() {
    return (access & Opcodes.ACC_ABSTRACT) != 0;
  }

  public boolean isPublic() {
    return (access & Opcodes.ACC_PUBLIC) != 0;
  }

  /** Internal name of the package, empty for the unnamed package. */
  public String packageName() {
    int slash = name.lastIndexOf('/');
    return slash < 0 ? "" : name.substring(0, slash);
  }

  /** The method declared here with this name and descriptor. */
  public Optional<MethodInfo> method(String methodName, String descriptor) {
    // by index: an iterator costs more than the comparison where all of this is interpreted
    int length = methodName.length();
    for (int i = 0; i < methods.size(); i++) {
      MethodInfo method = methods.get(i);
      String name = method.name();
      if (name.length() == length
          && name.equals(methodName)
          && method.descriptor().equals(descriptor)) {
        return Optional.of(method);
      }
    }
    return Optional.empty();
  }

  /** The field declared here with this name and descriptor. */
  public Optional<FieldInfo> field(String fieldName, String descriptor) {
    for (FieldInfo field : fields) {
      if (field.name().equals(fieldName) && field.descriptor().equals(descriptor)) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }
}
