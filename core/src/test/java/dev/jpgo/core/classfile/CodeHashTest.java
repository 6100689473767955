package dev.jpgo.core.classfile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodNode;

class CodeHashTest {
  private final byte[] original = bytesOf("java/util/HashMap");

  @Test
  void bothWaysToComputeItAgree() {
    long[] hashes = CodeHash.ofMethods(original);
    ClassNode node = parse(original, 0);
    for (int i = 0; i < hashes.length; i++) {
      assertEquals(CodeHash.of(node.methods.get(i)), hashes[i], node.methods.get(i).name);
    }
  }

  @Test
  void theOrderOfTheConstantPoolDoesNotMatter() {
    ClassWriter writer = new ClassWriter(0);
    for (int i = 0; i < 300; i++) {
      writer.newConst("moves what ldc reaches past 255: " + i);
    }
    new ClassReader(original).accept(writer, 0);
    assertArrayEquals(CodeHash.ofMethods(original), CodeHash.ofMethods(writer.toByteArray()));
  }

  @Test
  void lineNumbersNamesOfVariablesAndFramesDoNotMatter() {
    ClassWriter writer = new ClassWriter(0);
    int without = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;
    new ClassReader(original).accept(writer, without);
    assertArrayEquals(CodeHash.ofMethods(original), CodeHash.ofMethods(writer.toByteArray()));
  }

  @Test
  void differentCodeHasDifferentHashes() {
    Set<Long> hashes = new HashSet<>();
    Set<String> texts = new HashSet<>();
    for (MethodNode method : parse(original, ClassReader.SKIP_DEBUG).methods) {
      if (method.instructions.size() > 20) {
        hashes.add(CodeHash.of(method));
        texts.add(method.name + method.desc);
      }
    }
    assertEquals(texts.size(), hashes.size());
  }

  @Test
  void oneOperandChangesIt() {
    for (MethodNode method : parse(original, 0).methods) {
      long before = CodeHash.of(method);
      for (AbstractInsnNode insn : method.instructions.toArray()) {
        if (insn.getOpcode() == Opcodes.BIPUSH) {
          ((IntInsnNode) insn).operand++;
          assertNotEquals(before, CodeHash.of(method));
          before = CodeHash.of(method);
        } else if (insn.getOpcode() == Opcodes.IADD) {
          method.instructions.set(insn, new InsnNode(Opcodes.ISUB));
          assertNotEquals(before, CodeHash.of(method));
          before = CodeHash.of(method);
        }
      }
    }
  }

  @Test
  void aMethodWithoutCodeHasHashZero() {
    for (long hash : CodeHash.ofMethods(bytesOf("java/lang/Runnable"))) {
      assertEquals(0, hash);
    }
  }

  private static ClassNode parse(byte[] bytes, int flags) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, flags);
    return node;
  }

  private static byte[] bytesOf(String name) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
