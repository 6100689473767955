package dev.jpgo.core.jdk;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.runtime.JpgoArrays;
import dev.jpgo.runtime.JpgoViews;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

  private static byte[] exchanged(Class<?> type) throws IOException {
    return UnsafeAccess.exchange(bytes(type.getName().replace('.', '/')), BASE);
  }

  private static Set<String> declared(ClassNode type) {
    Set<String> declared = new HashSet<>();
    for (MethodNode method : type.methods) {
      declared.add(method.name + method.desc);
    }
    return declared;
  }

  @ParameterizedTest
  @ValueSource(classes = {JpgoViews.class, JpgoArrays.class})
  void nothingOfTheStandInIsLeft(Class<?> type) throws IOException {
    String text = new String(exchanged(type), StandardCharsets.ISO_8859_1);
    assertFalse(text.contains("JpgoWords"));
  }

  @ParameterizedTest
  @ValueSource(classes = {JpgoViews.class, JpgoArrays.class})
  void whatIsCalledIsThere(Class<?> type) throws IOException {
    Set<String> unsafe = declared(read(bytes(UNSAFE)));
    int calls = 0;
    int bases = 0;
    for (MethodNode method : read(exchanged(type)).methods) {
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
  void arraysGoByWordsWhereTheyBeginAlikeAndAnyAddressMayBeRead() {
    boolean fit = UnsafeAccess.viewsFit(16); // not where the highest byte comes first
    for (int base : new int[] {12, 16, 20, 24}) {
      assertEquals(fit, UnsafeAccess.arraysFit(base, base, base, true));
    }
    assertFalse(UnsafeAccess.arraysFit(16, 16, 16, false));
    assertFalse(UnsafeAccess.arraysFit(12, 16, 12, true));
    assertFalse(UnsafeAccess.arraysFit(12, 12, 16, true));
    assertFalse(UnsafeAccess.arraysFit(14, 14, 14, true));
    assertFalse(UnsafeAccess.arraysFit(1 << 20, 1 << 20, 1 << 20, true));
  }

  @Test
  void viewsAreLeftOutWhereArraysBeginInAnOddWay() {
    assertFalse(UnsafeAccess.viewsFit(0));
    assertFalse(UnsafeAccess.viewsFit(1 << 20));
  }
}
