package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.lock.LockNesting;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;

/** A body as the planner looks at it: not changed meanwhile, so that facts can be kept. */
final class CodeView {
  private static final double LOOP_FACTOR = 4;
  private static final double COLD = 0;
  private static final int MAX_PHIS = 8;

  private final LoadedClass owner;
  private final Graph graph;
  private final @Nullable MethodProfile profile;
  private @Nullable Dominators dominators;
  private @Nullable LoopForest loops;
  private @Nullable Uses uses;
  private @Nullable Optional<LockNesting> locks;
  private final Map<Instr, CallTargets.Choice> choices = new IdentityHashMap<>();
  private final Map<Instr, Optional<String>> refusals = new IdentityHashMap<>();

  /**
   * @param owner the class that declares the code
   */
  CodeView(LoadedClass owner, Graph graph, @Nullable MethodProfile profile) {
    this.owner = owner;
    this.graph = graph;
    this.profile = profile;
  }

  LoadedClass owner() {
    return owner;
  }

  Graph graph() {
    return graph;
  }

  @Nullable MethodProfile profile() {
    return profile;
  }

  /** The answer to which target a call has, which is looked for once. */
  CallTargets.Choice choice(Instr call, Supplier<CallTargets.Choice> search) {
    CallTargets.Choice known = choices.get(call);
    if (known == null) {
      known = search.get();
      choices.put(call, known);
    }
    return known;
  }

  /** The answer to why an instruction may not be copied, or null; looked for once. */
  @Nullable String refusal(Instr instr, Function<Instr, @Nullable String> search) {
    Optional<String> known = refusals.get(instr);
    if (known == null) {
      known = Optional.ofNullable(search.apply(instr));
      refusals.put(instr, known);
    }
    return known.orElse(null);
  }

  Dominators dominators() {
    if (dominators == null) {
      dominators = Dominators.of(graph);
    }
    return dominators;
  }

  /** Whether one of some blocks, which are reached without leaving them, starts a loop. */
  boolean loopsWithin(Set<Block> blocks) {
    for (LoopForest.Loop loop : loops().loops()) {
      if (blocks.contains(loop.header())) {
        return true;
      }
    }
    return false;
  }

  /** What is locked where, or null when the locks are not balanced. */
  @Nullable LockNesting locks() {
    if (locks == null) {
      locks = LockNesting.of(graph);
    }
    return locks.orElse(null);
  }

  boolean isInLoop(Block block) {
    return loops().depth(block) > 0;
  }

  private LoopForest loops() {
    if (loops == null) {
      loops = LoopForest.of(graph, dominators());
    }
    return loops;
  }

  /** The blocks that are reached around some others, those others not included. */
  Set<Block> reachedAround(Set<Block> bails) {
    Set<Block> reached = new HashSet<>();
    ArrayDeque<Block> worklist = new ArrayDeque<>();
    worklist.add(graph.entry());
    while (!worklist.isEmpty()) {
      Block block = worklist.remove();
      if (!bails.contains(block) && reached.add(block)) {
        worklist.addAll(block.successors());
        for (Block.Handler handler : block.handlers()) {
          worklist.add(handler.target());
        }
      }
    }
    return reached;
  }

  /** Executions of a block per call of this code: counted, or guessed from its shape. */
  double heat(Block block) {
    double entry = graph.entry().frequency();
    if (entry >= 0 && block.frequency() >= 0) {
      return block.frequency() / Math.max(1, entry);
    }
    if (block.isHandlerEntry() || block.terminator().op() == Opcodes.ATHROW) {
      return COLD;
    }
    return Math.pow(LOOP_FACTOR, Math.min(3, loops().depth(block)));
  }

  /** Whether {@link #heat} is counted. */
  boolean isCounted(Block block) {
    return graph.entry().frequency() >= 0 && block.frequency() >= 0;
  }

  /** Whether {@link #heat} is no guess: it is counted, or a block runs once in each call. */
  boolean isKnown(Block block) {
    return isCounted(block) || block == graph.entry() && !isInLoop(block);
  }

  /**
   * Whether a value is not null where an instruction is about to run: by how it was made, or
   * because something that fails on null has already used it on every path, and has completed (JVMS
   * 6.5: getfield and the others throw on null).
   */
  boolean isNonNull(Instr value, Instr at) {
    return isUsed(value, at) || value.isPhi() && isNonNull(value, new HashSet<>());
  }

  /** The same of all that a phi may be; what it is fed by itself is what it was before. */
  private boolean isNonNull(Instr phi, Set<Instr> seen) {
    Block block = phi.block();
    if (block == null || block.isHandlerEntry() || seen.size() > MAX_PHIS) {
      return false;
    }
    seen.add(phi);
    for (Block pred : block.preds()) {
      Instr input = block.phiInput(phi, pred);
      if (!seen.contains(input)
          && !isUsed(input, pred.terminator())
          && !(input.isPhi() && isNonNull(input, seen))) {
        return false;
      }
    }
    return true;
  }

  private boolean isUsed(Instr value, Instr at) {
    if (isNeverNull(value)) {
      return true;
    }
    List<Instr> users = usesOf(value);
    for (int i = 0; i < users.size(); i++) {
      Instr user = users.get(i);
      if (user != at && failsOnNull(user, value) && isDoneBefore(user, at)) {
        return true;
      }
    }
    return false;
  }

  /** What uses a value, once for each input that it is. */
  List<Instr> usesOf(Instr value) {
    if (uses == null) {
      uses = Uses.of(graph);
    }
    return uses.of(value);
  }

  private boolean isNeverNull(Instr value) {
    return switch (value.op()) {
      case Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY -> true;
      case Op.CATCH -> true;
      case Opcodes.LDC ->
          !(((Operand.Constant) value.operand()).value() instanceof ConstantDynamic);
      case Op.PARAM -> !graph.isStatic() && value == graph.params().get(0);
      case Op.CONST -> !value.type().isNull() && value.type().isRef();
      default -> false;
    };
  }

  static boolean failsOnNull(Instr user, Instr value) {
    return Op.dereferences(user.op()) && user.input(0) == value;
  }

  private boolean isDoneBefore(Instr done, Instr at) {
    Block home = done.block();
    Block there = at.block();
    if (home == null || there == null) {
      return false;
    }
    if (home != there) {
      return dominators().isReachable(there) && dominators().available(done, there);
    }
    if (home.terminator() == at) {
      return true;
    }
    List<Instr> body = home.body();
    for (int i = 0; i < body.size(); i++) {
      if (body.get(i) == done) {
        return true;
      }
      if (body.get(i) == at) {
        return false;
      }
    }
    return false;
  }
}
