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

/** A change to one class of the JDK. Methods that are not concerned are copied byte by byte. */
public abstract class JdkPatch {
  private final String className;
  private final int fewest;
  private final int most;

  /**
   * @param className internal name of the class
   * @param methods how many of its methods {@link #patch} must take
   */
  JdkPatch(String className, int methods) {
    this(className, methods, methods);
  }

  /** The same where versions of the JDK differ in the number of methods. */
  JdkPatch(String className, int fewest, int most) {
    this.className = className;
    this.fewest = fewest;
    this.most = most;
  }

  /** Internal name of the class that this changes. */
  public final String className() {
    return className;
  }

  /** Whether every JVM has the class in its base module, so that it can be loaded at once. */
  public boolean inBaseModule() {
    return true;
  }

  /** Is told of the class's fields, before its methods. */
  void field(String name, String descriptor) {}

  /** The patch of a method, or null when it stays. */
  abstract @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next);

  /** Changes the class, or says why not. Never throws. */
  public final PatchResult apply(byte[] classFile) {
    try {
      ClassReader reader = new ClassReader(classFile);
      if (!reader.getClassName().equals(className)) {
        return new PatchResult.Refused("is " + reader.getClassName());
      }
      ClassWriter writer = new ClassWriter(reader, 0);
      Patcher patcher = new Patcher(writer);
      reader.accept(patcher, 0);
      String refusal = patcher.refusal();
      return refusal == null
          ? new PatchResult.Patched(writer.toByteArray())
          : new PatchResult.Refused(refusal);
    } catch (RuntimeException e) {
      return new PatchResult.Refused("cannot be read: " + e);
    }
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
