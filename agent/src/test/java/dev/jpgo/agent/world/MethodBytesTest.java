package dev.jpgo.agent.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

class MethodBytesTest {
  private final MethodBytes methods = new MethodBytes();

  @Test
  void eachClassFileAnswersForItselfHoweverManyThereAre() {
    List<byte[]> files = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String superclass = "Super" + i;
      files.add(LiveProgram.classFile("Class" + i, superclass, List.of(), true));
    }
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < files.size(); i++) {
        assertMatches(files.get(i));
        assertMatches(files.get(i / 2));
      }
    }
  }

  @Test
  void aMethodIsAFreshCopyEachTime() {
    byte[] file = LiveProgram.classFile("Copied", "java/lang/Object", List.of(), true);
    assertNotSame(methods.read(file, 0).orElseThrow(), methods.read(file, 0).orElseThrow());
  }

  @Test
  void aSharedMethodIsReadOnceAndIsNotTheCopyThatMayBeChanged() {
    byte[] file = LiveProgram.classFile("Shared", "java/lang/Object", List.of(), true);
    MethodNode copy = methods.read(file, 0).orElseThrow();
    MethodNode shared = methods.shared(file, copy.name, copy.desc, 0).orElseThrow();
    assertNotSame(copy, shared);
    Assertions.assertSame(shared, methods.shared(file, copy.name, copy.desc, 0).orElseThrow());
    assertNotSame(shared, methods.shared(file.clone(), copy.name, copy.desc, 0).orElseThrow());
    assertNotSame(shared, methods.read(file, 0).orElseThrow());
  }

  @Test
  void thereIsNoMethodBeyondTheLast() {
    byte[] file = LiveProgram.classFile("Short", "java/lang/Object", List.of(), true);
    assertTrue(methods.read(file, 100).isEmpty());
    assertTrue(methods.shared(file, "none", "()V", 0).isEmpty());
  }

  private void assertMatches(byte[] file) {
    ClassNode whole = new ClassNode(Opcodes.ASM9);
    new ClassReader(file).accept(whole, ClassReader.EXPAND_FRAMES);
    for (int i = 0; i < whole.methods.size(); i++) {
      MethodNode expected = whole.methods.get(i);
      assertSame(expected, methods.read(file, i).orElseThrow());
      assertSame(expected, methods.shared(file, expected.name, expected.desc, i / 2).orElseThrow());
    }
  }

  private static void assertSame(MethodNode expected, MethodNode read) {
    assertEquals(expected.name + expected.desc, read.name + read.desc);
    assertEquals(expected.instructions.size(), read.instructions.size());
  }
}
