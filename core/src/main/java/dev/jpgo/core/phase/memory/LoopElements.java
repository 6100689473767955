package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.simplify.GraphPhase;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * An element of an array that a loop loads again and again, as the row of a matrix, is loaded in
 * front of the loop, if the loop is come to at all: behind a copy of its test.
 *
 * <pre>
 *   before: while (j &lt; n) { sum += a[i][j]; j++; }
 *   after:  row = j &lt; n ? a[i] : null; while (j &lt; n) { sum += row[j]; j++; }
 * </pre>
 *
 * <p>Sound:
 *
 * <ul>
 *   <li><i>What the load throws</i>, for null or an index out of bounds, it throws where it would
 *       have: the load is the first thing that the loop does, in its header or, once the test there
 *       has been passed, in the block behind it, but for what neither throws nor has an effect
 *       ({@link SafeLoads}), and other loads that go in front of the loop in this order. No handler
 *       is for these blocks. The copy of the test compares what the test compares as the loop is
 *       entered; so it is passed whenever that is, and nothing is loaded where it is not.
 *   <li><i>What it reads</i>: an array's length never changes, so once one load has succeeded no
 *       other of this element throws. In the loop is no store to arrays of this kind, nor anything
 *       else after which another value may have to be seen ({@link MemoryAccesses}), nor a handler;
 *       so each load may read what the first one does (JLS 17.4.5). Loops that wait for another
 *       thread keep loading ({@link SpinLoops}).
 *   <li>Where the test is not passed the value is null or zero, and no use of it is come to.
 * </ul>
 */
public final class LoopElements implements GraphPhase {
  public static final String NAME = "loop-elements";

  /** Larger loops are left alone. */
  private static final int MAX_BLOCKS = 256;

  /** How many loops of a method are changed at most. */
  private static final int MOST = 8;

  /** Instructions that the test in front costs, and what is given where it is not passed. */
  private static final int TEST = 5;

  /** What is not known to be rare must pay for itself with a margin. */
  private static final double GUESS = 1.5;

  private final MemoryContext context;

  public LoopElements(MemoryContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    int moved = 0;
    for (int loops = 0; loops < MOST; loops++) {
      int more = runOnce(graph);
      if (more == 0) {
        return moved;
      }
      moved += more;
    }
    return moved;
  }

  /** Changes one loop; returns how many loads have gone. */
  private int runOnce(Graph graph) {
    if (!hasElements(graph)) {
      return 0;
    }
    Dominators dominators = Dominators.of(graph);
    LoopForest loops = LoopForest.of(graph, dominators);
    Search search = null;
    for (LoopForest.Loop loop : loops.loops()) {
      if (loop.blocks().size() > MAX_BLOCKS
          || loop.header().isHandlerEntry()
          || !loop.header().handlers().isEmpty()) {
        continue;
      }
      Start start = Start.of(loop);
      if (start.mayHaveElements()) {
        search = search == null ? new Search(context, graph, dominators, loops) : search;
        List<Element> elements = search.elements(start);
        if (!elements.isEmpty()) {
          return move(graph, start, elements);
        }
      }
    }
    return 0;
  }

  private static boolean hasElements(Graph graph) {
    List<Block> blocks = graph.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      List<Instr> body = blocks.get(i).body();
      for (int k = 0; k < body.size(); k++) {
        if (isElement(body.get(k))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isElement(Instr instr) {
    return instr.op() >= Opcodes.IALOAD && instr.op() <= Opcodes.SALOAD;
  }

  /**
   * Where a loop begins.
   *
   * @param inside its blocks, by number
   * @param body the block behind the test by which it is left or goes on; null if it does not begin
   *     with one that can be made in front of it, too
   */
  private record Start(LoopForest.Loop loop, BitSet inside, @Nullable Block body) {
    static Start of(LoopForest.Loop loop) {
      BitSet inside = new BitSet();
      List<Block> blocks = loop.blocks();
      for (int i = 0; i < blocks.size(); i++) {
        inside.set(blocks.get(i).id());
      }
      return new Start(loop, inside, body(loop.header(), inside));
    }

    private static @Nullable Block body(Block header, BitSet inside) {
      Instr test = header.terminator();
      int op = test.op();
      boolean tests =
          (op >= Opcodes.IFEQ && op <= Opcodes.IF_ACMPNE)
              || op == Opcodes.IFNULL
              || op == Opcodes.IFNONNULL;
      if (!tests) {
        return null;
      }
      Block taken = header.successors().get(0);
      Block other = header.successors().get(1);
      if (inside.get(taken.id()) == inside.get(other.id())) {
        return null;
      }
      for (int i = 0; i < test.inputs().size(); i++) {
        Instr value = test.input(i);
        boolean begins = value.isPhi() && value.block() == header;
        if (!begins && !value.isConst() && !isFromOutside(value, inside)) {
          return null;
        }
      }
      Block body = inside.get(taken.id()) ? taken : other;
      return body != header && body.preds().size() == 1 && body.handlers().isEmpty() ? body : null;
    }

    private static boolean isFromOutside(Instr value, BitSet inside) {
      Block home = value.block();
      return home != null && !inside.get(home.id());
    }

    /** Whether an instruction loads the same element in each iteration. */
    boolean loadsOneElement(Instr instr) {
      return isElement(instr)
          && isFromOutside(instr.input(0), inside)
          && (instr.input(1).isConst() || isFromOutside(instr.input(1), inside));
    }

    /** Whether the blocks in which the loop begins have such a load. */
    boolean mayHaveElements() {
      return mayHaveElements(loop.header()) || (body != null && mayHaveElements(body));
    }

    private boolean mayHaveElements(Block block) {
      List<Instr> instructions = block.body();
      for (int i = 0; i < instructions.size(); i++) {
        if (loadsOneElement(instructions.get(i))) {
          return true;
        }
      }
      return false;
    }
  }

  /** One element, and all loads of it in the loop, that which comes first first. */
  private static final class Element {
    final boolean behindTest;
    final List<Instr> loads = new ArrayList<>(2);

    Element(boolean behindTest) {
      this.behindTest = behindTest;
    }
  }

  /** Finds what is worth it. */
  private static final class Search {
    private final SafeLoads safe;
    private final MemoryAccesses accesses;
    private final SpinLoops spins;
    private final Executions executions;
    private final OperationCosts costs;

    Search(MemoryContext context, Graph graph, Dominators dominators, LoopForest loops) {
      safe = new SafeLoads(context, graph);
      accesses = safe.accesses();
      spins = new SpinLoops(dominators, loops, accesses);
      executions = new Executions(graph, loops);
      costs = new OperationCosts(context.costs(), Uses.of(graph));
    }

    /** In the order in which they are loaded. */
    List<Element> elements(Start start) {
      List<Element> found = new ArrayList<>(2);
      Block body = start.body();
      if (walk(start, start.loop().header(), found) && body != null) {
        walk(start, body, found);
      }
      return found;
    }

    /** Whether all of a block may come after what goes in front of the loop. */
    private boolean walk(Start start, Block block, List<Element> found) {
      List<Instr> body = block.body();
      for (int i = 0; i < body.size(); i++) {
        Instr instr = body.get(i);
        if (start.loadsOneElement(instr)) {
          if (!isFound(instr, found)) {
            Element element = element(start.loop(), instr, block == start.body());
            if (element == null) {
              return false;
            }
            found.add(element);
          }
        } else if (!instr.isPure() && !safe.cannotFail(block, instr, i)) {
          return false;
        }
      }
      return true;
    }

    private static boolean isFound(Instr load, List<Element> found) {
      for (Element element : found) {
        if (isSameElement(element.loads.get(0), load)) {
          return true;
        }
      }
      return false;
    }

    private static boolean isSameElement(Instr first, Instr load) {
      Instr index = first.input(1);
      Instr other = load.input(1);
      return load.op() == first.op()
          && load.input(0) == first.input(0)
          && (index == other
              || (index.isConst() && other.isConst() && index.operand().equals(other.operand())));
    }

    /** An element that is worth it and that nothing in the loop may change; or null. */
    private @Nullable Element element(LoopForest.Loop loop, Instr first, boolean tested) {
      Element element = new Element(tested);
      element.loads.add(first);
      int location = accesses.of(first);
      for (Block block : loop.blocks()) {
        for (Instr instr : block.body()) {
          int where = accesses.of(instr);
          if (where == MemoryAccesses.OPAQUE
              || instr.op() == Op.CATCH
              || (where == location && MemoryAccesses.isStore(instr.op()))) {
            return null;
          }
          if (instr != first && isElement(instr) && isSameElement(first, instr)) {
            element.loads.add(instr);
          }
        }
      }
      for (Instr load : element.loads) {
        if (!spins.ends(loop, load.home())) {
          return null;
        }
      }
      return pays(loop, element) ? element : null;
    }

    private boolean pays(LoopForest.Loop loop, Element element) {
      double once = costs.of(element.loads.get(0).op()) + 2 * costs.simple();
      double saved = 0;
      for (Instr load : element.loads) {
        double use = costs.stores(load) == 0 ? -costs.simple() : costs.simple();
        saved += executions.of(load) * (once - use);
      }
      double entered = 0;
      for (Block pred : loop.header().preds()) {
        if (!loop.latches().contains(pred)) {
          entered += executions.of(pred);
        }
      }
      double cost = entered * (once + costs.simple() * (element.behindTest ? 1 + TEST : 1));
      return saved > (executions.counted() ? cost : GUESS * cost);
    }
  }

  // --- moving them

  private static int move(Graph graph, Start start, List<Element> elements) {
    LoopForest.Loop loop = start.loop();
    Block front = Preheaders.of(loop);
    if (front == null) {
      front = Preheaders.insert(graph, loop);
    }
    Block behind = null;
    Map<Instr, Instr> known = new IdentityHashMap<>();
    int moved = 0;
    for (Element element : elements) {
      if (element.behindTest && behind == null) {
        behind = test(graph, loop.header(), front, start.body());
      }
      Instr value = load(graph, element, behind == null ? front : behind);
      if (behind != null) {
        value = merged(graph, value, front, behind);
      }
      for (Instr load : element.loads) {
        load.home().remove(load);
        known.put(load, value);
        moved++;
      }
    }
    graph.replaceAll(known);
    return moved;
  }

  private static Instr load(Graph graph, Element element, Block target) {
    Instr load = LoopVariable.copy(graph, element.loads.get(0));
    Instr index = load.input(1);
    if (index.isConst()) {
      Instr copy = LoopVariable.copy(graph, index);
      target.append(copy);
      load.inputs().set(1, copy);
    }
    target.append(load);
    return load;
  }

  /** Puts the test of the header behind a block in front of it; returns where it is passed. */
  private static Block test(Graph graph, Block header, Block front, @Nullable Block body) {
    Instr branch = LoopVariable.copy(graph, header.terminator());
    branch.setSite(Instr.NO_SITE); // what was counted there is of all iterations
    List<Instr> compared = branch.inputs();
    for (int i = 0; i < compared.size(); i++) {
      Instr value = compared.get(i);
      if (value.isPhi() && value.block() == header) {
        compared.set(i, header.phiInput(value, front));
      } else if (value.isConst()) {
        Instr copy = LoopVariable.copy(graph, value);
        front.append(copy);
        compared.set(i, copy);
      }
    }
    return Preheaders.test(graph, header, front, branch, header.successors().get(0) == body);
  }

  /** What is loaded behind the test, or nothing where it is not passed. */
  private static Instr merged(Graph graph, Instr load, Block front, Block behind) {
    Block merge = behind.successors().get(0);
    Instr none = graph.newZero(load.type(), load.position());
    front.append(none);
    Instr known = graph.newPhi(load.type(), load.position());
    merge.addPhi(known);
    merge.setPhiInput(known, front, none);
    merge.setPhiInput(known, behind, load);
    return known;
  }
}
