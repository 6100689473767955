package dev.jpgo.core.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.fuzz.FuzzRun;
import dev.jpgo.core.fuzz.RandomMethod;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.UnsupportedMethodException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/** Code of others, and random code, through the graph and back. */
class EmissionTest {
  /** Every which class of java.base is looked at; 1 looks at all of them. */
  private static final int SAMPLE = Integer.getInteger("jpgo.test.sample", 8);

  private static final int NOT_PROFILED = -1;

  private static final int SEEDS = Integer.getInteger("jpgo.test.seeds", 150);

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_5, Opcodes.V1_6, Opcodes.V1_8, Opcodes.V17})
  void randomCodeDoesTheSameAfterTheRoundTrip(int version) throws UnsupportedMethodException {
    for (int seed = 0; seed < SEEDS; seed++) {
      byte[] original = RandomMethod.generate(seed, version);
      List<String> expected = FuzzRun.of(original);
      assertEquals(expected, FuzzRun.of(roundTrip(original, NOT_PROFILED)), "seed " + seed);
      assertEquals(expected, FuzzRun.of(roundTrip(original, seed)), "seed " + seed + ", profiled");
    }
  }

  /** The VM looks at the code itself where frames of this version, or an older one, are wrong. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_5, Opcodes.V1_6})
  void framesThatTheVmDoesNotRelyOnMayBeWrong(int version) throws UnsupportedMethodException {
    for (int seed = 0; seed < SEEDS; seed++) {
      byte[] original = withWrongFrames(RandomMethod.generate(seed, version));
      assertEquals(FuzzRun.of(original), FuzzRun.of(roundTrip(original, seed)), "seed " + seed);
    }
  }

  private static byte[] withWrongFrames(byte[] original) {
    ClassNode node = read(original);
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode each : method.instructions) {
        if (each instanceof FrameNode frame) {
          Collections.fill(frame.local, "java/lang/Void");
        }
      }
    }
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    return writer.toByteArray();
  }

  @Test
  void everyLoadOfTheJdksCodeFindsItsValue() throws IOException, UnsupportedMethodException {
    int methods = 0;
    int cleared = 0;
    List<Path> classes = jdkClasses();
    for (int i = 0; i < classes.size(); i += SAMPLE) {
      ClassNode node = read(Files.readAllBytes(classes.get(i)));
      for (MethodNode method : node.methods) {
        if (method.instructions.size() > 0) {
          for (int seed = NOT_PROFILED; seed < 2; seed++) {
            cleared += checkLoads(graph(node, method, seed));
          }
          methods++;
        }
      }
    }
    assertTrue(methods > 30_000 / SAMPLE, methods + " methods");
    assertTrue(cleared > methods, cleared + " slots are cleared");
  }

  @Test
  void randomLoadsFindTheirValues() throws UnsupportedMethodException {
    for (int seed = 0; seed < SEEDS * 4; seed++) {
      checkLoads(seed, NOT_PROFILED);
      checkLoads(seed, seed);
    }
  }

  /**
   * Seeds of methods that were once refused or wrong: a pure value that others use moved behind its
   * user into a later block; a dead copy of a long took half of the slots of its equal.
   */
  @ParameterizedTest
  @ValueSource(longs = {7157, 11541, 13921, 26364})
  void methodsThatWereOnceWrongStayRight(long seed) throws UnsupportedMethodException {
    checkLoads(seed, NOT_PROFILED);
    byte[] original = RandomMethod.generate(seed, Opcodes.V1_8);
    assertEquals(FuzzRun.of(original), FuzzRun.of(roundTrip(original, NOT_PROFILED)));
  }

  private static void checkLoads(long seed, long profile) throws UnsupportedMethodException {
    ClassNode node = read(RandomMethod.generate(seed, Opcodes.V1_8));
    try {
      checkLoads(graph(node, node.methods.get(0), profile));
    } catch (AssertionError | IllegalStateException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  /** Looks at a method as if it let go of all that it can; returns how many slots are cleared. */
  private static int checkLoads(Graph graph) throws UnsupportedMethodException {
    graph.markLettingGo();
    Emission emission = Emission.of(graph);
    DeadReferences.apply(emission);
    emission.simulate();
    SlotChecker.check(emission);
    int cleared = 0;
    for (Segment segment : emission.chains().segments()) {
      for (Item item = segment.first; item != null; item = item.next) {
        cleared += item.is(Item.Kind.CLEAR) ? 1 : 0;
      }
    }
    return cleared;
  }

  private static List<Path> jdkClasses() throws IOException {
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    List<Path> result = new ArrayList<>();
    try (Stream<Path> files = Files.walk(base)) {
      files.filter(file -> file.toString().endsWith(".class")).sorted().forEach(result::add);
    }
    return result;
  }

  private static ClassNode read(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }

  /** The graph of a method; with a profile, some of its blocks were never run. */
  private static Graph graph(ClassNode owner, MethodNode method, long profile)
      throws UnsupportedMethodException {
    Graph graph = GraphBuilder.build(MethodSource.of(owner.name, owner.version & 0xffff, method));
    if (profile != NOT_PROFILED) {
      Random random = new Random(profile);
      for (Block block : graph.blocks()) {
        block.setFrequency(random.nextInt(3));
      }
    }
    return graph;
  }

  private static byte[] roundTrip(byte[] original, long profile) throws UnsupportedMethodException {
    ClassNode node = read(original);
    for (int i = 0; i < node.methods.size(); i++) {
      Graph graph = graph(node, node.methods.get(i), profile);
      if (profile != NOT_PROFILED) {
        graph.markLettingGo();
      }
      node.methods.set(i, Emitter.emit(graph, LineNumbers.ofSource()));
    }
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    return writer.toByteArray();
  }
}
