package dev.jpgo.core.instrument;

import dev.jpgo.runtime.JpgoCounters;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The instruction sequences that count. None of them branches, calls or throws. */
final class Probes {
  /** Operand stack that a probe needs above what is there. */
  static final int STACK = 6;

  private Probes() {}

  /** Adds 1 to a counter. */
  static void increment(MethodVisitor code, int counter) {
    begin(code, counter);
    code.visitInsn(Opcodes.LCONST_1);
    code.visitInsn(Opcodes.LADD);
    code.visitInsn(Opcodes.LASTORE);
  }

  /** Adds a number below 32768 to a counter. */
  static void add(MethodVisitor code, int counter, int amount) {
    begin(code, counter);
    push(code, amount);
    code.visitInsn(Opcodes.I2L);
    code.visitInsn(Opcodes.LADD);
    code.visitInsn(Opcodes.LASTORE);
  }

  private static void begin(MethodVisitor code, int counter) {
    code.visitFieldInsn(
        Opcodes.GETSTATIC,
        RuntimeNames.chunk(counter / JpgoCounters.CHUNK),
        CounterChunks.FIELD,
        CounterChunks.DESCRIPTOR);
    push(code, counter % JpgoCounters.CHUNK);
    code.visitInsn(Opcodes.DUP2);
    code.visitInsn(Opcodes.LALOAD);
  }

  /** Pushes an int in the shortest form. */
  static void push(MethodVisitor code, int value) {
    if (value >= -1 && value <= 5) {
      code.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) {
      code.visitIntInsn(Opcodes.BIPUSH, value);
    } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
      code.visitIntInsn(Opcodes.SIPUSH, value);
    } else {
      code.visitLdcInsn(value);
    }
  }
}
