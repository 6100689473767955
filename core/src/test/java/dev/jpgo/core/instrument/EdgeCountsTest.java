package dev.jpgo.core.instrument;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.cfg.BasicBlock;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.instrument.InstrumentationLayout.Form;
import dev.jpgo.core.profile.EdgeCounts;
import dev.jpgo.core.profile.EdgeSolver;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.runtime.JpgoCounters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Edge counts solved from a spanning tree against a counter on every edge and on every instruction.
 */
class EdgeCountsTest {
  private static final Set<Recorded> ALL = Set.of(Recorded.values());

  private static final int N = 500;

  /** Where the counters of one method are. */
  private record Counted(InstrumentationLayout layout, int firstCounter, int firstSite) {
    MethodProfile profile() {
      MethodId id = new MethodId("a/Class", "method", "()V");
      return ProfileBuilder.read(id, 1, 0, layout, firstCounter, firstSite);
    }

    EdgeCounts solve() {
      long[] counters = new long[layout.counters()];
      for (int i = 0; i < counters.length; i++) {
        counters[i] = JpgoCounters.read(firstCounter + i);
      }
      return EdgeSolver.solve(layout.cfg(), layout.tree(), counters);
    }
  }

  @Test
  void solvedCountsEqualThoseOfACounterOnEveryEdge() {
    Map<String, EdgeCounts> sparse = counts(Form.SPARSE);
    Map<String, EdgeCounts> dense = counts(Form.DENSE);
    assertEquals(dense.keySet(), sparse.keySet());
    for (String method : dense.keySet()) {
      EdgeCounts expected = dense.get(method);
      if (throwsInsideABlock(method)) {
        continue;
      }
      assertEquals(expected.counts(), sparse.get(method).counts(), method);
      assertEquals(0, sparse.get(method).conservationError(), method);
    }
  }

  /** Of 200 things 50 are a text, 50 of each kind a number and 50 nothing, which is not counted. */
  @Test
  void typeTestsRecordTheClassesThatTheyMet() {
    Map<String, Counted> counted = new TreeMap<>();
    new Rewriting(bytes -> profile(bytes, Form.SPARSE, counted)).run(200);
    MethodProfile profile = counted.get("Samples.typeTests(I)J").profile();
    List<String> seen =
        profile.sites().stream()
            .map(site -> site.kind() + " " + site.seen().total() + " " + site.seen().entries())
            .toList();
    String text = entry("java/lang/String", 50);
    String numbers = entry("java/lang/Integer", 50) + ", " + entry("java/lang/Long", 50);
    assertEquals(
        List.of(
            "TYPE_TEST 150 [" + numbers + ", " + text + "]",
            "TYPE_TEST 50 [" + text + "]",
            "TYPE_TEST 100 [" + numbers + "]",
            "TYPE_TEST 100 [" + numbers + "]"),
        seen);
    assertEquals(2, profile.receivers().size(), "length and longValue");
  }

  private static String entry(String name, long count) {
    return new TypeHistogram.Entry(name, count).toString();
  }

  @Test
  void denseCountsEqualTheExecutionsOfEveryInstruction() {
    Map<String, EdgeCounts> dense = counts(Form.DENSE);
    Map<String, Integer> first = new TreeMap<>();
    Rewriting rewriting = new Rewriting(bytes -> countInstructions(bytes, first));
    rewriting.run(N);
    assertEquals(dense.keySet(), first.keySet());
    for (String method : dense.keySet()) {
      EdgeCounts counts = dense.get(method);
      for (BasicBlock block : counts.cfg().blocks()) {
        long actual = JpgoCounters.read(first.get(method) + block.start());
        assertEquals(actual, counts.block(block.index()), method + " at " + block);
      }
    }
  }

  @Test
  void fewerThanHalfOfTheEdgesNeedACounterInLoopsAndBranches() {
    int edges = 0;
    int counters = 0;
    for (MethodNode method :
        Rewriting.methods(Rewriting.parse(Rewriting.bytesOf(Samples.class.getName()))).values()) {
      InstrumentationLayout layout = InstrumentationLayout.of(method, Form.SPARSE);
      edges += layout.cfg().edges().size();
      counters += layout.counters();
    }
    assertTrue(counters * 2 < edges, counters + " of " + edges);
  }

  @Test
  void exceptionsInsideBlocksLeaveTheCallCountExact() {
    EdgeCounts counts = counts(Form.SPARSE).get("Samples.handlerAround(I)J");
    assertEquals(1, counts.calls());
    long caught = 0;
    for (Edge edge : counts.cfg().edges()) {
      if (edge.kind() == Edge.Kind.HANDLER) {
        caught += counts.edge(edge);
      }
    }
    assertEquals(1, caught);
  }

  @Test
  void aContradictionIsReportedRelativeToTheLargestCount() {
    MethodNode method =
        Rewriting.methods(Rewriting.parse(Rewriting.bytesOf(Samples.class.getName())))
            .values()
            .stream()
            .filter(m -> m.name.equals("whileLoop"))
            .findFirst()
            .orElseThrow();
    InstrumentationLayout layout = InstrumentationLayout.of(method, Form.SPARSE);
    long[] counters = new long[layout.counters()];
    counters[0] = 1000;
    EdgeCounts sane = EdgeSolver.solve(layout.cfg(), layout.tree(), counters);
    assertAll(
        () -> assertEquals(0, sane.conservationError()),
        () -> assertEquals(1000, sane.calls()),
        () -> assertEquals(1000, sane.block(0)));
  }

  /** A block that an exception leaves in the middle breaks the law that solving rests on. */
  private static boolean throwsInsideABlock(String method) {
    return method.contains(".handlerAround")
        || method.contains(".caught")
        || method.contains(".lockOfNothing")
        || method.contains(".negativeLength");
  }

  private static Map<String, EdgeCounts> counts(Form form) {
    Map<String, Counted> counted = new TreeMap<>();
    Rewriting rewriting = new Rewriting(bytes -> profile(bytes, form, counted));
    rewriting.run(N);
    Map<String, EdgeCounts> counts = new TreeMap<>();
    counted.forEach((method, where) -> counts.put(method, where.solve()));
    return counts;
  }

  private static byte[] profile(byte[] bytes, Form form, Map<String, Counted> into) {
    ClassNode node = Rewriting.parse(bytes);
    Map<Integer, MethodVersion> versions = new HashMap<>();
    Rewriting.methods(node)
        .forEach(
            (ordinal, method) -> {
              InstrumentationLayout layout = InstrumentationLayout.of(method, form);
              int first = Rewriting.counters(layout.counters());
              int sites = Rewriting.sites(layout.sites());
              into.put(key(node, method), new Counted(layout, first, sites));
              versions.put(
                  ordinal,
                  new MethodVersion.Profiled(first, sites, form, LoopPlan.NONE, Set.of(), ALL));
            });
    return ClassRewriter.rewrite(bytes, new ClassPlan(versions));
  }

  private static byte[] countInstructions(byte[] bytes, Map<String, Integer> first) {
    ClassNode node = Rewriting.parse(bytes);
    for (MethodNode method : Rewriting.methods(node).values()) {
      int next = Rewriting.counters(method.instructions.size());
      first.put(key(node, method), next);
      for (AbstractInsnNode insn : method.instructions.toArray()) {
        if (insn.getOpcode() == Opcodes.NEW) { // frames point at it
          method.instructions.insert(insn, new Code().increment(next++).list());
        } else if (insn.getOpcode() >= 0) {
          method.instructions.insertBefore(insn, new Code().increment(next++).list());
        }
      }
      method.maxStack += Probes.STACK;
    }
    ClassWriter writer = new ClassWriter(new ClassReader(bytes), 0);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static String key(ClassNode node, MethodNode method) {
    return node.name.substring(node.name.lastIndexOf('/') + 1) + "." + method.name + method.desc;
  }
}
