package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Expands call sites, and calls by handles, in graphs that were just built, before anything is
 * inlined: what a site came to can be inlined into, and with it what it stood in. Not in jit mode,
 * whose compilers see through method handles. An instance serves one compilation.
 */
public final class DynamicSites {
  /** What the phases in here are called together in reports. */
  public static final String REPORT = "dynamic-sites";

  private final List<Expansion> expansions;
  private final @Nullable VariableHandles handles;
  private final boolean functional;
  private final boolean receivers;

  /** Where numbers of static final fields are looked up; null: they are not. */
  private final @Nullable World numbers;

  /**
   * @param disabled names of phases that are switched off
   */
  public DynamicSites(World world, Mode mode, KnownBootstraps known, Set<String> disabled) {
    List<Expansion> kinds = new ArrayList<>();
    if (mode != Mode.JIT) {
      for (Expansion expansion : all(world, mode, known)) {
        if (!disabled.contains(expansion.name())) {
          kinds.add(expansion);
        }
      }
    }
    this.expansions = List.copyOf(kinds);
    this.handles =
        mode == Mode.INTERPRETER && !disabled.contains(VariableHandles.NAME)
            ? new VariableHandles(world)
            : null;
    this.functional = mode != Mode.JIT && !disabled.contains(FunctionalCalls.NAME);
    this.receivers = functional && !disabled.contains(KnownReceivers.NAME);
    this.numbers = mode != Mode.JIT && !disabled.contains(StaticConstants.NAME) ? world : null;
  }

  private static List<Expansion> all(World world, Mode mode, KnownBootstraps known) {
    List<Expansion> all = new ArrayList<>();
    all.add(new RecordMethods(world, mode, known));
    all.add(new PatternSwitches(world, from -> known.switches(world, from)));
    if (mode == Mode.INTERPRETER) {
      all.add(new Concatenation());
    }
    return all;
  }

  /** Names of the phases in here. */
  public static List<String> names() {
    return List.of(
        RecordMethods.NAME,
        PatternSwitches.NAME,
        Concatenation.NAME,
        VariableHandles.NAME,
        StaticConstants.NAME,
        FunctionalCalls.NAME,
        KnownReceivers.NAME);
  }

  /** Whether {@link FunctionalCalls} are to be replaced. */
  public boolean followsFunctions() {
    return functional;
  }

  /** Whether receivers are to be compared with functions that were made elsewhere. */
  public boolean comparesReceivers() {
    return receivers;
  }

  /**
   * Expands what can be, after the numbers of static final fields have been put in.
   *
   * @param owner the class that declares the method of the graph
   * @return how many sites were expanded
   */
  public int expand(LoadedClass owner, Graph graph) {
    if (numbers != null) {
      StaticConstants.fold(numbers, owner, graph);
    }
    if (expansions.isEmpty() && handles == null) {
      return 0;
    }
    List<Instr> sites = new ArrayList<>(0);
    List<Block> blocks = graph.blocks();
    for (int b = 0; b < blocks.size(); b++) {
      List<Instr> body = blocks.get(b).body();
      for (int i = 0; i < body.size(); i++) {
        Instr instr = body.get(i);
        if (instr.op() == Opcodes.INVOKEDYNAMIC
            || (handles != null && VariableHandles.isCall(instr))) {
          sites.add(instr);
        }
      }
    }
    Map<Instr, Instr> results = new IdentityHashMap<>();
    List<Instr> unneeded = new ArrayList<>(0);
    int expanded = 0;
    for (Instr site : sites) {
      Block block = site.block();
      Instr result = block == null ? null : expand(new Site(graph, owner, block, site), unneeded);
      if (result != null) {
        expanded++;
        if (result != site) {
          results.put(site, result);
        }
      }
    }
    graph.replaceAll(results);
    VariableHandles.sweep(graph, unneeded);
    return expanded;
  }

  private @Nullable Instr expand(Site site, List<Instr> unneeded) {
    if (site.call().op() != Opcodes.INVOKEDYNAMIC) {
      return handles == null ? null : handles.expand(site, unneeded);
    }
    String bootstrap = ((Operand.Dynamic) site.call().operand()).bootstrap().getOwner();
    for (Expansion expansion : expansions) {
      if (expansion.bootstrap().equals(bootstrap)) {
        return expansion.expand(site);
      }
    }
    return null;
  }
}
