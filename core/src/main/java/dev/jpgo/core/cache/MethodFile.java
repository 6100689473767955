package dev.jpgo.core.cache;

import dev.jpgo.core.world.FlagField;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Optimized code of a method as a class file that has nothing else. What another JVM gives out by
 * its own count (the assumption flag and the counter beside it, synthetic lines) is exchanged when
 * it is read; nothing else in such code is of the JVM that it was made in.
 */
public final class MethodFile {
  private MethodFile() {}

  /**
   * Writes a method, which can be written elsewhere afterwards.
   *
   * @param version of the class file that it is to stand in, which decides on the form of frames
   * @return empty when it does not fit a class file
   */
  public static Optional<byte[]> write(MethodNode code, int version) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(version, Opcodes.ACC_PUBLIC, "Cached", null, "java/lang/Object", null);
    try {
      code.accept(writer);
      writer.visitEnd();
      return Optional.of(writer.toByteArray());
    } catch (IndexOutOfBoundsException tooLarge) { // ASM's MethodTooLarge, ClassTooLarge
      return Optional.empty();
    } finally {
      code.instructions.resetLabels(); // they have the offsets that they got here
    }
  }

  /**
   * Reads it back.
   *
   * @param before the flag that it reads
   * @param now the flag that it is to read
   * @param lines the line to put in place of each synthetic one; others stay
   */
  public static MethodNode read(
      byte[] classFile, FlagField before, FlagField now, Map<Integer, Integer> lines) {
    Only reader = new Only();
    new ClassReader(classFile).accept(reader, ClassReader.EXPAND_FRAMES);
    MethodNode code = reader.found;
    if (code == null) {
      throw new IllegalArgumentException("no method");
    }
    for (AbstractInsnNode at = code.instructions.getFirst(); at != null; at = at.getNext()) {
      if (at instanceof FieldInsnNode field && field.owner.equals(before.owner())) {
        if (field.name.equals(before.name())) {
          field.owner = now.owner();
          field.name = now.name();
        } else if (field.name.equals(before.misses())) {
          field.owner = now.owner();
          field.name = now.misses();
        } else {
          throw new IllegalArgumentException("another flag: " + field.name);
        }
      } else if (at instanceof LineNumberNode number) {
        number.line = lines.getOrDefault(number.line, number.line);
      }
    }
    return code;
  }

  private static final class Only extends ClassVisitor {
    private @Nullable MethodNode found;

    Only() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      found = new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
      return found;
    }
  }
}
