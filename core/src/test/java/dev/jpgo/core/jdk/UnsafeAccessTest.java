package dev.jpgo.core.jdk;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.runtime.JpgoViews;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class UnsafeAccessTest {
  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final int BASE = 12;

  private static ClassNode read(byte[] bytes) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
    return node;
  }

  private static byte[] bytes(String name) throws IOException {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      return requireNonNull(in).readAllBytes();
    }
  }

  private static byte[] views() throws IOException {
    return UnsafeAccess.exchange(bytes(JpgoViews.class.getName().replace('.', '/')), BASE);
  }

  private static Set<String> declared(ClassNode type) {
    Set<String> declared = new HashSet<>();
    for (MethodNode method : type.methods) {
      declared.add(method.name + method.desc);
    }
    return declared;
  }

  @Test
  void nothingOfTheStandInIsLeft() throws IOException {
    String text = new String(views(), StandardCharsets.ISO_8859_1);
    assertFalse(text.contains("JpgoWords"));
  }

  @Test
  void whatTheViewsCallIsThere() throws IOException {
    Set<String> unsafe = declared(read(bytes(UNSAFE)));
    int calls = 0;
    int bases = 0;
    for (MethodNode method : read(views()).methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof MethodInsnNode call && call.owner.equals(UNSAFE)) {
          assertTrue(unsafe.contains(call.name + call.desc), call.name + call.desc);
          calls++;
        }
        if (instruction instanceof IntInsnNode number && number.operand == BASE) {
          bases++;
        }
      }
    }
    assertTrue(calls > 6, calls + " calls");
    assertTrue(bases > 6, bases + " bases");
  }

  @Test
  void whoeverHasUnsafeGetsItFromTheJdk() throws IOException {
    ClassNode holder = read(UnsafeAccess.holder("jdk/internal/misc/Some", "FIELD"));
    assertEquals("FIELD", holder.fields.get(0).name);
    assertEquals("L" + UNSAFE + ";", holder.fields.get(0).desc);
    int constant = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    assertEquals(constant, holder.fields.get(0).access);
    assertTrue(declared(read(bytes(UNSAFE))).contains("getUnsafe()L" + UNSAFE + ";"));
  }

  @Test
  void viewsAreLeftOutWhereArraysBeginInAnOddWay() {
    assertFalse(UnsafeAccess.viewsFit(0));
    assertFalse(UnsafeAccess.viewsFit(1 << 20));
  }
}
