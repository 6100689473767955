package dev.jpgo.core.phase.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.emit.Emitter;
import dev.jpgo.core.emit.LineNumbers;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.GraphVerifier;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.UnsupportedMethodException;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What reuse is worth on the JDK's own code, instructions weighed by what they cost, those in loops
 * more: no method may become dearer by more than one instruction, and all of them together must
 * become cheaper.
 */
class ReuseCostTest {
  private static final CostModel COSTS = CostModel.of(Mode.INTERPRETER);

  private final TestWorld world = new TestWorld();
  private final List<String> dearer = new ArrayList<>();
  private double before;
  private double after;
  private int changed;

  @Test
  void methodsOfTheJdkBecomeCheaper() throws IOException {
    Path base =
        FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base", "java/util");
    List<Path> classes;
    try (Stream<Path> files = Files.list(base)) {
      classes = files.filter(f -> f.toString().endsWith(".class")).sorted().toList();
    }
    for (Path file : classes) {
      ClassNode node = new ClassNode();
      new ClassReader(Files.readAllBytes(file)).accept(node, ClassReader.EXPAND_FRAMES);
      LoadedClass owner = world.loaded(node.name);
      for (MethodNode method : node.methods) {
        if (method.instructions.size() > 0) {
          compare(owner, node, method);
        }
      }
    }
    assertTrue(dearer.size() <= changed / 100, dearer + " of " + changed);
    assertTrue(changed > 100, changed + " methods changed");
    assertTrue(after < before, after + " < " + before);
  }

  private void compare(LoadedClass owner, ClassNode node, MethodNode method) {
    try {
      Graph graph = GraphBuilder.build(MethodSource.of(node.name, 61, method));
      MemoryContext context = new MemoryContext(world, owner, "the/Runtime", COSTS);
      int changes = new LoopInvariants(context).run(graph);
      GraphVerifier.verify(graph);
      if (changes + new ValueNumbering(context).run(graph) == 0) {
        return;
      }
      GraphVerifier.verify(graph);
      double with = weight(Emitter.emit(graph, LineNumbers.ofSource()));
      Graph plain = GraphBuilder.build(MethodSource.of(node.name, 61, method));
      double without = weight(Emitter.emit(plain, LineNumbers.ofSource()));
      before += without;
      after += with;
      changed++;
      if (with > without + COSTS.bytecode()) {
        dearer.add(node.name + '.' + method.name + method.desc + ' ' + without + " -> " + with);
      }
    } catch (UnsupportedMethodException e) {
      throw new IllegalStateException(node.name + '.' + method.name, e);
    }
  }

  /** What all instructions cost, in a loop as if it ran eight times. */
  private static double weight(MethodNode method) {
    InsnList code = method.instructions;
    double[] times = new double[code.size()];
    Arrays.fill(times, 1);
    for (int i = 0; i < code.size(); i++) {
      int target = code.get(i) instanceof JumpInsnNode jump ? code.indexOf(jump.label) : i;
      for (int k = target; k < i; k++) {
        times[k] = Math.min(64, times[k] * 8);
      }
    }
    double weight = 0;
    for (int i = 0; i < code.size(); i++) {
      weight += times[i] * cost(code.get(i).getOpcode());
    }
    return weight;
  }

  private static double cost(int op) {
    return switch (op) {
      case -1 -> 0;
      case Opcodes.GETSTATIC, Opcodes.PUTSTATIC -> COSTS.staticField();
      case Opcodes.GETFIELD,
          Opcodes.PUTFIELD,
          Opcodes.IALOAD,
          Opcodes.LALOAD,
          Opcodes.FALOAD,
          Opcodes.DALOAD,
          Opcodes.AALOAD,
          Opcodes.BALOAD,
          Opcodes.CALOAD,
          Opcodes.SALOAD,
          Opcodes.IDIV,
          Opcodes.LDIV,
          Opcodes.IREM,
          Opcodes.LREM ->
          COSTS.field();
      case Opcodes.CHECKCAST, Opcodes.INSTANCEOF -> COSTS.checkcast();
      default -> COSTS.bytecode();
    };
  }
}
