package dev.jpgo.agent.compiler;

import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.MethodBytes;
import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The classes of this JVM, with profiles of runs that never were; the same whenever asked. */
final class RegistryWorld implements World, ProgramBytes {
  private static final int MOST_RECEIVERS = 3;

  private final ClassRegistry registry;
  private final MethodBytes methods = new MethodBytes();

  RegistryWorld(ClassRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Optional<LoadedClass> find(LoadedClass from, String internalName) {
    return registry.find((ClassRecord) from, internalName);
  }

  @Override
  public Optional<MethodNode> code(LoadedClass owner, MethodInfo method) {
    byte[] bytes = code(owner);
    return bytes == null || !method.hasCode()
        ? Optional.empty()
        : methods.shared(bytes, method.name(), method.descriptor(), method.ordinal());
  }

  @Override
  public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
    MethodNode code = code(owner, method).orElse(null);
    if (code == null || !Cfg.describes(code)) {
      return Optional.empty();
    }
    Random random = new Random(owner.name().hashCode() * 31L + method.ordinal());
    List<Long> edges = new ArrayList<>();
    for (int i = 0; i < Cfg.of(code).edges().size(); i++) {
      edges.add(random.nextInt(5) == 0 ? 0L : (long) random.nextInt(10_000));
    }
    Map<Integer, TypeHistogram> receivers = new HashMap<>();
    int site = 0;
    for (AbstractInsnNode at = code.instructions.getFirst(); at != null; at = at.getNext()) {
      if (at instanceof MethodInsnNode call && random.nextInt(4) > 0) {
        receivers.put(site, receivers(owner, call, random));
      }
      site += at.getOpcode() >= 0 ? 1 : 0;
    }
    MethodId id = new MethodId(owner.name(), method.name(), method.descriptor());
    return Optional.of(new MethodProfile(id, 7, random.nextInt(10_000), edges, 0, receivers));
  }

  private TypeHistogram receivers(LoadedClass from, MethodInsnNode call, Random random) {
    List<TypeHistogram.Entry> seen = new ArrayList<>();
    List<LoadedClass> below = new ArrayList<>();
    find(from, call.owner).ifPresent(below::add);
    long total = 0;
    for (int i = 0; i < below.size() && seen.size() < MOST_RECEIVERS; i++) {
      long count = 10_000 >> 4 * i;
      seen.add(new TypeHistogram.Entry(below.get(i).name(), count));
      total += count;
      below.addAll(below.get(i).subtypes());
    }
    return new TypeHistogram(seen, total + random.nextInt(3));
  }

  @Override
  public byte @Nullable [] shape(LoadedClass type) {
    return registry.shapeBytes((ClassRecord) type);
  }

  @Override
  public byte @Nullable [] code(LoadedClass type) {
    return registry.bytes((ClassRecord) type);
  }

  @Override
  public List<ClassRecord> changed() {
    return registry.takeChanged();
  }
}
