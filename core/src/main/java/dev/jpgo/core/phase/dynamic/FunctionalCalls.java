package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Calls of a lambda's or method reference's functional method where the object was made in the same
 * graph, which they often are once its user is inlined: they become calls of the method that
 * implements it, and an object that nothing uses any more is not made.
 *
 * <p>Sound because the object's class is the one that {@code LambdaMetafactory.metafactory} is
 * documented to make: its functional method converts the arguments, calls the implementation with
 * what was captured in front, and converts the result ({@link FunctionalSite} takes conversions
 * that it can make as the JDK's class does, and none else). The receiver is that object on every
 * path (SSA) and not null, so no other method can be meant. A value was captured when the object
 * was made, and is the same value here. Frames of the object's class are hidden, so traces stay the
 * same.
 *
 * <p>Making such an object cannot fail: {@link FunctionalSite} has checked what linkage checks, and
 * what it names is loaded and in reach. It runs no code of the program and its identity is nobody's
 * to see if it has no use. Where the one use left is in a block that runs at most once for each
 * time the object was made, as the slow path of a guard does, it is made there.
 */
public final class FunctionalCalls {
  /** Name of the phase, for reports and for switching it off. */
  public static final String NAME = "functional-calls";

  private final World world;
  private final LoadedClass owner;
  private final Graph graph;
  private final Reach reach;

  /** What the method's class may call. */
  public interface Reach {
    /**
     * Whether it may.
     *
     * @param named the class that the call names
     * @param method what that means
     * @param receiver static type of the receiver, or null when there is none
     */
    boolean mayCall(LoadedClass named, ResolvedMethod method, @Nullable String receiver);
  }

  /**
   * @param owner the class that declares the method of the graph
   */
  public FunctionalCalls(World world, LoadedClass owner, Graph graph, Reach reach) {
    this.world = world;
    this.owner = owner;
    this.graph = graph;
    this.reach = reach;
  }

  /** Replaces the calls that can be; returns those that stand in their places. */
  public List<Instr> replace() {
    List<Instr> made = new ArrayList<>(0);
    Map<Instr, Instr> results = new IdentityHashMap<>();
    Map<Instr, Optional<FunctionalSite>> sites = new IdentityHashMap<>();
    for (Block block : graph.blocks()) {
      List<Instr> body = block.body();
      for (int i = 0; i < body.size(); i++) {
        Instr call = body.get(i);
        if (call.op() == Opcodes.INVOKEINTERFACE && call.input(0).op() == Opcodes.INVOKEDYNAMIC) {
          FunctionalSite site = site(call.input(0), sites);
          if (site != null && isMeant(site, (Operand.Method) call.operand())) {
            site.call(graph, owner, block, call, made, results);
          }
        }
      }
    }
    graph.replaceAll(results);
    return made;
  }

  private @Nullable FunctionalSite site(
      Instr creation, Map<Instr, Optional<FunctionalSite>> sites) {
    Optional<FunctionalSite> known = sites.get(creation);
    if (known == null) {
      known = Optional.ofNullable(FunctionalSite.of(world, owner, creation, reach));
      sites.put(creation, known);
    }
    return known.orElse(null);
  }

  /** Whether a call on the object selects the functional method (JVMS 5.4.6). */
  private boolean isMeant(FunctionalSite site, Operand.Method called) {
    if (!called.name().equals(site.name()) || !called.descriptor().equals(site.erased())) {
      return false;
    }
    LoadedClass named = world.find(owner, called.owner()).orElse(null);
    return named != null && HierarchyAnalysis.isSubtype(site.type(), named);
  }

  /** Takes out objects that nothing uses, and moves those down that a slow path alone uses. */
  public int sweep() {
    int swept = 0;
    Uses uses = Uses.of(graph);
    for (Block block : graph.blocks()) {
      for (int i = block.body().size() - 1; i >= 0; i--) {
        Instr creation = block.body().get(i);
        if (creation.op() == Opcodes.INVOKEDYNAMIC) {
          Block only = onlyUser(uses, creation);
          boolean unused = uses.count(creation) == 0;
          if ((unused || (only != null && only != block && runsOnce(block, only)))
              && FunctionalSite.of(world, owner, creation, reach) != null) {
            block.remove(creation);
            swept++;
            if (!unused && only != null) {
              only.insert(firstUse(only, creation), creation);
            }
          }
        }
      }
    }
    return swept;
  }

  /** The one block in whose body all uses are; null when there is none. */
  private static @Nullable Block onlyUser(Uses uses, Instr creation) {
    Block only = null;
    for (Instr user : uses.of(creation)) {
      Block block = user.block();
      if (block == null || user.isPhi() || (only != null && block != only)) {
        return null;
      }
      only = block;
    }
    return only;
  }

  private static int firstUse(Block block, Instr creation) {
    List<Instr> body = block.body();
    for (int i = 0; i < body.size(); i++) {
      if (body.get(i).inputs().contains(creation)) {
        return i;
      }
    }
    return body.size();
  }

  /** Whether a rare block runs at most once between two runs of another. */
  private boolean runsOnce(Block between, Block block) {
    if (block.frequency() != 0) {
      return false;
    }
    boolean[] seen = new boolean[graph.blockIdBound()];
    List<Block> worklist = new ArrayList<>();
    worklist.add(block);
    while (!worklist.isEmpty()) {
      Block at = worklist.remove(worklist.size() - 1);
      List<Block> next = new ArrayList<>(at.successors());
      for (Block.Handler handler : at.handlers()) {
        next.add(handler.target());
      }
      for (Block each : next) {
        if (each == block) {
          return false;
        }
        if (each != between && !seen[each.id()]) {
          seen[each.id()] = true;
          worklist.add(each);
        }
      }
    }
    return true;
  }
}
