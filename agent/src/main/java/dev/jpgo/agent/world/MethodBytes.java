package dev.jpgo.agent.world;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Reads single methods out of class files. Going through a constant pool is most of that, so the
 * class files of late are remembered with what was found in theirs. Not thread-safe.
 */
public final class MethodBytes {
  private static final int REMEMBERED = 24;

  private record Known(byte[] classFile, ClassReader reader) {}

  /** Most recently used first. */
  private final @Nullable Known[] known = new Known[REMEMBERED];

  /** The method of this ordinal, with expanded frames. */
  public Optional<MethodNode> read(byte[] classFile, int ordinal) {
    return read(classFile, new Search(ordinal, "", ""));
  }

  /** The method of this name and descriptor, with expanded frames. */
  public Optional<MethodNode> read(byte[] classFile, String name, String descriptor) {
    return read(classFile, new Search(-1, name, descriptor));
  }

  private Optional<MethodNode> read(byte[] classFile, Search search) {
    reader(classFile).accept(search, ClassReader.EXPAND_FRAMES);
    return Optional.ofNullable(search.found);
  }

  private ClassReader reader(byte[] classFile) {
    int at = 0;
    Known found = known[0];
    while (at < REMEMBERED - 1 && found != null && found.classFile() != classFile) {
      found = known[++at];
    }
    if (found == null || found.classFile() != classFile) {
      found = new Known(classFile, new ClassReader(classFile));
    }
    System.arraycopy(known, 0, known, 1, at);
    known[0] = found;
    return found.reader();
  }

  private static final class Search extends ClassVisitor {
    private final String name;
    private final String descriptor;
    private int remaining;
    private @Nullable MethodNode found;

    Search(int ordinal, String name, String descriptor) {
      super(Opcodes.ASM9);
      this.remaining = ordinal;
      this.name = name;
      this.descriptor = descriptor;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String methodName,
        String methodDescriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      boolean named = methodName.equals(name) && methodDescriptor.equals(descriptor);
      if (remaining-- != 0 && !named) {
        return null;
      }
      found =
          new MethodNode(Opcodes.ASM9, access, methodName, methodDescriptor, signature, exceptions);
      return found;
    }
  }
}
