package dev.jpgo.core.phase.scalar;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.TrivialPhis;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.inline.Construction;
import dev.jpgo.core.phase.inline.Constructors;
import dev.jpgo.core.phase.inline.InlineContext;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.phase.simplify.GraphPhase;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Does without objects that stay in the method that makes them: the constructor's code takes the
 * place of its call, fields become values, with phis where paths meet, and what is asked of the
 * object is answered. Which objects that are says {@link StayingObject}, which constructors can run
 * without one {@link Constructors}. Where rare blocks need one it is made there ({@link
 * LaterCreation}).
 *
 * <p>Sound because nobody but the method could tell:
 *
 * <ul>
 *   <li><i>{@code new}</i> (JVMS 6.5) resolves and initializes a class that is resolved and
 *       initialized, and may be named; no subclass, finalizer or {@code Object.<init>} has a say.
 *   <li><i>The constructor</i> does what it did, in its order, and throws what it threw, from
 *       positions that say so; nothing that catches it can have the object, which is uninitialized
 *       until then (JVMS 4.10.1.9).
 *   <li><i>Memory.</i> No other thread has the object, so no write to its plain fields is seen by
 *       one (JLS 17.4), and a freeze of final fields at the end of its constructor (JLS 17.5) is
 *       for those who get it. Volatile fields are left alone.
 *   <li><i>Fields</i> start as zero or null (JVMS 2.3, 2.4), and narrow what is stored (6.5,
 *       putfield). An exception leaves a block at its start, so blocks with handlers are cut behind
 *       stores.
 *   <li><i>Identity.</i> The object is in no phi and was given to nobody, so it is equal to itself
 *       alone. Nobody has locked it.
 *   <li><i>Errors.</i> An object that is not made is no {@code OutOfMemoryError}, which the VM may
 *       or may not throw there (JVMS 6.3).
 * </ul>
 */
public final class ScalarReplacement implements GraphPhase {
  public static final String NAME = "scalar-replacement";

  /** How deep objects may hold one another: those that hold go first. */
  private static final int MAX_ROUNDS = 4;

  /** Of the bytes that inlining may add, one in so many for constructors, on top of calls. */
  private static final int GROWTH_SHARE = 2;

  private final InlineContext context;
  private final Constructors constructors;
  private final List<PlacedDecision> decisions = new ArrayList<>();
  private int growth;

  /**
   * @param context what inlining goes by: a constructor is inlined
   */
  public ScalarReplacement(InlineContext context) {
    this.context = context;
    this.constructors = new Constructors(context);
  }

  @Override
  public String name() {
    return NAME;
  }

  /** The constructors that went into the graph. */
  public List<PlacedDecision> decisions() {
    return decisions;
  }

  @Override
  public int run(Graph graph) {
    int changes = 0;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      List<Instr> creations = creations(graph);
      if (round == 0 && !creations.isEmpty()) {
        DeadCode.dropHandlers(graph); // they may need the object
      }
      int replaced = creations.isEmpty() ? 0 : replace(graph, creations);
      if (replaced == 0) {
        break;
      }
      changes += replaced;
    }
    return changes;
  }

  private static List<Instr> creations(Graph graph) {
    List<Instr> creations = new ArrayList<>(0);
    List<Block> blocks = graph.blocks();
    for (int b = 0; b < blocks.size(); b++) {
      List<Instr> body = blocks.get(b).body();
      for (int i = 0; i < body.size(); i++) {
        if (body.get(i).op() == Opcodes.NEW && blocks.get(b).frequency() != 0) {
          creations.add(body.get(i));
        }
      }
    }
    return creations;
  }

  private int replace(Graph graph, List<Instr> creations) {
    Uses uses = Uses.of(graph);
    List<StayingObject> objects = new ArrayList<>(0);
    List<Construction> constructions = new ArrayList<>(0);
    for (Instr creation : creations) {
      StayingObject object = StayingObject.of(constructors, uses, creation);
      if (object != null
          && objects.stream().noneMatch(object::isTiedTo)
          && growth + object.construction().bytes()
              <= context.limits().maxGrowthBytes() / GROWTH_SHARE) {
        growth += object.construction().bytes();
        objects.add(object);
        constructions.add(object.construction());
        decisions.add(object.construction().decision());
      }
    }
    if (objects.isEmpty()) {
      return 0;
    }
    Construction.expand(graph, context, constructions);
    uses = Uses.of(graph);
    Map<Instr, Instr> results = new IdentityHashMap<>();
    Set<Instr> branches = new LinkedHashSet<>();
    for (StayingObject object : objects) {
      branches.addAll(new ObjectReplacement(graph, constructors, object, results).run(uses));
    }
    for (Instr branch : branches) {
      settle(graph, branch, objects);
    }
    graph.replaceAll(results);
    DeadCode.removeUnreachable(graph);
    TrivialPhis.remove(graph);
    return objects.size();
  }

  /** Turns a branch that compares objects which are not made into a jump. */
  private static void settle(Graph graph, Instr branch, List<StayingObject> objects) {
    Block block = branch.home();
    boolean taken =
        switch (branch.op()) {
          case Opcodes.IFNULL -> false;
          case Opcodes.IFNONNULL -> true;
          default ->
              (branch.op() == Opcodes.IF_ACMPEQ)
                  == (root(branch.input(0)) == root(branch.input(1)));
        };
    Block target = block.successors().get(taken ? 0 : 1);
    block.terminate(graph.newGoto(branch.position()), List.of(target));
  }

  /** What makes an object that a value is, or gives it, seen through casts. */
  static Instr root(Instr value) {
    Instr at = value;
    while (at.op() == Opcodes.CHECKCAST) {
      at = at.input(0);
    }
    return at;
  }
}
