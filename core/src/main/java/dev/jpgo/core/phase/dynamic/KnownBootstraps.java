package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.CodeHash;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which of the bootstrap classes whose code was read the running JDK has, told by the hash of all
 * their code. Thread-safe; remembers the last answer, since looking takes milliseconds.
 */
public final class KnownBootstraps {
  /** {@code java.lang.runtime.ObjectMethods}. */
  static final String OBJECT_METHODS = "java/lang/runtime/ObjectMethods";

  private static final long OBJECT_METHODS_17 = 0xb6c757ba9ab6ba2eL;
  private static final long OBJECT_METHODS_25 = 0x411d6a9f1ccf0d69L;

  private volatile @Nullable Answer last;

  private record Answer(LoadedClass type, long hash) {}

  /** A generation of {@code ObjectMethods}. */
  enum Records {
    JDK_17,
    JDK_25
  }

  /** Which code makes the methods of a record; null when nobody has read it. */
  @Nullable Records records(World world, LoadedClass from) {
    LoadedClass type = world.find(from, OBJECT_METHODS).orElse(null);
    if (type == null || type.loader() != World.BOOT_LOADER || !type.known()) {
      return null;
    }
    long hash = hash(world, type);
    return hash == OBJECT_METHODS_17
        ? Records.JDK_17
        : hash == OBJECT_METHODS_25 ? Records.JDK_25 : null;
  }

  /**
   * One number for the code of all methods of a class, in whatever order the VM hands them out; 0
   * when some of it is not to be had.
   */
  private long hash(World world, LoadedClass type) {
    Answer known = last;
    if (known != null && known.type == type) {
      return known.hash;
    }
    long hash = 0;
    for (MethodInfo method : type.info().methods()) {
      if (!method.hasCode()) {
        continue;
      }
      Optional<MethodNode> code = world.code(type, method);
      if (code.isEmpty()) {
        return 0;
      }
      hash += hash(code.get());
    }
    last = new Answer(type, hash);
    return hash;
  }

  static long hash(MethodNode method) {
    long hash = 31L * method.name.hashCode() + method.desc.hashCode();
    return (hash * 0x9e3779b97f4a7c15L) ^ (CodeHash.of(method) * 31);
  }
}
