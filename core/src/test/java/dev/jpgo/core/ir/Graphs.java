package dev.jpgo.core.ir;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Graphs for tests: of compiled methods, and of methods written with ASM. */
final class Graphs {
  static final String OWNER = "Target";

  private Graphs() {}

  /** The verified graph of the only method of this name in a class of the test class path. */
  static Graph of(Class<?> owner, String name) throws UnsupportedMethodException {
    String internalName = owner.getName().replace('.', '/');
    try (InputStream in = owner.getResourceAsStream('/' + internalName + ".class")) {
      ClassNode node = new ClassNode();
      new ClassReader(in).accept(node, ClassReader.EXPAND_FRAMES);
      for (MethodNode method : node.methods) {
        if (method.name.equals(name)) {
          return verified(MethodSource.of(node.name, node.version & 0xffff, method));
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    throw new IllegalArgumentException(owner + " has no " + name);
  }

  /** The verified graph of a static method of class-file version 52 with computed frames. */
  static Graph assemble(String descriptor, Consumer<MethodVisitor> code)
      throws UnsupportedMethodException {
    return verified(
        MethodSource.of(OWNER, Opcodes.V1_8, method(Opcodes.V1_8, "m", descriptor, code)));
  }

  /** A method; static unless it is a constructor. Frames are computed from version 50 on. */
  static MethodNode method(
      int version, String name, String descriptor, Consumer<MethodVisitor> code) {
    ClassWriter writer =
        new ClassWriter(version >= Opcodes.V1_6 ? ClassWriter.COMPUTE_FRAMES : 1) {
          @Override
          protected String getCommonSuperClass(String first, String second) {
            return "java/lang/Object";
          }
        };
    writer.visit(version, Opcodes.ACC_PUBLIC, OWNER, null, "java/lang/Object", null);
    int access = name.equals("<init>") ? 0 : Opcodes.ACC_STATIC;
    MethodVisitor visitor = writer.visitMethod(access, name, descriptor, null, null);
    visitor.visitCode();
    code.accept(visitor);
    visitor.visitMaxs(0, 0);
    visitor.visitEnd();
    writer.visitEnd();
    ClassNode node = new ClassNode();
    new ClassReader(writer.toByteArray()).accept(node, ClassReader.EXPAND_FRAMES);
    return node.methods.get(0);
  }

  /** Builds and verifies. */
  static Graph verified(MethodSource source) throws UnsupportedMethodException {
    Graph graph = GraphBuilder.build(source);
    GraphVerifier.verify(graph);
    return graph;
  }

  /** All instructions with an operation, phis included, in layout order. */
  static List<Instr> all(Graph graph, int op) {
    List<Instr> result = new ArrayList<>();
    for (Block block : graph.blocks()) {
      List<Instr> candidates = new ArrayList<>(block.phis());
      candidates.addAll(block.body());
      candidates.add(block.terminator());
      for (Instr instr : candidates) {
        if (instr.op() == op) {
          result.add(instr);
        }
      }
    }
    return result;
  }

  /** The only instruction with an operation. */
  static Instr only(Graph graph, int op) {
    List<Instr> found = all(graph, op);
    if (found.size() != 1) {
      throw new AssertionError(
          found.size() + " of " + GraphPrinter.name(op) + " in\n" + GraphPrinter.print(graph));
    }
    return found.get(0);
  }
}
