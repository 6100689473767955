package dev.jpgo.core.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Stack shuffles vanish: their effect is in who uses what (JVMS 6.5). */
class StackShuffleTest {
  @ParameterizedTest
  @CsvSource({
    "POP,     87, II,   0",
    "POP2,    88, III,  0",
    "POP2,    88, IJ,   0",
    "DUP,     89, I,    00",
    "DUP_X1,  90, II,   101",
    "DUP_X2,  91, III,  2012",
    "DUP_X2,  91, JI,   101",
    "DUP2,    92, II,   0101",
    "DUP2,    92, J,    00",
    "DUP2_X1, 93, III,  12012",
    "DUP2_X1, 93, IJ,   101",
    "DUP2_X2, 94, IIII, 230123",
    "DUP2_X2, 94, IIJ,  2012",
    "DUP2_X2, 94, JII,  12012",
    "DUP2_X2, 94, DJ,   101",
    "SWAP,    95, II,   10"
  })
  void everyFormMovesWholeValues(String name, int opcode, String kinds, String expected)
      throws UnsupportedMethodException {
    StringBuilder moved = new StringBuilder();
    for (int i = 0; i < expected.length(); i++) {
      moved.append(kinds.charAt(expected.charAt(i) - '0'));
    }
    Graph graph =
        Graphs.assemble(
            "(" + kinds + ")V",
            code -> {
              int slot = 0;
              for (Type type : Type.getArgumentTypes("(" + kinds + ")V")) {
                code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
                slot += type.getSize();
              }
              code.visitInsn(opcode);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Sink", "take", "(" + moved + ")V", false);
              code.visitInsn(Opcodes.RETURN);
            });
    StringBuilder actual = new StringBuilder();
    for (Instr input : Graphs.only(graph, Opcodes.INVOKESTATIC).inputs()) {
      actual.append(graph.params().indexOf(input));
    }
    assertEquals(expected, actual.toString(), name);
  }
}
