package dev.jpgo.core.phase.simplify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.UnsupportedMethodException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** What operations on constants are replaced by is what this VM computes. */
class ConstantsTest {
  private static final Object[] INTS = {0, 1, -1, 2, 31, 33, -129, 70_000, 1 << 31, -1 >>> 1};
  private static final Object[] LONGS = {0L, 1L, -1L, 63L, 65L, 1L << 40, 1L << 63, -1L >>> 1};
  private static final Object[] FLOATS = {
    0f, -0f, 1f, -2.5f, 1e20f, Float.MIN_VALUE, Float.NaN, Float.NEGATIVE_INFINITY
  };
  private static final Object[] DOUBLES = {
    0d, -0d, 1d, -2.5, 1e300, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY
  };

  /** One of its methods for each operation and its operands. */
  private final ClassNode folded = new ClassNode();

  /** An operation, the constants it is given, and the type of what it makes of them. */
  private void add(int op, char result, Object... operands) {
    MethodNode method = start(result);
    for (Object operand : operands) {
      method.visitLdcInsn(operand);
    }
    method.visitInsn(op);
    method.visitInsn(
        switch (result) {
          case 'I' -> Opcodes.IRETURN;
          case 'J' -> Opcodes.LRETURN;
          case 'F' -> Opcodes.FRETURN;
          default -> Opcodes.DRETURN;
        });
  }

  /** A branch on constants, which answers 1 if it is taken. */
  private void addBranch(int op, Object... operands) {
    MethodNode method = start('I');
    for (Object operand : operands) {
      method.visitLdcInsn(operand);
    }
    Label taken = new Label();
    method.visitJumpInsn(op, taken);
    method.visitInsn(Opcodes.ICONST_0);
    method.visitInsn(Opcodes.IRETURN);
    method.visitLabel(taken);
    method.visitInsn(Opcodes.ICONST_1);
    method.visitInsn(Opcodes.IRETURN);
  }

  private MethodNode start(char result) {
    String name = "m" + folded.methods.size();
    MethodNode method =
        new MethodNode(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, "()" + result, null, new String[0]);
    method.visitCode();
    method.visitMaxs(4, 0);
    folded.methods.add(method);
    return method;
  }

  private void pairs(int op, char result, Object[] left, Object[] right) {
    for (Object a : left) {
      for (Object b : right) {
        add(op, result, a, b);
      }
    }
  }

  private void each(int op, char result, Object[] operands) {
    for (Object operand : operands) {
      add(op, result, operand);
    }
  }

  @Test
  void arithmeticIsThatOfTheVm() throws ReflectiveOperationException, UnsupportedMethodException {
    for (int op = Opcodes.IADD; op <= Opcodes.IREM; op += 4) {
      pairs(op, 'I', INTS, INTS);
      pairs(op + 1, 'J', LONGS, LONGS);
      pairs(op + 2, 'F', FLOATS, FLOATS);
      pairs(op + 3, 'D', DOUBLES, DOUBLES);
    }
    for (int op = Opcodes.IAND; op <= Opcodes.IXOR; op += 2) {
      pairs(op, 'I', INTS, INTS);
      pairs(op + 1, 'J', LONGS, LONGS);
    }
    for (int op = Opcodes.ISHL; op <= Opcodes.IUSHR; op += 2) {
      pairs(op, 'I', INTS, INTS);
      pairs(op + 1, 'J', LONGS, INTS);
    }
    each(Opcodes.INEG, 'I', INTS);
    each(Opcodes.LNEG, 'J', LONGS);
    each(Opcodes.FNEG, 'F', FLOATS);
    each(Opcodes.DNEG, 'D', DOUBLES);
    assertSame(10);
  }

  @Test
  void conversionsAndComparisonsAreThoseOfTheVm()
      throws ReflectiveOperationException, UnsupportedMethodException {
    String types = "IJFD";
    Object[][] operands = {INTS, LONGS, FLOATS, DOUBLES};
    int op = Opcodes.I2L;
    for (int from = 0; from < operands.length; from++) {
      for (int to = 0; to < operands.length; to++) {
        if (from != to) {
          each(op++, types.charAt(to), operands[from]);
        }
      }
    }
    each(Opcodes.I2B, 'I', INTS);
    each(Opcodes.I2C, 'I', INTS);
    each(Opcodes.I2S, 'I', INTS);
    pairs(Opcodes.LCMP, 'I', LONGS, LONGS);
    pairs(Opcodes.FCMPL, 'I', FLOATS, FLOATS);
    pairs(Opcodes.FCMPG, 'I', FLOATS, FLOATS);
    pairs(Opcodes.DCMPL, 'I', DOUBLES, DOUBLES);
    pairs(Opcodes.DCMPG, 'I', DOUBLES, DOUBLES);
    assertSame(0);
  }

  @Test
  void branchesGoWhereTheVmGoes() throws ReflectiveOperationException, UnsupportedMethodException {
    for (Object a : INTS) {
      for (int op = Opcodes.IFEQ; op <= Opcodes.IFLE; op++) {
        addBranch(op, a);
      }
      for (Object b : INTS) {
        for (int op = Opcodes.IF_ICMPEQ; op <= Opcodes.IF_ICMPLE; op++) {
          addBranch(op, a, b);
        }
      }
    }
    assertSame(0);
  }

  /**
   * Runs each method as it is and looks at what it returns once it is folded.
   *
   * @param mayThrow one in so many methods may be left alone because it throws; 0 for none
   */
  private void assertSame(int mayThrow)
      throws ReflectiveOperationException, UnsupportedMethodException {
    folded.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "Folded", null, "java/lang/Object", null);
    ClassWriter writer = new ClassWriter(0);
    folded.accept(writer);
    Class<?> type = new Defining().define(writer.toByteArray());
    List<String> differences = new ArrayList<>();
    int threw = 0;
    for (MethodNode method : folded.methods) {
      Graph graph = GraphBuilder.build(MethodSource.of("Folded", Opcodes.V1_5, method));
      new ConstantFolding().run(graph);
      Object constant = returned(graph);
      try {
        Object expected = type.getMethod(method.name).invoke(null);
        if (!expected.equals(constant)) {
          differences.add(method.name + " is " + expected + ", not " + constant);
        }
      } catch (InvocationTargetException e) {
        threw++;
        assertEquals(null, constant, "folded although it throws");
      }
    }
    assertEquals(List.of(), differences);
    int methods = folded.methods.size();
    assertTrue(mayThrow == 0 ? threw == 0 : threw < methods / mayThrow, threw + " of " + methods);
  }

  /** The constant that a graph returns, if that is all it does. */
  private static @Nullable Object returned(Graph graph) {
    Block block = graph.entry();
    while (block.successors().size() == 1) {
      block = block.successors().get(0);
    }
    Instr last = block.terminator();
    return Op.isReturn(last.op()) && last.input(0).operand() instanceof Operand.Constant constant
        ? constant.value()
        : null;
  }

  private static final class Defining extends ClassLoader {
    Class<?> define(byte[] bytes) {
      return defineClass("Folded", bytes, 0, bytes.length);
    }
  }
}
