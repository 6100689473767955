package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * The class of what a loop does not change is tested once, in front of the loop.
 *
 * <pre>
 *   before: loop { if (!(v instanceof C)) goto other; c = (C) v; .. }
 *   after:  c = v instanceof C ? (C) v : null; loop { if (c == null) goto other; .. }
 * </pre>
 *
 * <p>Sound, because the class of an object never changes, so the test has the same outcome wherever
 * it is made after the object was obtained; it answers false for null and cannot throw, and the
 * cast behind it cannot fail. Both resolve the class, which has been loaded and is within reach of
 * the method's class: to resolve it earlier, or where the loop would not have come to, loads
 * nothing and throws nothing (JVMS 5.4.3.1). A cast answers the object that it is given, so where
 * the test was passed {@code c} is what the cast would have answered; where it was not, {@code c}
 * is null, and no cast was reached.
 */
public final class LoopTests implements GraphPhase {
  public static final String NAME = "loop-tests";

  /** Larger loops are left alone. */
  private static final int MAX_BLOCKS = 256;

  /** How many tests of one method are moved at most. */
  private static final int MOST = 6;

  /** How often a test must be made for once that its loop is entered. */
  private static final double WORTH = 2;

  private final World world;
  private final LoadedClass owner;

  /**
   * @param owner the class that declares the method
   */
  public LoopTests(World world, LoadedClass owner) {
    this.world = world;
    this.owner = owner;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    int moved = 0;
    while (moved < MOST && hasTest(graph) && moveOne(graph)) {
      moved++;
    }
    return moved;
  }

  private static boolean hasTest(Graph graph) {
    for (Block block : graph.blocks()) {
      if (test(block) != null) {
        return true;
      }
    }
    return false;
  }

  /** The test of a class that a block ends with, or null. */
  private static @Nullable Instr test(Block block) {
    int op = block.terminator().op();
    if (op != Opcodes.IFEQ && op != Opcodes.IFNE) {
      return null;
    }
    Instr test = block.terminator().input(0);
    return test.op() == Opcodes.INSTANCEOF && test.block() == block ? test : null;
  }

  /** Moves a test to in front of the outermost loop that does not change what is tested. */
  private boolean moveOne(Graph graph) {
    Dominators dominators = Dominators.of(graph);
    LoopForest loops = LoopForest.of(graph, dominators);
    Executions executions = new Executions(graph, loops);
    for (LoopForest.Loop loop : loops.loops()) {
      if (!loop.header().isHandlerEntry() && loop.blocks().size() <= MAX_BLOCKS) {
        for (Block block : loop.blocks()) {
          Instr test = test(block);
          if (test != null
              && !loop.blocks().contains(test.input(0).block())
              && isOften(block, loop, executions)
              && isWithinReach(test)) {
            move(graph, dominators, loop, block, test);
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean isOften(Block block, LoopForest.Loop loop, Executions executions) {
    double entered = 0;
    for (Block pred : loop.header().preds()) {
      if (!loop.latches().contains(pred)) {
        entered += executions.of(pred);
      }
    }
    double tested = executions.of(block);
    return tested > 0 && tested >= WORTH * entered;
  }

  private boolean isWithinReach(Instr test) {
    String name = ((Operand.Class) test.operand()).name();
    LoadedClass type = name.startsWith("[") ? null : world.find(owner, name).orElse(null);
    return type != null && type.known() && MethodResolver.mayAccess(owner, type);
  }

  private static void move(
      Graph graph, Dominators dominators, LoopForest.Loop loop, Block block, Instr test) {
    Uses uses = Uses.of(graph);
    List<Instr> casts =
        uses.count(test) == 1 ? casts(uses, dominators, block, test) : new ArrayList<>();
    Block front = Preheaders.of(loop);
    if (front == null) {
      front = Preheaders.insert(graph, loop);
    }
    block.remove(test);
    front.append(test);
    if (!casts.isEmpty()) {
      Instr cast = castInFront(graph, loop.header(), front, test);
      int op = block.terminator().op() == Opcodes.IFEQ ? Opcodes.IFNULL : Opcodes.IFNONNULL;
      Instr branch =
          graph.newInstr(
              op, Operand.None.NONE, ValueType.VOID, List.of(cast), block.terminator().position());
      branch.setSite(block.terminator().site());
      block.terminate(branch, List.copyOf(block.successors()));
      Map<Instr, Instr> replaced = new HashMap<>();
      for (Instr each : casts) {
        Block home = each.block();
        if (home != null) {
          home.remove(each);
        }
        replaced.put(each, cast);
      }
      graph.replaceAll(replaced);
    }
  }

  /** The casts of the tested object to the tested class where the test was passed. */
  private static List<Instr> casts(Uses uses, Dominators dominators, Block block, Instr test) {
    List<Instr> casts = new ArrayList<>();
    Block passed = block.successors().get(block.terminator().op() == Opcodes.IFEQ ? 1 : 0);
    if (passed.preds().size() == 1) {
      for (Instr user : uses.of(test.input(0))) {
        Block at = user.block();
        if (user.op() == Opcodes.CHECKCAST
            && user.operand().equals(test.operand())
            && at != null
            && dominators.dominates(passed, at)) {
          casts.add(user);
        }
      }
    }
    return casts;
  }

  /** Casts what passes a test in front of a loop, and gives null for what does not. */
  private static Instr castInFront(Graph graph, Block header, Block front, Instr test) {
    ValueType type = ValueType.ref(((Operand.Class) test.operand()).name());
    Instr none =
        graph.newInstr(Op.CONST, Operand.Null.NULL, ValueType.NULL, List.of(), test.position());
    front.append(none);
    Instr done =
        graph.newInstr(
            Opcodes.CHECKCAST, test.operand(), type, List.of(test.input(0)), test.position());
    Instr branch =
        graph.newInstr(
            Opcodes.IFEQ, Operand.None.NONE, ValueType.VOID, List.of(test), test.position());
    Block cast = Preheaders.test(graph, header, front, branch, false);
    cast.append(done);
    Block merge = cast.successors().get(0);
    Instr known = graph.newPhi(type, test.position());
    merge.addPhi(known);
    merge.setPhiInput(known, front, none);
    merge.setPhiInput(known, cast, done);
    return known;
  }
}
