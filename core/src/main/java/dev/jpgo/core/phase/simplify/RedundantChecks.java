package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.TrivialPhis;
import dev.jpgo.core.ir.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Removes tests whose outcome a dominating instruction has settled: null tests of what was
 * dereferenced or tested before, and casts to a class that the same value was cast to before; and
 * what follows the use of a value that a test has told to be null.
 *
 * <p>Sound: values are immutable in SSA, so what is true of one at a point stays true wherever that
 * point dominates. A fact from the middle of a block holds after it on normal paths only: an
 * exception edge leaves at the start of its block ({@link Block}). So facts of a block with
 * handlers are passed on only to a successor that has no other predecessor; a block without
 * handlers has no other way out than its end. A removed cast gives the value of the earlier one,
 * which has the verifier's type. A call on a null receiver never completes normally (JVMS 6.5
 * invokevirtual), nor does a field access or a monitor; so nothing runs behind one, whatever stands
 * there: the slow path of a guard that only tests for null joins no other way, and what holds
 * before the guard holds behind it.
 */
public final class RedundantChecks implements GraphPhase {
  @Override
  public String name() {
    return "redundant-checks";
  }

  @Override
  public int run(Graph graph) {
    return new Walk(graph).run();
  }

  private record Cast(Instr value, String type) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Cast that && value.equals(that.value) && type.equals(that.type);
    }

    @Override
    public int hashCode() {
      return value.hashCode() * 31 + type.hashCode();
    }
  }

  /** Facts that hold at a point; each scope sees those of the ones it is nested in. */
  private static final class Facts {
    private final @Nullable Facts outer;
    private final Map<Instr, Boolean> nullness = new HashMap<>(4);
    private final Map<Cast, Instr> casts = new HashMap<>(4);
    private final Map<Comparison, Boolean> outcomes = new HashMap<>(4);

    Facts(@Nullable Facts outer) {
      this.outer = outer;
    }

    @Nullable Boolean isNull(Instr value) {
      for (Facts facts = this; facts != null; facts = facts.outer) {
        Boolean known = facts.nullness.get(value);
        if (known != null) {
          return known;
        }
      }
      return null;
    }

    @Nullable Boolean outcome(Comparison comparison) {
      for (Facts facts = this; facts != null; facts = facts.outer) {
        Boolean known = facts.outcomes.get(comparison);
        if (known != null) {
          return known;
        }
      }
      return null;
    }

    @Nullable Instr cast(Cast cast) {
      for (Facts facts = this; facts != null; facts = facts.outer) {
        Instr known = facts.casts.get(cast);
        if (known != null) {
          return known;
        }
      }
      return null;
    }
  }

  private static final class Walk {
    private final Graph graph;
    private final Dominators dominators;
    private final Map<Instr, Instr> replacements = new HashMap<>();
    private final Map<Block, Facts> atStart = new HashMap<>();
    private int changes;

    Walk(Graph graph) {
      this.graph = graph;
      this.dominators = Dominators.of(graph);
    }

    int run() {
      Facts first = new Facts(null);
      if (!graph.isStatic() && !graph.isConstructor() && !graph.params().isEmpty()) {
        first.nullness.put(graph.params().get(0), false);
      }
      atStart.put(graph.entry(), first);
      List<Block> order = dominators.reversePostorder();
      for (Block block : order) {
        visit(block, startOf(block));
      }
      graph.replaceAll(replacements);
      if (changes > 0) {
        DeadCode.removeUnreachable(graph);
        TrivialPhis.remove(graph);
      }
      return changes;
    }

    private Facts startOf(Block block) {
      Facts known = atStart.get(block);
      if (known == null) {
        throw new IllegalStateException("no facts reached " + block);
      }
      return known;
    }

    private void visit(Block block, Facts start) {
      Facts end = new Facts(start);
      for (Instr instr : List.copyOf(block.body())) {
        if (failsOnNull(instr, end)) {
          endBehind(block, instr);
          break;
        }
        if (!removeCast(block, instr, end)) {
          learn(instr, end);
        }
      }
      boolean completes = block.handlers().isEmpty();
      for (Block child : dominators.children(block)) {
        boolean onlyNormal =
            child.preds().size() == 1 && block.successors().contains(child) && !isHandler(child);
        Facts facts = new Facts(completes || onlyNormal ? end : start);
        if (onlyNormal) {
          learnFromBranch(block, child, facts);
        }
        atStart.put(child, facts);
      }
      settleBranch(block, end);
    }

    private boolean failsOnNull(Instr instr, Facts facts) {
      return Op.dereferences(instr.op())
          && instr.op() != Opcodes.MONITORENTER
          && instr.op() != Opcodes.MONITOREXIT
          && Boolean.TRUE.equals(nullness(resolve(instr.input(0)), facts));
    }

    /** What is behind an instruction that throws is taken out, with the ways that it led to. */
    private void endBehind(Block block, Instr instr) {
      List<Instr> body = block.body();
      while (body.get(body.size() - 1) != instr) {
        block.remove(body.get(body.size() - 1));
      }
      Instr nothing =
          graph.newInstr(Op.CONST, Operand.Null.NULL, ValueType.NULL, List.of(), instr.position());
      block.append(nothing);
      Instr end =
          graph.newInstr(
              Opcodes.ATHROW,
              Operand.None.NONE,
              ValueType.VOID,
              List.of(nothing),
              instr.position());
      block.terminate(end, List.of());
      changes++;
    }

    private static boolean isHandler(Block block) {
      return block.isHandlerEntry();
    }

    private boolean removeCast(Block block, Instr instr, Facts facts) {
      if (instr.op() != Opcodes.CHECKCAST || !(instr.operand() instanceof Operand.Class type)) {
        return false;
      }
      Cast cast = new Cast(resolve(instr.input(0)), type.name());
      Instr earlier = facts.cast(cast);
      if (earlier == null) {
        facts.casts.put(cast, instr);
        facts.casts.put(new Cast(instr, type.name()), instr);
        return false;
      }
      replacements.put(instr, earlier);
      block.remove(instr);
      changes++;
      return true;
    }

    private void learn(Instr instr, Facts facts) {
      if (Op.dereferences(instr.op())) {
        facts.nullness.put(resolve(instr.input(0)), false);
      }
    }

    private void learnFromBranch(Block block, Block child, Facts facts) {
      Instr last = block.terminator();
      if ((last.op() == Opcodes.IFNULL || last.op() == Opcodes.IFNONNULL)
          && block.successors().get(0) != block.successors().get(1)) {
        boolean taken = block.successors().get(0) == child;
        facts.nullness.put(resolve(last.input(0)), taken == (last.op() == Opcodes.IFNULL));
      }
      Comparison asked = Comparison.of(last, this::resolve);
      if (asked != null && block.successors().get(0) != block.successors().get(1)) {
        boolean taken = block.successors().get(0) == child;
        facts.outcomes.put(asked, taken == Comparison.holds(last.op()));
      }
    }

    private void settleBranch(Block block, Facts facts) {
      Instr last = block.terminator();
      boolean first;
      Boolean known;
      if (last.op() == Opcodes.IFNULL || last.op() == Opcodes.IFNONNULL) {
        known = nullness(resolve(last.input(0)), facts);
        first = last.op() == Opcodes.IFNULL;
      } else {
        Comparison asked = Comparison.of(last, this::resolve);
        known = asked == null ? null : facts.outcome(asked);
        first = Comparison.holds(last.op());
      }
      if (known != null) {
        Block target = block.successors().get(known == first ? 0 : 1);
        block.terminate(graph.newGoto(last.position()), List.of(target));
        changes++;
      }
    }

    /** What is known of a value; a cast is null exactly when its operand is. */
    private static @Nullable Boolean nullness(Instr value, Facts facts) {
      Instr at = value;
      while (true) {
        Boolean known = BranchOutcome.isNeverNull(at) ? Boolean.FALSE : facts.isNull(at);
        if (known != null || at.op() != Opcodes.CHECKCAST) {
          return known;
        }
        at = at.input(0);
      }
    }

    private Instr resolve(Instr value) {
      Instr result = value;
      for (Instr next = replacements.get(result); next != null; next = replacements.get(result)) {
        result = next;
      }
      return result;
    }
  }
}
