package dev.jpgo.agent.control;

import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.instrument.InstrumentationLayout;
import dev.jpgo.core.instrument.SiteKind;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Tells the calls of a method of which the loaded hierarchy says what they run: the optimizer does
 * not ask what receivers they had, and recording those costs more than the call. Of calls of the
 * JDK's collections and streams it does ask, and of functions it wants to know the one object.
 */
final class ToldCalls {
  private static final String LIBRARY = "java/util/";

  private ToldCalls() {}

  /** The sites at which nothing need be recorded. */
  static Set<Integer> of(
      ClassRegistry registry, ClassRecord owner, MethodNode code, InstrumentationLayout layout) {
    Set<Integer> told = new HashSet<>();
    CodeOrdinals instructions = CodeOrdinals.of(code);
    HierarchyAnalysis hierarchy = new HierarchyAnalysis();
    for (int i = 0; i < layout.sites(); i++) {
      if (layout.kind(i) == SiteKind.RECEIVER
          && instructions.instruction(layout.siteOrdinal(i)) instanceof MethodInsnNode call
          && isTold(registry, owner, call, hierarchy)) {
        told.add(i);
      }
    }
    return told;
  }

  private static boolean isTold(
      ClassRegistry registry, ClassRecord owner, MethodInsnNode call, HierarchyAnalysis hierarchy) {
    if (call.owner.startsWith("[") || call.owner.startsWith(LIBRARY)) {
      return false;
    }
    LoadedClass named = registry.find(owner, call.owner).orElse(null);
    if (named == null || !named.known()) {
      return false;
    }
    ResolvedMethod resolved =
        MethodResolver.resolve(
                named, call.name, call.desc, call.getOpcode() == Opcodes.INVOKEINTERFACE)
            .orElse(null);
    if (resolved == null || resolved.method().isStatic()) {
      return false;
    }
    Optional<HierarchyAnalysis.Target> target = hierarchy.uniqueTarget(named, resolved);
    return target.isPresent() && !isFunction(target.get().method().owner());
  }

  private static boolean isFunction(LoadedClass type) {
    return type instanceof ClassRecord record && record.hidden();
  }
}
