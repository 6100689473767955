package dev.jpgo.core.ir;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.jpgo.core.fuzz.FuzzRun;
import dev.jpgo.core.fuzz.RandomMethod;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

class RandomGraphTest {
  @Test
  void randomMethodsHaveValidGraphs() throws UnsupportedMethodException {
    for (long seed = 0; seed < 400; seed++) {
      byte[] classFile = RandomMethod.generate(seed, Opcodes.V1_8);
      if (seed < 20) {
        assertFalse(FuzzRun.of(classFile).isEmpty());
      }
      ClassNode node = new ClassNode();
      new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
      for (MethodNode method : node.methods) {
        Graphs.verified(MethodSource.of(node.name, 52, method));
      }
    }
  }
}
