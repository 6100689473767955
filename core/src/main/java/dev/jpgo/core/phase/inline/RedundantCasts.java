package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * Removes casts to a type that the value has already: inlining shows a value's own type where its
 * caller saw a type variable's bound.
 *
 * <p>Sound: the verifier guarantees that a value whose static type is a class is an instance of it
 * or null (JVMS 4.10.1), and the superclasses and superinterfaces of a loaded class never change,
 * so the cast succeeds. Of a value whose static type is an interface nothing is guaranteed: that
 * cast stays. The class named by the cast is loaded, so no loading is skipped. Only casts in the
 * method's own code name classes from its own point of view; inlined ones were checked to mean the
 * same.
 */
public final class RedundantCasts {
  public static final String NAME = "redundant-casts";

  private RedundantCasts() {}

  /** Removes them; returns how many. */
  public static int run(World world, LoadedClass owner, Graph graph) {
    Map<Instr, Instr> replacements = new IdentityHashMap<>();
    for (Block block : graph.blocks()) {
      for (Instr instr : List.copyOf(block.body())) {
        if (instr.op() == Opcodes.CHECKCAST
            && succeeds(
                world,
                owner,
                resolve(instr.input(0), replacements),
                (Operand.Class) instr.operand())) {
          replacements.put(instr, instr.input(0));
          block.remove(instr);
        }
      }
    }
    graph.replaceAll(replacements);
    return replacements.size();
  }

  private static Instr resolve(Instr value, Map<Instr, Instr> replacements) {
    Instr result = value;
    for (Instr next = replacements.get(result); next != null; next = replacements.get(result)) {
      result = next;
    }
    return result;
  }

  private static boolean succeeds(World world, LoadedClass owner, Instr value, Operand.Class cast) {
    String type = value.type().name();
    if (type == null || type.startsWith("[") || cast.name().startsWith("[")) {
      return false;
    }
    Optional<LoadedClass> from = world.find(owner, type);
    Optional<LoadedClass> to = world.find(owner, cast.name());
    return from.isPresent()
        && to.isPresent()
        && from.get().known()
        && !from.get().info().isInterface()
        && HierarchyAnalysis.isSubtype(from.get(), to.get());
  }
}
