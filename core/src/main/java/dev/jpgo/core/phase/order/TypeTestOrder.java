package dev.jpgo.core.phase.order;

import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Has the tests of a chain of {@code if (x instanceof A) ... else if (x instanceof B) ...} come in
 * the order in which they mostly succeed.
 *
 * <p>Sound because at most one of them does: all are classes, none of them interfaces, and none is
 * below another, so that no object is an instance of two (JVMS 4.1: one superclass), nor will be,
 * whatever is loaded. They are loaded and within reach of the method's class, so a test resolves
 * nothing that could fail (JVMS 5.4.3.1, 6.5 instanceof), and null succeeds in none. Between the
 * tests nothing is done.
 */
public final class TypeTestOrder implements GraphPhase {
  public static final String NAME = "type-test-order";

  /** Part of the tests that another order must save; counts are estimates. */
  private static final double LEAST = 0.1;

  private final World world;
  private final LoadedClass owner;

  /**
   * @param owner the class whose method is compiled
   */
  public TypeTestOrder(World world, LoadedClass owner) {
    this.world = world;
    this.owner = owner;
  }

  /**
   * A test of a chain.
   *
   * @param block where it is made
   * @param test the {@code instanceof}
   * @param hit place of the successor for instances
   * @param target that successor
   * @param passed what its phis receive
   */
  private record Step(
      Block block, Instr test, int hit, Block target, List<Instr> passed, LoadedClass type) {
    double count() {
      return target.frequency();
    }

    Block miss() {
      return block.successors().get(1 - hit);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    Uses uses = null;
    boolean[] seen = new boolean[graph.blockIdBound()];
    int changes = 0;
    for (Block block : graph.blocks()) {
      if (seen[block.id()] || !endsInTypeTest(block)) {
        continue;
      }
      uses = uses == null ? Uses.of(graph) : uses;
      List<Step> chain = chain(block, uses);
      chain.forEach(step -> seen[step.block().id()] = true);
      if (chain.size() > 1 && reorder(chain)) {
        changes++;
      }
    }
    return changes;
  }

  private static boolean endsInTypeTest(Block block) {
    Instr last = block.terminator();
    return (last.op() == Opcodes.IFEQ || last.op() == Opcodes.IFNE)
        && last.input(0).op() == Opcodes.INSTANCEOF
        && last.input(0).block() == block
        && block.frequency() > 0;
  }

  /** The tests from a block on that may come in any order. */
  private List<Step> chain(Block first, Uses uses) {
    List<Step> chain = new ArrayList<>();
    Block at = first;
    while (endsInTypeTest(at) && (at == first || isOnlyTest(at))) {
      Step step = step(at, uses);
      if (step == null || !fits(step, chain)) {
        break;
      }
      chain.add(step);
      if (step.miss().preds().size() != 1) {
        break;
      }
      at = step.miss();
    }
    return chain;
  }

  private static boolean isOnlyTest(Block block) {
    return block.body().size() == 1 && block.phis().isEmpty();
  }

  private @Nullable Step step(Block block, Uses uses) {
    Instr last = block.terminator();
    Instr test = last.input(0);
    int hit = last.op() == Opcodes.IFNE ? 0 : 1;
    Block target = block.successors().get(hit);
    String name = ((Operand.Class) test.operand()).name();
    LoadedClass type = name.startsWith("[") ? null : world.find(owner, name).orElse(null);
    return type == null
            || !type.known()
            || type.info().isInterface()
            || !MethodResolver.mayAccess(owner, type)
            || uses.count(test) != 1
            || EdgeFrequencies.of(block, target) < 0
        ? null
        : new Step(block, test, hit, target, BlockSplitter.phiInputs(target, block), type);
  }

  private static boolean fits(Step step, List<Step> chain) {
    for (Step other : chain) {
      if (other.test().input(0) != step.test().input(0)
          || HierarchyAnalysis.isSubtype(other.type(), step.type())
          || HierarchyAnalysis.isSubtype(step.type(), other.type())) {
        return false;
      }
    }
    return true;
  }

  private static boolean reorder(List<Step> chain) {
    List<Step> order = new ArrayList<>(chain);
    Ordering.sort(order, Comparator.comparingDouble(Step::count).reversed());
    if (tests(chain) - tests(order) <= LEAST * chain.get(0).block().frequency()) {
      return false;
    }
    double left = chain.get(0).block().frequency();
    for (int i = 0; i < chain.size(); i++) {
      chain.get(i).block().setFrequency(Math.max(0, left));
      left -= order.get(i).count();
    }
    List<Operand> names = new ArrayList<>();
    List<List<Block>> successors = new ArrayList<>();
    for (int i = 0; i < chain.size(); i++) {
      Step place = chain.get(i);
      Block target = order.get(i).target();
      names.add(order.get(i).test().operand());
      successors.add(
          place.hit() == 0 ? List.of(target, place.miss()) : List.of(place.miss(), target));
    }
    for (int i = 0; i < chain.size(); i++) {
      Step place = chain.get(i);
      Instr test = place.test();
      test.become(test.op(), names.get(i), test.type(), test.inputs());
      place.block().terminate(place.block().terminator(), successors.get(i));
    }
    for (int i = 0; i < chain.size(); i++) {
      Step moved = order.get(i);
      BlockSplitter.setPhiInputs(moved.target(), chain.get(i).block(), moved.passed());
    }
    return true;
  }

  /** Tests made, but for those of objects that fail all. */
  private static double tests(List<Step> order) {
    double tests = 0;
    for (int i = 0; i < order.size(); i++) {
      tests += order.get(i).count() * (i + 1);
    }
    return tests;
  }
}
