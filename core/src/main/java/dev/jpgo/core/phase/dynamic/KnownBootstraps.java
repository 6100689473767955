package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.CodeHash;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which of the bootstrap classes whose code was read the running JDK has, told by the hash of all
 * their code. Thread-safe; remembers the last answers, since looking takes milliseconds.
 */
public final class KnownBootstraps {
  /** {@code java.lang.runtime.ObjectMethods}. */
  static final String OBJECT_METHODS = "java/lang/runtime/ObjectMethods";

  /** {@code java.lang.runtime.SwitchBootstraps}. */
  static final String SWITCHES = "java/lang/runtime/SwitchBootstraps";

  /** What tells constants of enums apart that a switch on types names. */
  private static final String SWITCH_ENUMS = SWITCHES + "$ResolvedEnumLabels";

  private static final long SWITCHES_25 = 0x5a6baa910519e9e3L;
  private static final long SWITCH_ENUMS_25 = 0x7952749f69ab0095L;

  private static final long OBJECT_METHODS_17 = 0xb6c757ba9ab6ba2eL;

  /** Makes the same of the same handles, which it gets in another way as it is initialized. */
  private static final long OBJECT_METHODS_21 = 0xf8df6e8e9f8018bdL;

  private static final long OBJECT_METHODS_25 = 0x411d6a9f1ccf0d69L;

  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  private record Answer(LoadedClass type, long hash) {}

  /** A generation of {@code ObjectMethods}. */
  enum Records {
    JDK_17,
    /** That of 21, too. */
    JDK_25
  }

  /** Which code makes the methods of a record; null when nobody has read it. */
  @Nullable Records records(World world, LoadedClass from) {
    long hash = hash(world, from, OBJECT_METHODS);
    if (hash == OBJECT_METHODS_17) {
      return Records.JDK_17;
    }
    return hash == OBJECT_METHODS_21 || hash == OBJECT_METHODS_25 ? Records.JDK_25 : null;
  }

  /**
   * Whether records' methods are linked by code that was read.
   *
   * @param classFile of {@code java.lang.runtime.ObjectMethods}
   * @param texts whether texts are to be those of JDK 17's
   */
  public static boolean knowsRecords(byte[] classFile, boolean texts) {
    ClassNode type = new ClassNode();
    new ClassReader(classFile).accept(type, ClassReader.EXPAND_FRAMES);
    long hash = 0;
    for (MethodNode method : type.methods) {
      if (method.instructions.size() > 0) {
        hash += hash(method);
      }
    }
    return hash == OBJECT_METHODS_17
        || !texts && (hash == OBJECT_METHODS_21 || hash == OBJECT_METHODS_25);
  }

  /**
   * Whether switches on patterns are linked by code that was read. The class that tells enums'
   * constants apart is loaded when the first such switch is linked, and not known before.
   */
  boolean switches(World world, LoadedClass from) {
    if (hash(world, from, SWITCHES) != SWITCHES_25) {
      return false;
    }
    long enums = hash(world, from, SWITCH_ENUMS);
    return enums == SWITCH_ENUMS_25 || enums == 0;
  }

  /** The same for a class of the JDK by name; 0 when it is not loaded, or not the JDK's. */
  private long hash(World world, LoadedClass from, String name) {
    LoadedClass type = world.find(from, name).orElse(null);
    return type == null || type.loader() != World.BOOT_LOADER || !type.known()
        ? 0
        : hash(world, type);
  }

  /**
   * One number for the code of all methods of a class, in whatever order the VM hands them out; 0
   * when some of it is not to be had.
   */
  private long hash(World world, LoadedClass type) {
    Answer known = answers.get(type.name());
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
    answers.put(type.name(), new Answer(type, hash));
    return hash;
  }

  static long hash(MethodNode method) {
    long hash = 31L * method.name.hashCode() + method.desc.hashCode();
    return (hash * 0x9e3779b97f4a7c15L) ^ (CodeHash.of(method) * 31);
  }
}
