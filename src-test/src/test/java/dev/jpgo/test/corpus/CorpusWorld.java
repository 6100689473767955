package dev.jpgo.test.corpus;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import dev.jpgo.test.differential.RandomProfiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The classes of a JDK and perhaps of a jar on top of it, all of them loaded, with profiles of runs
 * that never were.
 */
final class CorpusWorld implements World {
  private static final int MAX_TREES = 400;
  private static final int MAX_PROFILES = 20_000;
  private static final int MAX_RECEIVERS = 8;

  private final Map<String, CorpusClass> jdk = new HashMap<>();
  private final Map<String, CorpusClass> jar = new LinkedHashMap<>();
  private final Map<ModuleShape, List<CorpusClass>> byModule = new LinkedHashMap<>();
  private final List<Object> loaders =
      List.of(BOOT_LOADER, new Object(), new Object(), new Object());
  private final Map<CorpusClass, ClassNode> trees = new Bounded<>(MAX_TREES);
  private final Map<MethodNode, Optional<MethodProfile>> profiles = new Bounded<>(MAX_PROFILES);

  private CorpusWorld() {}

  /** The classes of a JDK's modules. */
  static CorpusWorld ofJdk(Path home, Collection<ModuleShape> modules) throws IOException {
    CorpusWorld world = new CorpusWorld();
    for (ModuleShape module : modules) {
      world.take(Corpus.module(home, module.name()), module, world.jdk);
    }
    world.linkHierarchy();
    return world;
  }

  /** The same classes, loaded a second time, below those of a jar. */
  CorpusWorld below(Path classes) throws IOException {
    CorpusWorld world = new CorpusWorld();
    for (CorpusClass each : jdk.values()) {
      world.jdk.put(each.name(), new CorpusClass(world, each.module(), each.bytes()));
    }
    world.take(Corpus.jar(classes), ModuleShape.ofJar(), world.jar);
    world.linkHierarchy();
    return world;
  }

  private void take(Corpus corpus, ModuleShape module, Map<String, CorpusClass> into)
      throws IOException {
    List<CorpusClass> list = byModule.computeIfAbsent(module, any -> new ArrayList<>());
    corpus.forEach(
        (name, classFile) -> {
          CorpusClass type = new CorpusClass(this, module, classFile);
          // a jar may have classes under names that are not theirs
          if (type.name().equals(name)) {
            into.put(name, type);
            list.add(type);
          }
        });
  }

  /**
   * A jar's classes that need a library which is not there cannot be loaded: no other class gets to
   * see them.
   */
  private void linkHierarchy() {
    int loaded;
    do {
      loaded = jar.size();
      jar.values().removeIf(type -> !type.hasAllAbove());
    } while (jar.size() < loaded);
    for (Map<String, CorpusClass> each : List.of(jdk, jar)) {
      for (CorpusClass type : each.values()) {
        type.superclass().ifPresent(above -> ((CorpusClass) above).addSubtype(type));
        for (LoadedClass above : type.interfaces()) {
          ((CorpusClass) above).addSubtype(type);
        }
      }
    }
  }

  /** The classes to look at: those of the jar, or all of the JDK, by module. */
  Map<ModuleShape, List<CorpusClass>> corpus() {
    return byModule;
  }

  /** Whether there is a class of that name, be it one that cannot be loaded. */
  boolean has(String internalName) {
    boolean inJdk = jdk.containsKey(internalName);
    return inJdk
        || byModule.values().stream()
            .anyMatch(types -> types.stream().anyMatch(type -> type.name().equals(internalName)));
  }

  Object loader(ModuleShape module) {
    return loaders.get(module.level());
  }

  @Override
  public Optional<LoadedClass> find(LoadedClass from, String internalName) {
    ModuleShape module = ((CorpusClass) from).module();
    CorpusClass own = module.unnamed() ? jar.get(internalName) : null;
    if (own != null) {
      return Optional.of(own);
    }
    CorpusClass found = jdk.get(internalName);
    int visible = module.unnamed() ? ModuleShape.PLATFORM : module.level();
    return found == null || found.module().level() > visible
        ? Optional.empty()
        : Optional.of(found);
  }

  @Override
  public Optional<MethodNode> code(LoadedClass owner, MethodInfo method) {
    if (!method.hasCode()) {
      return Optional.empty();
    }
    ClassNode tree = trees.get((CorpusClass) owner);
    if (tree == null) {
      tree = read((CorpusClass) owner);
      trees.put((CorpusClass) owner, tree);
    }
    return Optional.of(tree.methods.get(method.ordinal()));
  }

  /** The code of a method, to be changed. */
  MethodNode copy(CorpusClass owner, MethodInfo method) {
    return read(owner).methods.get(method.ordinal());
  }

  private static ClassNode read(CorpusClass type) {
    ClassNode tree = new ClassNode();
    new ClassReader(type.bytes()).accept(tree, ClassReader.EXPAND_FRAMES);
    return tree;
  }

  @Override
  public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
    MethodNode code = code(owner, method).orElse(null);
    if (code == null) {
      return Optional.empty();
    }
    Optional<MethodProfile> known = profiles.get(code);
    if (known == null) {
      MethodId id = new MethodId(owner.name(), method.name(), method.descriptor());
      known =
          new RandomProfiles(TierVersions.SEED + 1, call -> receivers(owner, call)).of(id, code);
      profiles.put(code, known);
    }
    return known;
  }

  /** Some classes that a receiver of a call may be of. */
  private List<String> receivers(LoadedClass from, MethodInsnNode call) {
    List<String> names = new ArrayList<>();
    List<LoadedClass> below = new ArrayList<>();
    find(from, call.owner).ifPresent(below::add);
    for (int i = 0; i < below.size() && names.size() < MAX_RECEIVERS; i++) {
      LoadedClass type = below.get(i);
      if ((type.info().access() & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0) {
        names.add(type.name());
      }
      below.addAll(type.subtypes());
    }
    return names;
  }

  /** Forgets what was not asked for lately. */
  private static final class Bounded<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;
    private final int limit;

    Bounded(int limit) {
      super(16, 0.75f, true);
      this.limit = limit;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > limit;
    }
  }
}
