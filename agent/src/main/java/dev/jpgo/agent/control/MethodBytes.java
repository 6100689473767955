package dev.jpgo.agent.control;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** Reads one method out of a class file. */
final class MethodBytes extends ClassVisitor {
  private final String wantedName;
  private final String wantedDescriptor;
  private int remaining;
  private @Nullable MethodNode found;

  private MethodBytes(int ordinal, String name, String descriptor) {
    super(Opcodes.ASM9);
    remaining = ordinal;
    wantedName = name;
    wantedDescriptor = descriptor;
  }

  /** The method of this ordinal, with expanded frames. */
  static Optional<MethodNode> read(byte[] classFile, int ordinal) {
    return read(classFile, new MethodBytes(ordinal, "", ""));
  }

  /** The method of this name and descriptor, with expanded frames. */
  static Optional<MethodNode> read(byte[] classFile, String name, String descriptor) {
    return read(classFile, new MethodBytes(-1, name, descriptor));
  }

  private static Optional<MethodNode> read(byte[] classFile, MethodBytes visitor) {
    new ClassReader(classFile).accept(visitor, ClassReader.EXPAND_FRAMES);
    return Optional.ofNullable(visitor.found);
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    boolean named = name.equals(wantedName) && descriptor.equals(wantedDescriptor);
    if (remaining-- != 0 && !named) {
      return null;
    }
    MethodNode node = new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
    found = node;
    return node;
  }
}
