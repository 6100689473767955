package dev.jpgo.core.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;

class NarrowValuesTest {
  /** A method narrows what it returns; a handle hands on what it is given. */
  @ParameterizedTest
  @CsvSource({
    "Foo, bar, (Z)Z, Z, true",
    "Foo, bar, (I)B, S, true",
    "Foo, bar, (I)S, B, false",
    "Foo, bar, (I)I, Z, false",
    "java/lang/invoke/MethodHandle, invokeExact, (Z)Z, Z, false",
    "java/lang/invoke/MethodHandle, invoke, (S)S, S, false",
    "java/lang/invoke/VarHandle, getAcquire, (Z)Z, Z, false"
  })
  void whatACallAnswersIsNarrowByItsDescriptor(
      String owner, String name, String descriptor, char type, boolean narrow)
      throws UnsupportedMethodException {
    Graph graph =
        Graphs.assemble(
            "(L" + owner + ";I)I",
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitVarInsn(Opcodes.ILOAD, 1);
              code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
              code.visitInsn(Opcodes.IRETURN);
            });
    assertEquals(narrow, NarrowValues.isNarrow(Graphs.only(graph, Opcodes.INVOKEVIRTUAL), type));
  }
}
