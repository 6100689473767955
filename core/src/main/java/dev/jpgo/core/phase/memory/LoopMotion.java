package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** Moves what it can to in front of loops, one loop after the other, outer ones first. */
final class LoopMotion {
  /** How often a loop is looked at again, for what depends on what was moved. */
  private static final int ROUNDS = 3;

  /** What is not known to be rare must pay for itself with a margin. */
  private static final double GUESS = 1.5;

  /** Beyond all locations: functions of an object, counted downward. */
  private static final int FUNCTIONS = -10;

  private final MemoryContext context;
  private final Graph graph;
  private final MemoryAccesses accesses;
  private final SpinLoops spins;
  private final NonNull nonNull;
  private final Executions executions;
  private final OperationCosts costs;
  private final Map<Instr, Instr> replacements = new IdentityHashMap<>();
  private final boolean[] inside;
  private int changes;

  // The loop at hand.
  private LoopForest.Loop loop;
  private @Nullable Block preheader;
  private final List<Instr> opaque = new ArrayList<>();
  private final List<Instr> stores = new ArrayList<>();
  private final List<Instr> handlers = new ArrayList<>();
  private final List<Candidate> candidates = new ArrayList<>();

  /** Loads of one variable or length in a loop. */
  private static final class Candidate {
    final int location;
    final @Nullable Instr object;
    final List<Instr> loads = new ArrayList<>(2);

    Candidate(int location, @Nullable Instr object) {
      this.location = location;
      this.object = object;
    }
  }

  LoopMotion(MemoryContext context, Graph graph, Dominators dominators, LoopForest loops) {
    this.context = context;
    this.graph = graph;
    accesses = new MemoryAccesses(context, graph);
    spins = new SpinLoops(dominators, loops, accesses);
    nonNull = new NonNull(graph, dominators);
    executions = new Executions(graph, loops);
    costs = new OperationCosts(context.costs(), Uses.of(graph));
    inside = new boolean[graph.blockIdBound()];
    loop = loops.loops().get(0);
  }

  /** Whether an instruction is of the kind that may move. */
  static boolean mayMove(Instr instr) {
    int op = instr.op();
    return op == Opcodes.GETFIELD
        || op == Opcodes.GETSTATIC
        || op == Opcodes.ARRAYLENGTH
        || (op == Opcodes.INVOKEVIRTUAL && KnownFunctions.isOfObject(instr))
        || (op >= Opcodes.IADD && op <= Opcodes.DCMPG && instr.isPure());
  }

  void run(LoopForest.Loop next) {
    loop = next;
    preheader = LoopInvariants.isCandidate(next) ? Preheaders.of(next) : null;
    if (preheader == null) {
      return;
    }
    mark(true);
    for (int round = 0, before = -1; round < ROUNDS && before < changes; round++) {
      before = changes;
      collect();
      for (int i = 0; i < candidates.size(); i++) {
        consider(candidates.get(i), preheader);
      }
      moveArithmetic(preheader);
    }
    mark(false);
  }

  /** Puts the values moved where they are used; returns how many instructions were moved. */
  int finish() {
    graph.replaceAll(replacements);
    return changes;
  }

  private void mark(boolean value) {
    List<Block> blocks = loop.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      inside[blocks.get(i).id()] = value;
    }
  }

  private Instr resolve(Instr value) {
    Instr result = value;
    for (Instr next = replacements.get(result); next != null; next = replacements.get(result)) {
      result = next;
    }
    return result;
  }

  private boolean isInvariant(Instr value) {
    Block home = value.block();
    return home != null && !inside[home.id()];
  }

  // --- what there is

  private void collect() {
    opaque.clear();
    stores.clear();
    handlers.clear();
    candidates.clear();
    List<Block> blocks = loop.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      List<Instr> body = blocks.get(i).body();
      for (int k = 0; k < body.size(); k++) {
        collect(body.get(k));
      }
    }
  }

  private void collect(Instr instr) {
    int location = accesses.of(instr);
    int op = instr.op();
    if (location == MemoryAccesses.OPAQUE) {
      opaque.add(instr);
    } else if (op == Op.CATCH) {
      handlers.add(instr);
    } else if (location >= 0 && MemoryAccesses.isStore(op)) {
      stores.add(instr);
    } else if (op == Opcodes.ARRAYLENGTH || (location >= 0 && op == Opcodes.GETFIELD)) {
      collect(instr, location);
    } else if (op == Opcodes.INVOKEVIRTUAL && KnownFunctions.isOfObject(instr)) {
      int function = accesses.function(instr);
      if (function != KnownFunctions.NONE && !hasErrorHandler(instr)) {
        collect(instr, FUNCTIONS - function);
      }
    } else if (location >= 0 && op == Opcodes.GETSTATIC) {
      candidate(location, null).loads.add(instr);
    }
  }

  /** Whether a call, which a full stack lets fail, is covered for that. */
  private boolean hasErrorHandler(Instr call) {
    return ErrorHandlers.exist(context.world(), context.owner(), call.home());
  }

  private void collect(Instr instr, int location) {
    Instr object = resolve(instr.input(0));
    if (isInvariant(object)) {
      candidate(location, object).loads.add(instr);
    }
  }

  private Candidate candidate(int location, @Nullable Instr object) {
    for (int i = 0; i < candidates.size(); i++) {
      Candidate each = candidates.get(i);
      if (each.location == location && each.object == object) {
        return each;
      }
    }
    Candidate made = new Candidate(location, object);
    candidates.add(made);
    return made;
  }

  // --- loads

  private void consider(Candidate candidate, Block target) {
    Instr object = candidate.object;
    int location = candidate.location;
    boolean constant = location < 0 || accesses.isConstant(location);
    if (!constant) {
      candidate.loads.removeIf(this::isAwaited);
      if (candidate.loads.isEmpty()) {
        return;
      }
    }
    boolean safe = object == null || nonNull.at(object, target);
    Instr load = candidate.loads.get(0);
    if (!safe && !startsLoop(load, target)) {
      return;
    }
    Kills kills = new Kills(constant ? MemoryAccesses.NONE : location, object);
    if (gain(candidate, target) <= kills.cost(load)) {
      return;
    }
    Instr first = LoopVariable.copy(graph, load);
    if (object != null) {
      first.inputs().set(0, object);
      nonNull.note(first, object);
    }
    target.append(first);
    LoopVariable variable = new LoopVariable(graph, loop.header(), target, first, kills);
    boolean alone = !kills.exist();
    for (int i = 0; i < candidate.loads.size(); i++) {
      Instr each = candidate.loads.get(i);
      replacements.put(each, alone ? first : variable.before(each));
    }
    for (int i = 0; i < candidate.loads.size(); i++) {
      Instr each = candidate.loads.get(i);
      Block home = each.block();
      if (home != null) {
        home.remove(each);
      }
      changes++;
    }
  }

  /** Whether the loop, or one in it that a load is in, may be waiting for what it reads. */
  private boolean isAwaited(Instr load) {
    Block home = load.block();
    return home == null || !spins.ends(loop, home);
  }

  /** Whether entering the loop means to execute a load in its header before anything else. */
  private boolean startsLoop(Instr load, Block target) {
    Block header = loop.header();
    if (load.block() != header || !header.handlers().isEmpty() || !target.handlers().isEmpty()) {
      return false;
    }
    List<Instr> body = header.body();
    for (int i = 0; i < body.size(); i++) {
      Instr instr = body.get(i);
      if (instr == load) {
        return true;
      }
      int op = instr.op();
      boolean harmless =
          instr.isPure()
              || (op == Opcodes.GETSTATIC && accesses.of(instr) != MemoryAccesses.OPAQUE)
              || (op == Opcodes.GETFIELD
                  && accesses.of(instr) >= 0
                  && nonNull.at(resolve(instr.input(0)), target));
      if (!harmless) {
        return false;
      }
    }
    return false;
  }

  private double gain(Candidate candidate, Block target) {
    double gain = 0;
    double once = 0;
    for (int i = 0; i < candidate.loads.size(); i++) {
      Instr load = candidate.loads.get(i);
      once = costs.of(load.op()) + load.inputs().size() * costs.simple();
      double use = costs.stores(load) == 0 ? -costs.simple() : costs.simple();
      gain += executions.of(load) * (once - use);
    }
    return gain - executions.of(target) * (once + costs.simple());
  }

  /** What gives a variable another value in the loop at hand. */
  private final class Kills implements LoopVariable.Kills {
    private final int location;
    private final @Nullable Instr object;

    Kills(int location, @Nullable Instr object) {
      this.location = location;
      this.object = object;
    }

    boolean exist() {
      if (location < 0) {
        return false;
      }
      for (int i = 0; i < stores.size(); i++) {
        if (accesses.of(stores.get(i)) == location) {
          return true;
        }
      }
      return !opaque.isEmpty() || !handlers.isEmpty();
    }

    /** What loading again, or keeping what is stored, costs. */
    double cost(Instr load) {
      if (!exist()) {
        return 0;
      }
      double again = costs.of(load.op()) + (1 + load.inputs().size()) * costs.simple();
      double cost = 0;
      for (int i = 0; i < opaque.size(); i++) {
        cost += again * executions.of(opaque.get(i));
      }
      for (int i = 0; i < handlers.size(); i++) {
        cost += again * executions.of(handlers.get(i));
      }
      for (int i = 0; i < stores.size(); i++) {
        Instr store = stores.get(i);
        if (accesses.of(store) == location) {
          Instr value = stored(store);
          double each = value == null ? again : costs.stores(value) * costs.simple();
          cost += each * executions.of(store);
        }
      }
      return executions.counted() ? cost : GUESS * cost;
    }

    @Override
    public boolean isKill(Instr instr) {
      int what = accesses.of(instr);
      return what == MemoryAccesses.OPAQUE
          || instr.op() == Op.CATCH
          || (what == location && MemoryAccesses.isStore(instr.op()));
    }

    @Override
    public @Nullable Instr stored(Instr kill) {
      int op = kill.op();
      if (op != Opcodes.PUTFIELD && op != Opcodes.PUTSTATIC || accesses.of(kill) != location) {
        return null;
      }
      boolean same = op == Opcodes.PUTSTATIC || resolve(kill.input(0)) == object;
      Instr value = kill.input(kill.inputs().size() - 1);
      return same && MemoryAccesses.isKept(kill, value) ? value : null;
    }
  }

  // --- arithmetic

  private void moveArithmetic(Block target) {
    List<Block> blocks = loop.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      List<Instr> body = block.body();
      for (int k = 0; k < body.size(); k++) {
        Instr instr = body.get(k);
        int op = instr.op();
        if (op >= Opcodes.IADD && op <= Opcodes.DCMPG && isWorthMoving(instr, target)) {
          block.remove(instr);
          takeConstants(instr, target);
          target.append(instr);
          changes++;
          k--;
        }
      }
    }
  }

  /** Constants stand in blocks as well. */
  private void takeConstants(Instr instr, Block target) {
    List<Instr> inputs = instr.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Instr input = inputs.get(i);
      if (input.isConst()) {
        Instr copy = LoopVariable.copy(graph, input);
        target.append(copy);
        inputs.set(i, copy);
      }
    }
  }

  private boolean isWorthMoving(Instr instr, Block target) {
    if (!instr.isPure() || costs.isIncrement(instr)) {
      return false;
    }
    List<Instr> inputs = instr.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Instr input = inputs.get(i);
      if (!input.isConst() && !isInvariant(resolve(input))) {
        return false;
      }
    }
    double once = costs.of(instr.op()) + inputs.size() * costs.simple();
    return executions.of(instr) * (once - costs.simple())
        > executions.of(target) * (once + costs.simple());
  }
}
