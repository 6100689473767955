package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.phase.simplify.GraphPhase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Value numbering: an operation whose result was computed before, on every path, is not executed
 * again where using the earlier result is cheaper ({@link ReuseDecision}). A load counts as
 * computed by a load or store of the same variable, if nothing can have written to it since ({@link
 * MemoryVersions}).
 *
 * <p>Sound, operation by operation:
 *
 * <ul>
 *   <li>Arithmetic, comparisons, {@code arraylength} and {@code instanceof} depend on their
 *       operands alone, which do not change in SSA form; the length of an array never changes.
 *   <li>What could throw does not: the earlier instruction, with the same operands, has completed
 *       on every path (it dominates, and an exception edge leaves at the start of its block), so
 *       the reference is not null, the index is in bounds, the divisor is not zero. A handler thus
 *       loses nothing that could reach it. Field references are the same declaration, resolved and
 *       accessible; a static field's class is initialized ({@link MemoryAccesses}), and what an
 *       {@code instanceof} names is loaded.
 *   <li>A plain load may give what an earlier load of the same variable gave, or what an earlier
 *       store of this thread put there, if between the two there is no store that could be to the
 *       same variable, and no action that other threads' writes become visible by: lock, volatile
 *       access, or call (JLS 17.4.3 to 17.4.5). The value read then is one that the Java memory
 *       model lets the second read see: no write happens-before it that did not happen-before the
 *       first, but for this thread's own. A write that races with both may be seen by neither, one
 *       or both.
 *   <li>Calls of {@link KnownFunctions} answer what they answered; whether they threw is as above.
 *   <li>In a loop that writes nothing and calls nothing a load could become the one before the
 *       loop. It does only where another way out of the loop than what was loaded remains ({@link
 *       SpinLoops}).
 *   <li>A store is forwarded only if memory keeps all its bits (boolean, byte, char and short
 *       variables do not), and if the verifier accepts the stored value where it accepted the
 *       loaded one: a field has taken a value of its type (JVMS 4.10.1.9 putfield). An array has
 *       only seen to that when it ran, so there the static types must be the same.
 * </ul>
 */
public final class ValueNumbering implements GraphPhase {
  public static final String NAME = "value-numbering";

  private final MemoryContext context;

  public ValueNumbering(MemoryContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    return new Walk(context, graph).run();
  }

  /** An instruction whose result another value has already. */
  public record Redundancy(Instr instr, Instr leader) {}

  /** What is redundant, whether or not it pays to reuse it; changes nothing. */
  public static List<Redundancy> redundant(MemoryContext context, Graph graph) {
    Walk walk = new Walk(context, graph);
    walk.number();
    List<Redundancy> found = new ArrayList<>(walk.redundancies.size());
    for (int i = 0; i < walk.redundancies.size(); i++) {
      Instr instr = walk.redundancies.get(i);
      found.add(new Redundancy(instr, walk.redundancies.leader(instr)));
    }
    return found;
  }

  private static final class Walk {
    private static final int CONSTANT = -1;
    private static final int OBJECT = -2;
    private static final int FUNCTION = -3;
    private static final int VARIABLE = -4;

    /** How many of the places where a value is known are looked at, the latest first. */
    private static final int MOST_LOOKED_AT = 4;

    private final MemoryContext context;
    private final Graph graph;
    private final Dominators dominators;
    private final LoopForest loops;
    private final MemoryAccesses accesses;
    private final MemoryVersions versions;
    private final ValueTable table = new ValueTable();
    private final Redundancies redundancies;
    private final SpinLoops spins;
    private final List<String> names = new ArrayList<>();

    /** By instruction id: the same for equal values. */
    private final int[] numbers;

    Walk(MemoryContext context, Graph graph) {
      this.context = context;
      this.graph = graph;
      dominators = Dominators.of(graph);
      loops = LoopForest.of(graph, dominators);
      accesses = new MemoryAccesses(context, graph);
      versions = new MemoryVersions(graph, dominators, loops, accesses);
      spins = new SpinLoops(dominators, loops, accesses);
      redundancies = new Redundancies(graph.instrIdBound());
      numbers = new int[graph.instrIdBound()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = i;
      }
    }

    int run() {
      number();
      return redundancies.isEmpty()
          ? 0
          : new ReuseDecision(context.costs(), graph, loops, redundancies).apply();
    }

    void number() {
      List<Block> order = dominators.reversePostorder();
      for (int i = 0; i < order.size(); i++) {
        Block block = order.get(i);
        versions.enter(block);
        if (block.preds().size() == 1) {
          copies(block.phis());
        }
        List<Instr> body = block.body();
        for (int k = 0; k < body.size(); k++) {
          visit(block, body.get(k));
        }
        versions.leave(block);
      }
    }

    /** Phis of a block with one way in are what they are given. */
    private void copies(List<Instr> phis) {
      for (int i = 0; i < phis.size(); i++) {
        numbers[phis.get(i).id()] = numbers[phis.get(i).input(0).id()];
      }
    }

    private void visit(Block block, Instr instr) {
      int op = instr.op();
      int location = accesses.of(instr);
      if (location >= 0) {
        access(block, instr, location);
      } else if (location == MemoryAccesses.OPAQUE) {
        versions.write(location);
      } else if (op == Op.CONST) {
        number(instr, constant(instr));
      } else if (op == Opcodes.CHECKCAST) {
        numbers[instr.id()] = numbers[instr.input(0).id()];
      } else if (isComputed(op) && !isCount(instr)) {
        reuse(block, instr, computation(instr), instr);
      } else if (accesses.function(instr) != KnownFunctions.NONE && instr.inputs().size() <= 2) {
        reuse(block, instr, call(instr), instr);
      }
    }

    private int call(Instr instr) {
      List<Instr> inputs = instr.inputs();
      int first = numbers[inputs.get(0).id()];
      int second = inputs.size() > 1 ? numbers[inputs.get(1).id()] : 0;
      return table.find(FUNCTION, first, second, accesses.function(instr));
    }

    private static boolean isComputed(int op) {
      return (op >= Opcodes.IADD && op <= Opcodes.DCMPG)
          || op == Opcodes.ARRAYLENGTH
          || op == Opcodes.INSTANCEOF;
    }

    /** Whether an addition counts a variable of a loop on, for which there is an instruction. */
    private static boolean isCount(Instr instr) {
      return instr.op() == Opcodes.IADD
          && ((instr.input(0).isPhi() && instr.input(0).inputs().contains(instr))
              || (instr.input(1).isPhi() && instr.input(1).inputs().contains(instr)));
    }

    /** Equal constants are equal values; each keeps its own instruction, which costs nothing. */
    private void number(Instr instr, int place) {
      ValueTable.Known known = table.at(place);
      if (known == null) {
        table.put(place, instr, instr);
      } else {
        numbers[instr.id()] = numbers[known.value().id()];
      }
    }

    /** The place of a constant, by its bits: NaNs differ in them. */
    private int constant(Instr instr) {
      int kind = instr.type().kind().ordinal();
      long bits = 0;
      if (instr.operand() instanceof Operand.Constant constant) {
        Object value = constant.value();
        if (value instanceof Integer number) {
          bits = number;
        } else if (value instanceof Long number) {
          bits = number;
        } else if (value instanceof Float number) {
          bits = Float.floatToRawIntBits(number);
        } else if (value instanceof Double number) {
          bits = Double.doubleToRawLongBits(number);
        } else {
          return table.find(OBJECT, kind, instr.id(), 0);
        }
      }
      return table.find(CONSTANT, kind, (int) bits, (int) (bits >>> 32));
    }

    /** A small number for the class that an instruction names. */
    private int nameOf(String name) {
      int at = names.indexOf(name);
      if (at < 0) {
        names.add(name);
        at = names.size() - 1;
      }
      return at;
    }

    private int computation(Instr instr) {
      int op = instr.op();
      List<Instr> inputs = instr.inputs();
      int first = numbers[inputs.get(0).id()];
      int second = inputs.size() > 1 ? numbers[inputs.get(1).id()] : 0;
      if (op == Opcodes.INSTANCEOF) {
        second = nameOf(((Operand.Class) instr.operand()).name());
      } else if (second < first && Op.isCommutative(op)) {
        return table.find(op, second, first, 0);
      }
      return table.find(op, first, second, 0);
    }

    // --- memory

    private void access(Block block, Instr instr, int location) {
      int op = instr.op();
      if (MemoryAccesses.isLoad(op)) {
        reuse(block, instr, variable(instr, location), instr);
        return;
      }
      versions.write(location);
      Instr value = instr.input(instr.inputs().size() - 1);
      if (MemoryAccesses.isKept(instr, value)) {
        table.put(variable(instr, location), value, instr);
      }
    }

    /** The place of what is in a variable now: its array or object, index and version. */
    private int variable(Instr instr, int location) {
      int op = instr.op();
      int object = -1;
      int index = -1;
      if (op != Opcodes.GETSTATIC && op != Opcodes.PUTSTATIC) {
        object = numbers[instr.input(0).id()];
      }
      if (op < Opcodes.GETSTATIC) {
        index = numbers[instr.input(1).id()];
      }
      return table.find(VARIABLE - location, object, index, versions.version(location));
    }

    // --- reuse

    private void reuse(Block block, Instr instr, int place, Instr definer) {
      int left = MOST_LOOKED_AT;
      for (ValueTable.Known known = table.at(place);
          known != null && left > 0;
          known = known.older(), left--) {
        if (reaches(known.definer(), block)
            && isAccepted(known.value(), instr)
            && spins.mayReuse(known.definer(), instr)) {
          numbers[instr.id()] = numbers[known.value().id()];
          redundancies.add(instr, known.value());
          return;
        }
      }
      table.put(place, instr, definer);
    }

    private boolean reaches(Instr definer, Block block) {
      return definer.block() == block || dominators.available(definer, block);
    }

    /** Whether a value may stand where another stood, as far as the verifier goes. */
    private static boolean isAccepted(Instr known, Instr instr) {
      if (instr.op() != Opcodes.AALOAD) {
        return true;
      }
      @Nullable String type = instr.type().name();
      @Nullable String other = known.type().name();
      return other == null || other.equals(type) || "java/lang/Object".equals(type);
    }
  }
}
