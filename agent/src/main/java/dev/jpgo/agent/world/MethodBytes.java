package dev.jpgo.agent.world;

import dev.jpgo.core.classfile.MethodIndex;
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
 * Reads single methods out of class files. Stepping over the others is most of that, so the class
 * files of late are remembered with where their methods are; and so are methods, where nobody
 * changes what was read. Not thread-safe.
 */
public final class MethodBytes {
  private static final int REMEMBERED = 24;
  private static final int METHODS_REMEMBERED = 200;

  private record Known(byte[] classFile, MethodIndex index) {}

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
    return read(index(classFile), ordinal);
  }

  /**
   * The method of this name and descriptor, with expanded frames; not to be changed, for it is
   * answered again.
   *
   * @param guess the ordinal that it most likely has
   */
  public Optional<MethodNode> shared(byte[] classFile, String name, String descriptor, int guess) {
    Recent methods = recent.get();
    if (methods == null) {
      methods = new Recent();
      recent = new SoftReference<>(methods);
    }
    Place place = new Place(classFile, name, descriptor);
    Optional<MethodNode> method = methods.get(place);
    if (method == null) {
      MethodIndex index = index(classFile);
      method = read(index, index.find(name, descriptor, guess));
      methods.put(place, method);
    }
    return method;
  }

  private static Optional<MethodNode> read(MethodIndex index, int ordinal) {
    if (ordinal < 0 || ordinal >= index.size()) {
      return Optional.empty();
    }
    ClassReader reader = new ClassReader(index.only(ordinal));
    Single single = new Single();
    reader.accept(single, StackMaps.reading(reader, ClassReader.EXPAND_FRAMES));
    return Optional.ofNullable(single.found);
  }

  private MethodIndex index(byte[] classFile) {
    int at = 0;
    Known found = known[0];
    while (at < REMEMBERED - 1 && found != null && found.classFile() != classFile) {
      found = known[++at];
    }
    if (found == null || found.classFile() != classFile) {
      found = new Known(classFile, new MethodIndex(classFile));
    }
    System.arraycopy(known, 0, known, 1, at);
    known[0] = found;
    return found.index();
  }

  private static final class Single extends ClassVisitor {
    private @Nullable MethodNode found;

    Single() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodNode method =
          new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
      found = method;
      return method;
    }
  }
}
