package dev.jpgo.agent.redefine;

import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.classfile.StackMaps;
import dev.jpgo.core.instrument.ClassPlan;
import dev.jpgo.core.instrument.InstrumentationLayout;
import dev.jpgo.core.instrument.LoopPlan;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.core.instrument.OsrEntry;
import dev.jpgo.core.instrument.Recorded;
import dev.jpgo.core.ir.SyntheticLines;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/** Puts the next version of a class together from where its methods stand. */
final class VersionPlanner {
  private final TierZero tierZero;
  private final ClassRegistry registry;
  private final Set<Recorded> recorded;

  /**
   * @param recorded what tier 1 records beside edges and receivers
   */
  VersionPlanner(TierZero tierZero, ClassRegistry registry, Set<Recorded> recorded) {
    this.tierZero = tierZero;
    this.registry = registry;
    this.recorded = recorded;
  }

  /**
   * The plan of the class as its methods stand now.
   *
   * @throws IllegalStateException when optimized code of a method is lost
   */
  ClassPlan plan(ClassState state) {
    TierZeroLayout layout = state.layout();
    if (layout == null) {
      throw new IllegalStateException("no layout of " + state.record());
    }
    Map<Integer, MethodVersion> versions = new HashMap<>();
    for (int i = 0; i < layout.methods(); i++) {
      if (layout.counts(i) && state.counts()) {
        boolean patched = layout.loops(i) > 0 && (!tierZero.loopsLater() || state.patches(i));
        versions.put(
            i,
            new MethodVersion.Counted(
                layout.callCounter(i),
                patched ? layout.loopPlan(i, 0, tierZero.patchpoints()) : LoopPlan.NONE));
      }
    }
    for (MethodRecord method : state.promoted()) {
      put(versions, layout, method);
    }
    return new ClassPlan(versions, SyntheticLines.HANDOVER);
  }

  /** What has changed about the class since its last version was installed. */
  ClassPlan changes(ClassState state) {
    TierZeroLayout layout = state.layout();
    if (layout == null) {
      throw new IllegalStateException("no layout of " + state.record());
    }
    Map<Integer, MethodVersion> versions = new HashMap<>();
    if (state.patching()) {
      for (int i = 0; i < layout.methods(); i++) {
        if (layout.loops(i) > 0 && state.patches(i) && state.promoted(i) == null) {
          LoopPlan loops = layout.loopPlan(i, 0, tierZero.patchpoints());
          versions.put(i, new MethodVersion.Counted(layout.callCounter(i), loops));
        }
      }
    }
    if (state.endsCounting()) {
      for (int i = 0; i < layout.methods(); i++) {
        if (layout.counts(i) && isCounted(state.promoted(i))) {
          versions.put(i, MethodVersion.ORIGINAL);
        }
      }
    }
    for (MethodRecord method : state.promoted()) {
      if (method.isChanged()) {
        versions.put(method.ordinal(), MethodVersion.ORIGINAL);
        put(versions, layout, method);
      }
    }
    return new ClassPlan(versions, SyntheticLines.HANDOVER);
  }

  /** Whether a method has no code but its own and, perhaps, a counter. */
  private static boolean isCounted(@Nullable MethodRecord method) {
    return method == null
        || method.tier() != Tier.PROFILED
            && method.tier() != Tier.OPTIMIZED
            && method.osrLoops().isEmpty();
  }

  private void put(
      Map<Integer, MethodVersion> versions, TierZeroLayout layout, MethodRecord method) {
    int ordinal = method.ordinal();
    LoopPlan loops = layout.loopPlan(ordinal, method.generation(), tierZero.patchpoints());
    switch (method.tier()) {
      case COUNTED -> {
        if (layout.counts(ordinal) && method.owner().counts()) {
          versions.put(ordinal, new MethodVersion.Counted(layout.callCounter(ordinal), loops));
        }
      }
      case PROFILED ->
          versions.put(
              ordinal,
              new MethodVersion.Profiled(
                  method.firstCounter(),
                  method.firstSite(),
                  InstrumentationLayout.Form.SPARSE,
                  loops,
                  new TreeSet<>(method.osrLoops()),
                  recorded,
                  method.told()));
      case OPTIMIZED -> {
        MethodNode code = optimizedCode(method);
        versions.put(ordinal, new MethodVersion.Optimized(code, counterOf(layout, method, code)));
      }
      case PLAIN, SETTLED, QUARANTINED -> {
        versions.put(
            ordinal,
            tierZero.selective() && layout.counts(ordinal) && method.owner().counts()
                ? new MethodVersion.Counted(layout.callCounter(ordinal), LoopPlan.NONE)
                : MethodVersion.ORIGINAL);
        if (!method.osrLoops().isEmpty()) {
          versions.put(ordinal, new MethodVersion.Optimized(enterable(method, layout)));
        }
      }
    }
  }

  /**
   * Where classes are selected a method that loops goes on counting its calls: they tell that it
   * does not run for long, and its class may be touched again.
   */
  private int counterOf(TierZeroLayout layout, MethodRecord method, MethodNode code) {
    boolean counts =
        tierZero.selective()
            && method.code().isPresent() // else its counter is in there
            && layout.counts(method.ordinal())
            && method.owner().counts()
            && loops(code);
    return counts ? layout.callCounter(method.ordinal()) : MethodVersion.NONE;
  }

  private static boolean loops(MethodNode code) {
    Set<LabelNode> passed = new HashSet<>();
    for (AbstractInsnNode each : code.instructions) {
      if (each instanceof LabelNode label) {
        passed.add(label);
      } else if (each instanceof JumpInsnNode jump && passed.contains(jump.label)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The original with its loop entries: frames that were asked over call their method and must find
   * them.
   */
  private MethodNode enterable(MethodRecord method, TierZeroLayout layout) {
    ClassRecord owner = method.owner().record();
    byte[] original = registry.bytes(owner);
    if (original == null) {
      throw new IllegalStateException("original bytes are gone");
    }
    MethodNode code = read(original, method.ordinal());
    OsrEntry.insert(
        owner.name(),
        ClassInfo.read(original).version(),
        code,
        layout.firstLoop(method.ordinal()),
        method.osrLoops());
    return code;
  }

  /** Code that is about to be installed, or that is in the bytes that are. */
  private static MethodNode optimizedCode(MethodRecord method) {
    Optional<MethodNode> fresh = method.code();
    if (fresh.isPresent()) {
      return fresh.get();
    }
    byte[] installed = method.owner().installed();
    if (installed == null) {
      throw new IllegalStateException("optimized code of " + method.info().name() + " is lost");
    }
    return read(installed, method.ordinal());
  }

  private static MethodNode read(byte[] classFile, int ordinal) {
    OneMethod visitor = new OneMethod(ordinal);
    ClassReader reader = new ClassReader(classFile);
    reader.accept(visitor, StackMaps.reading(reader, ClassReader.EXPAND_FRAMES));
    return visitor.node();
  }

  /** Reads the method of an ordinal and skips the others. */
  private static final class OneMethod extends ClassVisitor {
    private int remaining;
    private MethodNode found = new MethodNode(Opcodes.ASM9);

    OneMethod(int ordinal) {
      super(Opcodes.ASM9);
      remaining = ordinal;
    }

    MethodNode node() {
      return found;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if (remaining-- != 0) {
        return null;
      }
      found = new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
      return found;
    }
  }
}
