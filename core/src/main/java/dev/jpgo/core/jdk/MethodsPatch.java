package dev.jpgo.core.jdk;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A change to methods of one class of the JDK that are told by their names. */
abstract class MethodsPatch extends JdkPatch {
  private final int fewest;
  private final int most;

  /**
   * @param className internal name of the class
   * @param methods how many of its methods {@link #patch} must take
   */
  MethodsPatch(String className, int methods) {
    this(className, methods, methods);
  }

  /** The same where versions of the JDK differ in the number of methods. */
  MethodsPatch(String className, int fewest, int most) {
    super(className);
    this.fewest = fewest;
    this.most = most;
  }

  /** Is told of the class's fields, before its methods. */
  void field(String name, String descriptor) {}

  /** The patch of a method, or null when it stays. */
  abstract @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next);

  @Override
  final PatchResult change(ClassReader reader) {
    ClassWriter writer = new ClassWriter(reader, 0);
    Patcher patcher = new Patcher(writer);
    reader.accept(patcher, 0);
    String refusal = patcher.refusal();
    return refusal == null
        ? new PatchResult.Patched(writer.toByteArray())
        : new PatchResult.Refused(refusal);
  }

  private final class Patcher extends ClassVisitor {
    private final List<MethodPatch> patches = new ArrayList<>(4);

    Patcher(ClassWriter writer) {
      super(Opcodes.ASM9, writer);
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      field(name, descriptor);
      return super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      MethodPatch patch = patch(name, descriptor, next);
      if (patch == null) {
        return next;
      }
      patches.add(patch);
      return patch;
    }

    @Nullable String refusal() {
      if (patches.size() < fewest || patches.size() > most) {
        return patches.size() + " of " + fewest + " methods found";
      }
      for (MethodPatch patch : patches) {
        if (patch.insertions != patch.expected) {
          return patch.method + ": " + patch.insertions + " of " + patch.expected + " places found";
        }
      }
      return null;
    }
  }
}
