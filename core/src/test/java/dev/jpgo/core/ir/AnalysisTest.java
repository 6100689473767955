package dev.jpgo.core.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

class AnalysisTest {
  /** Compiled shapes. */
  static class Shapes {
    static int nestedLoops(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++) {
          sum += j;
        }
        do {
          sum--;
        } while (sum > 100);
      }
      return sum;
    }

    static int recovered(int first, int second) {
      int kept = first * second;
      try {
        return Integer.parseInt("x" + first);
      } catch (NumberFormatException e) {
        return kept + second;
      }
    }
  }

  @Test
  void loopsNestAsTheyAreWritten() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "nestedLoops");
    LoopForest forest = LoopForest.of(graph, Dominators.of(graph));
    List<LoopForest.Loop> loops = forest.loops();
    assertEquals(3, loops.size(), () -> GraphPrinter.print(graph));
    LoopForest.Loop outer = loops.get(0);
    assertNull(outer.parent());
    assertEquals(1, outer.depth());
    for (LoopForest.Loop inner : loops.subList(1, 3)) {
      assertSame(outer, inner.parent());
      assertEquals(2, forest.depth(inner.header()));
      assertTrue(outer.blocks().containsAll(inner.blocks()));
      assertSame(inner.header(), inner.blocks().get(0));
    }
    assertEquals(0, forest.depth(graph.entry()));
    assertNull(forest.innermost(Graphs.only(graph, Opcodes.IRETURN).block()));
  }

  @Test
  void dominatorsAgreeWithTheirDefinitionOnRandomGraphs() {
    Random random = new Random(1);
    for (int round = 0; round < 300; round++) {
      Graph graph = randomGraph(random, 2 + random.nextInt(12));
      Dominators dominators = Dominators.of(graph);
      for (Block above : graph.blocks()) {
        List<Block> reached = reachedWithout(graph, above);
        for (Block below : graph.blocks()) {
          boolean dominated = above == below || !reached.contains(below);
          if (dominators.isReachable(above) && dominators.isReachable(below)) {
            assertEquals(dominated, dominators.dominates(above, below), above + " over " + below);
          }
        }
      }
    }
  }

  private static Graph randomGraph(Random random, int size) {
    Graph graph = new Graph(new dev.jpgo.core.classfile.MethodId("A", "m", "()V"), 8, 52);
    for (int i = 0; i < size; i++) {
      graph.blocks().add(graph.newBlock());
    }
    Position position = new Position(graph.method(), null, -1, null);
    for (Block block : graph.blocks()) {
      Block one = graph.blocks().get(1 + random.nextInt(size - 1));
      Block other = graph.blocks().get(1 + random.nextInt(size - 1));
      Instr end =
          graph.newInstr(Opcodes.IFEQ, Operand.None.NONE, ValueType.VOID, List.of(), position);
      block.terminate(end, List.of(one, other));
    }
    return graph;
  }

  private static List<Block> reachedWithout(Graph graph, Block removed) {
    List<Block> reached = new ArrayList<>();
    if (graph.entry() != removed) {
      reached.add(graph.entry());
    }
    for (int i = 0; i < reached.size(); i++) {
      for (Block next : reached.get(i).successors()) {
        if (next != removed && !reached.contains(next)) {
          reached.add(next);
        }
      }
    }
    return reached;
  }

  @Test
  void whatAHandlerReadsIsLiveAllThroughItsRange() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "recovered");
    Liveness liveness = Liveness.of(graph);
    Instr kept = Graphs.only(graph, Opcodes.IMUL);
    Instr second = graph.params().get(1);
    Block range = Graphs.only(graph, Opcodes.INVOKESTATIC).block();
    Block handler = Graphs.only(graph, Op.CATCH).block();
    for (Instr value : List.of(kept, second)) {
      assertTrue(liveness.isLiveIntoHandlers(value, range));
      assertTrue(liveness.isLiveIn(value, range));
      assertTrue(liveness.isLiveIn(value, handler));
      assertFalse(liveness.isLiveOut(value, range), "no normal successor reads it");
    }
    assertFalse(liveness.isLiveIn(graph.params().get(0), handler));
    assertEquals(List.of(), liveness.liveIn(graph.entry()));
  }

  @Test
  void usersAreListedOncePerInput() throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "(I)I",
            code -> {
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitInsn(Opcodes.DUP);
              code.visitInsn(Opcodes.IMUL);
              code.visitInsn(Opcodes.IRETURN);
            });
    Uses uses = Uses.of(graph);
    Instr product = Graphs.only(graph, Opcodes.IMUL);
    assertEquals(List.of(product, product), uses.of(graph.params().get(0)));
    assertEquals(1, uses.count(product));
  }

  // --- the verifier

  @Test
  void aUseBeforeItsDefinitionIsFound() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "recovered");
    Instr product = Graphs.only(graph, Opcodes.IMUL);
    graph.entry().remove(product);
    Block home = Graphs.only(graph, Opcodes.INVOKESTATIC).block();
    home.append(product);
    assertBroken("may not be defined", graph);
  }

  @Test
  void aHandlerPhiMustNotTakeAValueFromWithinItsRange() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "recovered");
    Block handler = Graphs.only(graph, Op.CATCH).block();
    Instr call = Graphs.only(graph, Opcodes.INVOKESTATIC);
    Instr phi = graph.newPhi(ValueType.INT, call.position());
    for (int i = 0; i < handler.preds().size(); i++) {
      phi.inputs().add(call);
    }
    handler.addPhi(phi);
    assertBroken("does not reach", graph);
  }

  @Test
  void wrongKindsAreFound() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "recovered");
    Instr product = Graphs.only(graph, Opcodes.IMUL);
    product.become(Opcodes.LMUL, Operand.None.NONE, ValueType.LONG, product.inputs());
    assertBroken("it is II>J, not JJ>J", graph);
  }

  @Test
  void missingPhiInputsAreFound() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "nestedLoops");
    Graphs.all(graph, Op.PHI).get(0).inputs().remove(0);
    assertBroken("does not have as many", graph);
  }

  @Test
  void unreachableBlocksAreFound() throws UnsupportedMethodException {
    Graph graph = Graphs.of(Shapes.class, "recovered");
    Block lost = graph.newBlock();
    lost.terminate(graph.newGoto(graph.entry().terminator().position()), List.of(lost));
    graph.blocks().add(lost);
    assertBroken("unreachable", graph);
  }

  private static void assertBroken(String problem, Graph graph) {
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> GraphVerifier.verify(graph));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains(problem), message);
  }
}
