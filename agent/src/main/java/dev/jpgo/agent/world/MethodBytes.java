package dev.jpgo.agent.world;

import dev.jpgo.core.classfile.StackMaps;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Reads single methods out of class files. Going through a constant pool is most of that, so the
 * class files of late are remembered with what was found in theirs; and so are methods, where
 * nobody changes what was read. Not thread-safe.
 */
public final class MethodBytes {
  private static final int REMEMBERED = 24;
  private static final int METHODS_REMEMBERED = 200;

  private record Known(byte[] classFile, ClassReader reader) {}

  /** A method of just this array. What a record has of its own takes its time to be linked. */
  private record Place(byte[] classFile, String name, String descriptor) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Place that
          && classFile == that.classFile
          && name.equals(that.name)
          && descriptor.equals(that.descriptor);
    }

    @Override
    public int hashCode() {
      return (System.identityHashCode(classFile) * 31 + name.hashCode()) * 31
          + descriptor.hashCode();
    }
  }

  private static final class Recent extends LinkedHashMap<Place, Optional<MethodNode>> {
    private static final long serialVersionUID = 1;

    Recent() {
      super(2 * METHODS_REMEMBERED, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Place, Optional<MethodNode>> eldest) {
      return size() > METHODS_REMEMBERED;
    }
  }

  /** Most recently used first. */
  private final @Nullable Known[] known = new Known[REMEMBERED];

  private SoftReference<Recent> recent = new SoftReference<>(new Recent());

  /** The method of this ordinal, with expanded frames. */
  public Optional<MethodNode> read(byte[] classFile, int ordinal) {
    return read(classFile, new Search(ordinal, "", ""));
  }

  /**
   * The method of this name and descriptor, with expanded frames; not to be changed, for it is
   * answered again.
   */
  public Optional<MethodNode> shared(byte[] classFile, String name, String descriptor) {
    Recent methods = recent.get();
    if (methods == null) {
      methods = new Recent();
      recent = new SoftReference<>(methods);
    }
    Place place = new Place(classFile, name, descriptor);
    Optional<MethodNode> method = methods.get(place);
    if (method == null) {
      method = read(classFile, new Search(-1, name, descriptor));
      methods.put(place, method);
    }
    return method;
  }

  private Optional<MethodNode> read(byte[] classFile, Search search) {
    ClassReader reader = reader(classFile);
    reader.accept(search, StackMaps.reading(reader, ClassReader.EXPAND_FRAMES));
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
