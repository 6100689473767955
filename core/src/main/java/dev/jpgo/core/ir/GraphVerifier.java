package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Checks the invariants of a graph: for tests, and after each phase when asked for. What {@link
 * Graph}, {@link Block}, {@link Instr} and {@link Op} promise is checked here; the types that
 * verification needs are left to the verifier.
 */
public final class GraphVerifier {
  private final Graph graph;
  private final Set<Block> layout = new HashSet<>();
  private final Set<Instr> defined = new HashSet<>();
  private final InstrShape shape;

  private GraphVerifier(Graph graph) {
    this.graph = graph;
    this.shape = new InstrShape(Type.getReturnType(graph.method().descriptor()));
  }

  /**
   * Checks every invariant.
   *
   * @throws IllegalStateException when one is broken; the message says which, where, and prints the
   *     graph
   */
  public static void verify(Graph graph) {
    new GraphVerifier(graph).run();
  }

  private void run() {
    for (Block block : graph.blocks()) {
      check(layout.add(block), block, "is twice in the layout");
      check(block.hasTerminator(), block, "has no terminator");
    }
    for (Block block : graph.blocks()) {
      checkEdges(block);
      checkHandlers(block);
      checkContents(block);
    }
    checkPreds();
    checkEntry();
    Dominators dominators = Dominators.of(graph);
    for (Block block : graph.blocks()) {
      check(dominators.isReachable(block), block, "is unreachable");
    }
    for (Block block : graph.blocks()) {
      checkPhis(block, dominators);
      checkUses(block, dominators);
    }
  }

  private void checkEntry() {
    Block entry = graph.entry();
    check(entry.preds().isEmpty(), entry, "is the entry and has predecessors");
    check(entry.phis().isEmpty(), entry, "is the entry and has phis");
    List<ValueType> types = new ArrayList<>();
    if (!graph.isStatic()) {
      types.add(ValueType.ref(graph.method().owner()));
    }
    for (Type type : Type.getArgumentTypes(graph.method().descriptor())) {
      types.add(ValueType.of(type));
    }
    List<Instr> params = graph.params();
    check(params.size() == types.size(), entry, "has the wrong number of parameters");
    for (int i = 0; i < params.size(); i++) {
      Instr param = params.get(i);
      boolean fits =
          param.op() == Op.PARAM
              && param.type().kind() == types.get(i).kind()
              && param.operand().equals(new Operand.Int(i));
      check(fits, entry, "has a wrong parameter ", param);
      check(param.block() == entry, entry, "does not hold the parameter ", param);
    }
  }

  private void checkEdges(Block block) {
    int op = block.terminator().op();
    int expected = Op.isBranch(op) ? 2 : op == Opcodes.GOTO ? 1 : 0;
    if (block.terminator().operand() instanceof Operand.Switch cases) {
      expected = cases.keys().size() + 1;
      for (int i = 1; i < cases.keys().size(); i++) {
        check(cases.keys().get(i - 1) < cases.keys().get(i), block, "has unsorted keys");
      }
    }
    check(block.successors().size() == expected, block, "has the wrong number of successors");
    for (Block successor : block.successors()) {
      check(layout.contains(successor), block, "leads out of the layout to ", successor);
      check(!successor.isHandlerEntry(), block, "leads to the handler ", successor);
    }
  }

  private void checkHandlers(Block block) {
    for (Block.Handler handler : block.handlers()) {
      check(layout.contains(handler.target()), block, "has a handler outside of the layout");
      check(handler.target().isHandlerEntry(), block, "has a handler without a catch");
    }
  }

  /** Every block precedes exactly those it leads to, and is listed there once. */
  private void checkPreds() {
    int edges = 0;
    for (Block block : graph.blocks()) {
      Set<Block> targets = new HashSet<>(block.successors());
      for (Block.Handler handler : block.handlers()) {
        targets.add(handler.target());
      }
      edges += targets.size();
      for (Block target : targets) {
        check(target.preds().contains(block), target, "lacks the predecessor ", block);
      }
    }
    for (Block block : graph.blocks()) {
      edges -= block.preds().size();
      Set<Block> distinct = new HashSet<>(block.preds());
      check(distinct.size() == block.preds().size(), block, "lists a predecessor twice");
      check(layout.containsAll(distinct), block, "has a predecessor outside of the layout");
    }
    check(edges == 0, graph.entry(), "belongs to a graph with ", -edges, " stale predecessors");
  }

  private void checkContents(Block block) {
    for (Instr phi : block.phis()) {
      define(block, phi);
    }
    List<Instr> body = block.body();
    for (int i = 0; i < body.size(); i++) {
      Instr instr = body.get(i);
      define(block, instr);
      check(!Op.isTerminator(instr.op()), block, "holds the terminator ", instr);
      check(instr.op() != Op.PHI, block, "holds the phi ", instr, " in its body");
      check(instr.op() != Op.CATCH || i == 0, block, "holds a catch that is not first");
      check(
          instr.op() != Op.PARAM || graph.params().contains(instr),
          block,
          "holds an unknown parameter ",
          instr);
      checkShape(block, instr);
    }
    Instr terminator = block.terminator();
    define(block, terminator);
    check(Op.isTerminator(terminator.op()), block, "ends in ", terminator);
    checkShape(block, terminator);
  }

  private void define(Block block, Instr instr) {
    check(instr.block() == block, block, "holds ", instr, ", which is in ", instr.block());
    check(defined.add(instr), block, "holds ", instr, " twice");
    check(instr.id() < graph.instrIdBound(), block, "holds ", instr, " of another graph");
  }

  private void checkShape(Block block, Instr instr) {
    String problem = shape.problem(instr);
    if (problem != null) {
      fail(block, "holds `" + GraphPrinter.print(instr) + "`: " + problem);
    }
  }

  private void checkPhis(Block block, Dominators dominators) {
    boolean handler = block.isHandlerEntry();
    for (Instr phi : block.phis()) {
      check(phi.type().kind() != Kind.VOID, block, "has the phi ", phi, " of no type");
      check(
          phi.inputs().size() == block.preds().size(),
          block,
          "does not have as many predecessors as ",
          phi,
          " has inputs");
      for (int i = 0; i < phi.inputs().size(); i++) {
        Instr value = phi.input(i);
        Block pred = block.preds().get(i);
        check(defined.contains(value), block, "has the input ", value, " of no block");
        check(
            value.type().kind() == phi.type().kind(),
            block,
            "has the phi ",
            phi,
            " with the input ",
            value,
            " of another kind");
        boolean reaches = dominators.available(value, pred) || !handler && value.block() == pred;
        check(reaches, block, "has the phi ", phi, ", whose ", value, " does not reach ", pred);
      }
    }
  }

  private void checkUses(Block block, Dominators dominators) {
    Set<Instr> seen = new HashSet<>();
    for (Instr instr : block.body()) {
      checkInputs(block, instr, seen, dominators);
      seen.add(instr);
    }
    checkInputs(block, block.terminator(), seen, dominators);
  }

  private void checkInputs(Block block, Instr user, Set<Instr> seen, Dominators dominators) {
    for (Instr value : user.inputs()) {
      check(defined.contains(value), block, "uses ", value, ", which is in no block");
      check(
          seen.contains(value) || dominators.available(value, block),
          block,
          "uses ",
          value,
          " in ",
          user,
          ", where it may not be defined");
    }
  }

  /**
   * @param problem parts of a sentence, which is put together only when it has to be said
   */
  private void check(boolean condition, Block block, @Nullable Object... problem) {
    if (!condition) {
      StringBuilder sentence = new StringBuilder();
      for (@Nullable Object part : problem) {
        sentence.append(part);
      }
      fail(block, sentence.toString());
    }
  }

  private void fail(Block block, String problem) {
    throw new IllegalStateException(block + " " + problem + "\n" + GraphPrinter.print(graph));
  }
}
