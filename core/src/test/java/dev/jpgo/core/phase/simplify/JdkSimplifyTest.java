package dev.jpgo.core.phase.simplify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.GraphVerifier;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.UnsupportedMethodException;
import dev.jpgo.core.phase.Always;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.loop.CopyLoops;
import dev.jpgo.core.phase.loop.FillLoops;
import dev.jpgo.core.phase.loop.LoopUnrolling;
import dev.jpgo.core.phase.memory.LoopInvariants;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The simplifying phases, and those for loops, on the running JDK's own code leave valid graphs and
 * find something to do.
 */
class JdkSimplifyTest {
  private static final int SAMPLE = Integer.getInteger("jpgo.test.sample", 8);

  private static final List<GraphPhase> PHASES =
      List.of(
          new ConstantFolding(),
          new NarrowConversions(),
          new RedundantChecks(),
          new JumpThreading(),
          new TailDuplication(),
          new DeadCode(),
          new BlockMerging(),
          new LoopInvariants(context()),
          new CopyLoops(context(), Always.UNROLLED, 7500),
          new FillLoops(context(), Always.UNROLLED, 7500),
          new LoopUnrolling(CostModel.of(Mode.INTERPRETER), call -> false, Always.UNROLLED, 7500));

  private static MemoryContext context() {
    TestWorld world = new TestWorld();
    CostModel costs = CostModel.of(Mode.INTERPRETER);
    return new MemoryContext(world, world.loaded("java/lang/Object"), "no/Runtime", costs);
  }

  @Test
  void everyPhaseLeavesAValidGraph() throws IOException {
    List<Path> classes;
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    try (Stream<Path> files = Files.walk(base)) {
      classes = files.filter(f -> f.toString().endsWith(".class")).sorted().toList();
    }
    List<String> failures = new ArrayList<>();
    Map<String, Integer> changes = new TreeMap<>();
    for (int i = 0; i < classes.size(); i += SAMPLE) {
      ClassNode node = new ClassNode();
      new ClassReader(Files.readAllBytes(classes.get(i))).accept(node, ClassReader.EXPAND_FRAMES);
      for (MethodNode method : node.methods) {
        if (method.instructions.size() > 0) {
          simplify(node, method, changes, failures);
        }
      }
    }
    assertEquals(List.of(), failures);
    for (GraphPhase phase : PHASES) {
      assertTrue(changes.getOrDefault(phase.name(), 0) > 0, phase.name() + " changed nothing");
    }
  }

  private static void simplify(
      ClassNode owner, MethodNode method, Map<String, Integer> changes, List<String> failures) {
    String step = "building";
    try {
      Graph graph = GraphBuilder.build(MethodSource.of(owner.name, owner.version & 0xffff, method));
      for (GraphPhase phase : PHASES) {
        step = phase.name();
        changes.merge(phase.name(), phase.run(graph), Integer::sum);
        GraphVerifier.verify(graph);
      }
    } catch (UnsupportedMethodException | RuntimeException e) {
      failures.add(step + " " + owner.name + "." + method.name + method.desc + ": " + e);
    }
  }
}
