package dev.jpgo.core.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class BuilderAppendsPatchTest {
  private static final String BUILDER = "java/lang/AbstractStringBuilder";

  @Test
  void bothMethodsBeginWithWhatReturnsAtOnce() throws IOException {
    ClassNode before = read(bytes());
    ClassNode after = read(patched(bytes()));
    int longer = 0;
    for (int i = 0; i < before.methods.size(); i++) {
      MethodNode method = after.methods.get(i);
      assertEquals(
          before.methods.get(i).name + before.methods.get(i).desc, method.name + method.desc);
      int more = method.instructions.size() - before.methods.get(i).instructions.size();
      if (more != 0) {
        longer++;
        assertEquals("append", method.name);
        assertEquals(List.of(), callsBeforeTheFirstReturn(method), method.desc);
      }
    }
    assertEquals(2, longer);
  }

  /** But of what is compiled to next to nothing, or by the VM itself. */
  private static List<String> callsBeforeTheFirstReturn(MethodNode method) {
    List<String> calls = new ArrayList<>();
    for (AbstractInsnNode each : method.instructions) {
      if (each.getOpcode() == Opcodes.ARETURN) {
        break;
      } else if (each instanceof MethodInsnNode call
          && !List.of("coder", "value", "arraycopy").contains(call.name)) {
        calls.add(call.name);
      }
    }
    return calls;
  }

  @Test
  void aBuilderWithOtherFieldsIsLeftAsItIs() throws IOException {
    for (String field : List.of("value", "coder", "count")) {
      ClassReader reader = new ClassReader(bytes());
      ClassWriter writer = new ClassWriter(0);
      reader.accept(
          new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public FieldVisitor visitField(
                int access, String name, String descriptor, String signature, Object value) {
              String other = name.equals(field) ? "J" : descriptor;
              return super.visitField(access, name, other, signature, value);
            }
          },
          0);
      PatchResult result = new BuilderAppendsPatch().change(new ClassReader(writer.toByteArray()));
      assertEquals("0 of 2 methods found", ((PatchResult.Refused) result).reason());
    }
  }

  @Test
  void aBuilderWithoutOneOfTheMethodsIsLeftAsItIs() throws IOException {
    ClassNode other = read(bytes());
    assertTrue(
        other.methods.removeIf(
            each -> each.name.equals("append") && each.desc.equals("(C)L" + BUILDER + ";")));
    ClassWriter writer = new ClassWriter(0);
    other.accept(writer);
    assertInstanceOf(
        PatchResult.Refused.class,
        new BuilderAppendsPatch().change(new ClassReader(writer.toByteArray())));
  }

  private static byte[] patched(byte[] original) {
    PatchResult result = new BuilderAppendsPatch().change(new ClassReader(original));
    return assertInstanceOf(PatchResult.Patched.class, result).classFile();
  }

  private static ClassNode read(byte[] bytes) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG);
    return node;
  }

  private static byte[] bytes() throws IOException {
    try (InputStream in = Object.class.getResourceAsStream("AbstractStringBuilder.class")) {
      return in.readAllBytes();
    }
  }
}
