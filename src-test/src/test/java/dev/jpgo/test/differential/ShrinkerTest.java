package dev.jpgo.test.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

class ShrinkerTest {
  /** Of hundreds; some twenty are what the check needs and counts what it spends by. */
  private static final int MOST_LINES = 80;

  @TempDir private Path folder;

  /** Seeds whose programs javac and ecj compile. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2001})
  @Tag("proof")
  void aProgramThatAWrongTransformationBreaksShrinksToAFractionOfIt(long seed) throws IOException {
    String name = ProgramGenerator.packageName(seed);
    String source = ProgramGenerator.generate(seed);
    DifferenceCheck check =
        new DifferenceCheck(seed, ShrinkerTest::swapOperandsOfSubtractions, 0, 3);
    assertTrue(check.differs(source, check.methods(source)));

    Reproducer least = new Shrinker(check).shrink(name, source, "operands swapped");

    assertEquals(1, least.methods().size());
    assertTrue(least.lines() <= MOST_LINES, least.source());
    assertTrue(check.differs(least.source(), least.methods()));
    String written = Files.readString(least.write(folder));
    assertTrue(ProgramCompiler.compile(seed, written).isPresent(), written);
  }

  @Test
  void listsAreCutDownToWhatIsNeeded() {
    List<Integer> left =
        Shrinker.minimize(
            List.of(1, 2, 3, 4, 5, 6, 7, 8, 9), some -> some.containsAll(Set.of(2, 7)));
    assertEquals(List.of(2, 7), left);
  }

  private static void swapOperandsOfSubtractions(ProgramMethod method) {
    MethodNode code = method.tree().methods.get(method.ordinal());
    for (AbstractInsnNode insn : code.instructions.toArray()) {
      if (insn.getOpcode() == Opcodes.ISUB) {
        code.instructions.insertBefore(insn, new InsnNode(Opcodes.SWAP));
      }
    }
  }
}
