package dev.jpgo.core.phase.scalar;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LockedPlaces;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.inline.Constructors;
import dev.jpgo.core.phase.inline.InlineContext;
import dev.jpgo.core.phase.lock.LockNesting;
import dev.jpgo.core.phase.lock.NestedLocks;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.phase.simplify.GraphPhase;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Takes away the locks and unlocks of objects that the method makes and that nobody else ever gets
 * hold of: no other thread can wait for them. Which objects that are says {@link UnsharedObject}.
 *
 * <p><b>Why nobody notices.</b>
 *
 * <ul>
 *   <li><i>Waiting.</i> Only who has a reference to an object can enter its monitor (JVMS 6.5), and
 *       no other thread, no other method and no later code of this one has. So entering never
 *       waits, and nobody waits for the exit. {@code wait}, {@code notify} and {@code holdsLock}
 *       are calls that get the object.
 *   <li><i>Memory.</i> An unlock is ordered before later locks <em>of the same monitor</em> (JLS
 *       17.4.4), and these are all of this thread, where program order says the same. That is why
 *       an object that is given away after it was unlocked keeps its locks as well: who locks it
 *       then sees what was written before, however it got hold of it. Fields, volatile ones
 *       included, are read and written as before.
 *   <li><i>Exceptions.</i> The object is not null, and all monitors of the method are entered and
 *       left like brackets ({@link LockNesting}), so no unlock fails. All monitor instructions of
 *       an object go, so what is left are brackets still.
 *   <li><i>Finalizers</i> would get the object, and not before it is unlocked (JLS 12.6.2): a class
 *       with one keeps its locks.
 *   <li><i>Loops.</i> Each object that an instruction makes is another. Values of SSA form are of
 *       the last one; one of an earlier iteration is in a phi, and counts as given away.
 *   <li><i>Loops that are entered in the middle</i> (on-stack replacement) bring objects of which
 *       nothing is known, in phis.
 * </ul>
 */
public final class UnsharedLocks implements GraphPhase {
  public static final String NAME = "unshared-locks";

  private final Constructors constructors;
  private final List<PlacedDecision> decisions = new ArrayList<>(0);

  public UnsharedLocks(InlineContext context) {
    this.constructors = new Constructors(context);
  }

  @Override
  public String name() {
    return NAME;
  }

  /** The constructors that this rests on. */
  public List<PlacedDecision> decisions() {
    return decisions;
  }

  @Override
  public int run(Graph graph) {
    Map<Instr, List<Instr>> locked = locked(graph);
    if (locked.isEmpty() || LockNesting.of(graph).isEmpty()) {
      return 0;
    }
    Uses uses = Uses.of(graph);
    List<Instr> unneeded = new ArrayList<>();
    for (Map.Entry<Instr, List<Instr>> each : locked.entrySet()) {
      UnsharedObject object = UnsharedObject.of(constructors, uses, each.getKey());
      if (object != null && object.isUnshared(each.getValue())) {
        unneeded.addAll(each.getValue());
        decisions.addAll(object.decisions());
      }
    }
    for (Instr monitor : unneeded) {
      Block block = monitor.block();
      if (block != null) {
        LockedPlaces.remove(block, monitor);
      }
    }
    if (!unneeded.isEmpty()) {
      NestedLocks.dropEmptyHandlers(graph);
      DeadCode.removeUnreachable(graph);
    }
    return unneeded.size();
  }

  /** The objects that are made in the graph and locked there, with their monitor instructions. */
  private static Map<Instr, List<Instr>> locked(Graph graph) {
    Map<Instr, List<Instr>> locked = new IdentityHashMap<>(0);
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        if (LockNesting.isMonitor(instr)) {
          Instr creation = ScalarReplacement.root(instr.input(0));
          if (creation.op() == Opcodes.NEW) {
            locked.computeIfAbsent(creation, any -> new ArrayList<>()).add(instr);
          }
        }
      }
    }
    return locked;
  }
}
