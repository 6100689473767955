package dev.jpgo.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.emit.CompilerBailouts;
import dev.jpgo.runtime.JpgoTrial;
import dev.jpgo.runtime.JpgoTrials;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

class TrialCodeTest {
  private static final int FIRST = JpgoTrials.LIMIT - 200;
  private static final long OTHER = 42;

  private final Map<String, Integer> numbers = new TreeMap<>();

  @AfterEach
  void forget() {
    numbers.values().forEach(number -> JpgoTrials.put(number, null));
  }

  private static ClassNode expanded(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }

  /** All samples with two bodies, of which the second is what is made of a copy. */
  private Rewriting tried(UnaryOperator<MethodNode> second) {
    return new Rewriting(
        original -> {
          ClassNode first = expanded(original);
          ClassNode other = expanded(original);
          Map<Integer, MethodVersion> versions = new HashMap<>();
          for (int i = 0; i < first.methods.size(); i++) {
            MethodNode method = first.methods.get(i);
            if (!method.name.startsWith("<") && method.instructions.size() > 0) {
              int number = FIRST + numbers.size();
              String before = CompilerBailouts.of(first.name, method);
              MethodNode both =
                  TrialCode.of(
                      first.name,
                      first.version,
                      method,
                      second.apply(other.methods.get(i)),
                      number);
              assertNotNull(both, method.name);
              assertEquals(before, CompilerBailouts.of(first.name, both), method.name);
              numbers.put(first.name + "." + method.name, number);
              versions.put(i, new MethodVersion.Optimized(both));
            }
          }
          return ClassRewriter.rewrite(original, new ClassPlan(versions));
        });
  }

  private static MethodNode constant(MethodNode method) {
    if (method.desc.equals("(I)J")) {
      method.instructions.clear();
      method.tryCatchBlocks.clear();
      method.localVariables = null;
      method.instructions.add(new LdcInsnNode(OTHER));
      method.instructions.add(new InsnNode(Opcodes.LRETURN));
      method.maxStack = 2;
    }
    return method;
  }

  @Test
  void everySampleDoesWhatItDidWhicheverBodyRuns() {
    Map<String, Object> plain = new Rewriting(bytes -> bytes).run(40);
    Rewriting tried = tried(method -> method);
    assertEquals(plain, tried.run(40), "no trial is on");
    Map<String, JpgoTrial> trials = new TreeMap<>();
    for (Map.Entry<String, Integer> each : numbers.entrySet()) {
      JpgoTrial trial = new JpgoTrial();
      trials.put(each.getKey(), trial);
      JpgoTrials.put(each.getValue(), trial);
    }
    for (int i = 0; i < 30; i++) {
      assertEquals(plain, tried.run(40));
    }
    for (String sample : Rewriting.sampleNames()) {
      boolean throwsOnly = plain.get(sample) instanceof String;
      JpgoTrial trial = trials.get(Samples.class.getName().replace('.', '/') + "." + sample);
      assertEquals(throwsOnly, trial.calls() == 0, sample);
    }
  }

  @Test
  void bothBodiesRunWhileItIsOnTheOriginalBeforeAndAfterAndTheOtherOnceThatIsDecided() {
    Object original = new Rewriting(bytes -> bytes).run("straight", 3);
    Rewriting tried = tried(TrialCodeTest::constant);
    assertEquals(Set.of(original), results(tried));
    int number = numbers.get(Samples.class.getName().replace('.', '/') + ".straight");
    JpgoTrial trial = new JpgoTrial();
    JpgoTrials.put(number, trial);
    assertEquals(Set.of(original, OTHER), results(tried));
    trial.decide();
    assertEquals(Set.of(OTHER), results(tried));
    JpgoTrials.put(number, null);
    assertEquals(Set.of(original), results(tried));
  }

  private static Set<Object> results(Rewriting program) {
    Set<Object> results = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      results.add(program.run("straight", 3));
    }
    return results;
  }

  /** The stack may overflow there, and the program is not to catch what it would not have. */
  @Test
  void whatIsAddedIsInNoHandlersRange() {
    ClassNode first = expanded(Rewriting.bytesOf(Samples.class.getName()));
    ClassNode second = expanded(Rewriting.bytesOf(Samples.class.getName()));
    int ends = 0;
    for (int i = 0; i < first.methods.size(); i++) {
      MethodNode method = first.methods.get(i);
      if (!method.tryCatchBlocks.isEmpty()) {
        MethodNode both =
            TrialCode.of(first.name, first.version, method, second.methods.get(i), FIRST);
        for (AbstractInsnNode node : both.instructions) {
          if (node instanceof MethodInsnNode call && call.owner.equals(RuntimeNames.TRIALS)) {
            assertTrue(uncovered(both, node), method.name);
            ends++;
          }
        }
      }
    }
    assertTrue(ends > 10, "calls: " + ends);
  }

  private static boolean uncovered(MethodNode method, AbstractInsnNode node) {
    int at = method.instructions.indexOf(node);
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      if (method.instructions.indexOf(block.start) <= at
          && at < method.instructions.indexOf(block.end)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void whatWouldNotBeCompiledIsNotMade() {
    ClassNode samples = expanded(Rewriting.bytesOf(Samples.class.getName()));
    MethodNode straight =
        samples.methods.stream().filter(m -> m.name.equals("straight")).findFirst().orElseThrow();
    assertNull(TrialCode.of(samples.name, 50, straight, straight, FIRST), "frames are optional");
    MethodNode large = new MethodNode(Opcodes.ACC_STATIC, "straight", "(I)J", null, null);
    large.instructions.add(new LabelNode());
    for (int i = 0; i < TrialCode.MOST_BYTES; i++) {
      large.instructions.add(new InsnNode(Opcodes.NOP));
    }
    assertNull(TrialCode.of(samples.name, samples.version, straight, large, FIRST));
    MethodNode constructor =
        samples.methods.stream().filter(m -> m.name.equals("<init>")).findFirst().orElseThrow();
    assertNull(TrialCode.of(samples.name, samples.version, constructor, constructor, FIRST));
  }
}
