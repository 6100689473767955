package dev.jpgo.core.fuzz;

import java.util.SplittableRandom;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes random methods {@code int run(int, long, Box, int[])} that verify and end: any block may
 * jump to any other, exception ranges start and end anywhere, nest, overlap and cover their own
 * handlers, values stay on the stack over branches and calls, slots change their kind. Each seed
 * gives one class.
 */
public final class RandomMethod {
  public static final String NAME = "dev/jpgo/core/fuzz/Random";
  public static final String DESCRIPTOR = "(IJLdev/jpgo/core/fuzz/FuzzTrace$Box;[I)I";
  private static final String TRACE = "dev/jpgo/core/fuzz/FuzzTrace";
  private static final String BOX = TRACE + "$Box";

  // Slots: parameters, then locals that are defined from the start, then scratch.
  private static final int LONG_PARAMETER = 1;
  private static final int BOX_PARAMETER = 3;
  private static final int ARRAY = 4;
  private static final int FIRST_INT = 5;
  private static final int INTS = 4;
  private static final int FIRST_LONG = 9;
  private static final int FIRST_BOX = 13;
  private static final int DOUBLE = 15;
  private static final int THROWABLE = 17;
  private static final int SCRATCH = 18;

  private final SplittableRandom random;
  private MethodVisitor code;
  private Label[] blocks = {};
  private Label[] handlers = {};
  private Label exit = new Label();

  private RandomMethod(long seed) {
    random = new SplittableRandom(seed);
    code = new MethodVisitor(Opcodes.ASM9) {};
  }

  /** The class of a seed, of the given class-file version. */
  public static byte[] generate(long seed, int version) {
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected String getCommonSuperClass(String first, String second) {
            boolean thrown = isThrowable(first) && isThrowable(second);
            return thrown ? "java/lang/Throwable" : "java/lang/Object";
          }
        };
    writer.visit(version, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", DESCRIPTOR, null, null);
    new RandomMethod(seed).write(method);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static boolean isThrowable(String name) {
    return name.endsWith("Exception") || name.endsWith("Throwable") || name.endsWith("Error");
  }

  private void write(MethodVisitor method) {
    code = method;
    handlers = labels(random.nextInt(5));
    blocks = labels(handlers.length + 1 + random.nextInt(7));
    code.visitCode();
    int statements = blocks.length + handlers.length;
    Label[] cuts = labels(2 * handlers.length);
    int[] cutAt = new int[cuts.length];
    for (int i = 0; i < cuts.length; i += 2) {
      int from = random.nextInt(statements * 4);
      cutAt[i] = from;
      cutAt[i + 1] = from + 1 + random.nextInt(statements * 4 - from);
    }
    for (int i = 0; i < handlers.length; i++) {
      String[] types = {
        null,
        "java/lang/RuntimeException",
        "java/lang/ArithmeticException",
        "java/lang/Throwable",
        "java/lang/NullPointerException"
      };
      code.visitTryCatchBlock(
          cuts[2 * i], cuts[2 * i + 1], handlers[i], types[random.nextInt(types.length)]);
    }
    initialize();
    if (random.nextInt(4) > 0) {
      code.visitJumpInsn(Opcodes.GOTO, blocks[random.nextInt(blocks.length)]);
    }
    for (int i = 0; i < statements; i++) {
      boolean handler = i % 2 == 1 && i / 2 < handlers.length;
      if (handler) {
        handler(i / 2);
      } else if (blockNumber(i) < blocks.length) {
        code.visitLabel(blocks[blockNumber(i)]);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "alive", "()Z", false);
        code.visitJumpInsn(Opcodes.IFEQ, exit);
      }
      for (int part = 0; part < 4; part++) {
        for (int cut = 0; cut < cuts.length; cut++) {
          if (cutAt[cut] == i * 4 + part) {
            code.visitLabel(cuts[cut]);
          }
        }
        if (random.nextInt(4) > 0) {
          statement();
        } else {
          code.visitInsn(Opcodes.NOP);
        }
      }
      terminator();
    }
    for (int cut = 0; cut < cuts.length; cut++) {
      if (cutAt[cut] >= statements * 4) {
        code.visitLabel(cuts[cut]);
      }
    }
    code.visitLabel(exit);
    code.visitInsn(Opcodes.ICONST_M1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  /** Blocks take the places that handlers leave. */
  private int blockNumber(int place) {
    return place / 2 < handlers.length ? place / 2 + place % 2 : place - handlers.length;
  }

  private static Label[] labels(int count) {
    Label[] labels = new Label[count];
    for (int i = 0; i < count; i++) {
      labels[i] = new Label();
    }
    return labels;
  }

  private void initialize() {
    for (int i = 0; i < INTS; i++) {
      code.visitIntInsn(Opcodes.BIPUSH, i * 3);
      code.visitVarInsn(Opcodes.ISTORE, FIRST_INT + i);
    }
    for (int i = 0; i < 2; i++) {
      code.visitVarInsn(Opcodes.LLOAD, LONG_PARAMETER);
      code.visitVarInsn(Opcodes.LSTORE, FIRST_LONG + 2 * i);
      code.visitVarInsn(Opcodes.ALOAD, BOX_PARAMETER);
      code.visitVarInsn(Opcodes.ASTORE, FIRST_BOX + i);
    }
    code.visitInsn(Opcodes.DCONST_1);
    code.visitVarInsn(Opcodes.DSTORE, DOUBLE);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitVarInsn(Opcodes.ASTORE, THROWABLE);
  }

  private void handler(int number) {
    code.visitLabel(handlers[number]);
    switch (random.nextInt(4)) {
      case 0 -> code.visitInsn(Opcodes.POP);
      case 1 -> code.visitVarInsn(Opcodes.ASTORE, THROWABLE);
      case 2 -> {
        code.visitInsn(Opcodes.DUP);
        code.visitVarInsn(Opcodes.ASTORE, THROWABLE);
        logObject();
      }
      default -> logObject();
    }
    code.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "alive", "()Z", false);
    code.visitJumpInsn(Opcodes.IFEQ, exit);
  }

  private void logObject() {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "log", "(Ljava/lang/Object;)V", false);
  }

  private void logAll() {
    intExpression(1);
    code.visitVarInsn(Opcodes.LLOAD, longLocal());
    code.visitVarInsn(Opcodes.ILOAD, intLocal());
    code.visitVarInsn(Opcodes.DLOAD, DOUBLE);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "log", "(IJID)V", false);
  }

  private int intLocal() {
    int choice = random.nextInt(INTS + 1);
    return choice == INTS ? 0 : FIRST_INT + choice;
  }

  private int longLocal() {
    return random.nextInt(3) == 0 ? LONG_PARAMETER : FIRST_LONG + 2 * random.nextInt(2);
  }

  private int boxLocal() {
    return random.nextInt(3) == 0 ? BOX_PARAMETER : FIRST_BOX + random.nextInt(2);
  }

  private Label someBlock() {
    return blocks[random.nextInt(blocks.length)];
  }

  // --- statements: the stack is empty before and after

  private void statement() {
    switch (random.nextInt(17)) {
      case 0, 1, 2 -> {
        intExpression(3);
        code.visitVarInsn(Opcodes.ISTORE, intLocal());
      }
      case 3 -> code.visitIincInsn(intLocal(), random.nextInt(-3, 4));
      case 4 -> {
        code.visitVarInsn(Opcodes.ILOAD, intLocal());
        code.visitVarInsn(Opcodes.ISTORE, intLocal());
      }
      case 5 -> exchange();
      case 6 -> {
        longExpression(2);
        code.visitVarInsn(Opcodes.LSTORE, longLocal());
      }
      case 7 -> {
        code.visitVarInsn(Opcodes.DLOAD, DOUBLE);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "callDouble", "(D)D", false);
        intExpression(1);
        code.visitInsn(Opcodes.I2D);
        code.visitInsn(Opcodes.DADD);
        code.visitVarInsn(Opcodes.DSTORE, DOUBLE);
      }
      case 8 -> {
        boxExpression();
        code.visitVarInsn(Opcodes.ASTORE, boxLocal());
      }
      case 9 -> {
        boxExpression();
        intExpression(2);
        code.visitFieldInsn(Opcodes.PUTFIELD, BOX, "value", "I");
      }
      case 10 -> {
        code.visitVarInsn(Opcodes.ALOAD, ARRAY);
        intExpression(1);
        intExpression(2);
        code.visitInsn(Opcodes.IASTORE);
      }
      case 11 -> {
        code.visitVarInsn(Opcodes.ALOAD, random.nextBoolean() ? THROWABLE : boxLocal());
        logObject();
      }
      case 12 -> scratch();
      case 13 -> {
        intExpression(1);
        code.visitInsn(Opcodes.DUP);
        code.visitVarInsn(Opcodes.ISTORE, intLocal());
        intExpression(1);
        code.visitInsn(Opcodes.DUP_X1);
        code.visitInsn(Opcodes.IADD);
        code.visitInsn(random.nextBoolean() ? Opcodes.IMUL : Opcodes.IDIV);
        code.visitVarInsn(Opcodes.ISTORE, intLocal());
      }
      case 14 -> {
        intExpression(2);
        code.visitFieldInsn(Opcodes.PUTSTATIC, BOX, "shared", "I");
      }
      case 15 -> {
        intExpression(2);
        code.visitInsn(Opcodes.POP);
      }
      default -> logAll();
    }
  }

  private void exchange() {
    int first = intLocal();
    int second = intLocal();
    code.visitVarInsn(Opcodes.ILOAD, first);
    code.visitVarInsn(Opcodes.ILOAD, second);
    code.visitVarInsn(Opcodes.ISTORE, first);
    code.visitVarInsn(Opcodes.ISTORE, second);
  }

  /** One slot with values of several kinds, one after the other. */
  private void scratch() {
    intExpression(1);
    code.visitVarInsn(Opcodes.ISTORE, SCRATCH);
    longExpression(1);
    code.visitVarInsn(Opcodes.ILOAD, SCRATCH);
    code.visitInsn(Opcodes.I2L);
    code.visitInsn(Opcodes.LXOR);
    code.visitVarInsn(Opcodes.LSTORE, SCRATCH);
    boxExpression();
    code.visitVarInsn(Opcodes.LLOAD, SCRATCH);
    code.visitVarInsn(Opcodes.LSTORE, longLocal());
    code.visitVarInsn(Opcodes.ASTORE, SCRATCH + 1);
    code.visitVarInsn(Opcodes.ALOAD, SCRATCH + 1);
    logObject();
  }

  private void terminator() {
    switch (random.nextInt(12)) {
      case 0, 1 -> code.visitJumpInsn(Opcodes.GOTO, someBlock());
      case 2, 3, 4 -> {
        intExpression(2);
        code.visitJumpInsn(Opcodes.IFEQ + random.nextInt(6), someBlock());
        code.visitJumpInsn(Opcodes.GOTO, someBlock());
      }
      case 5, 6 -> {
        intExpression(1);
        intExpression(1);
        code.visitJumpInsn(Opcodes.IF_ICMPEQ + random.nextInt(6), someBlock());
        code.visitJumpInsn(Opcodes.GOTO, someBlock());
      }
      case 7 -> {
        boxExpression();
        code.visitJumpInsn(random.nextBoolean() ? Opcodes.IFNULL : Opcodes.IFNONNULL, someBlock());
        code.visitJumpInsn(Opcodes.GOTO, someBlock());
      }
      case 8 -> {
        intExpression(2);
        Label[] targets = new Label[1 + random.nextInt(4)];
        for (int i = 0; i < targets.length; i++) {
          targets[i] = someBlock();
        }
        if (random.nextBoolean()) {
          code.visitTableSwitchInsn(-1, targets.length - 2, someBlock(), targets);
        } else {
          int[] keys = new int[targets.length];
          for (int i = 0; i < keys.length; i++) {
            keys[i] = i * i * 5;
          }
          code.visitLookupSwitchInsn(someBlock(), keys, targets);
        }
      }
      case 9 -> {
        intExpression(2);
        code.visitInsn(Opcodes.IRETURN);
      }
      case 10 -> {
        Label absent = someBlock();
        code.visitVarInsn(Opcodes.ALOAD, THROWABLE);
        code.visitJumpInsn(Opcodes.IFNULL, absent);
        code.visitVarInsn(Opcodes.ALOAD, THROWABLE);
        code.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Throwable");
        code.visitInsn(Opcodes.ATHROW);
      }
      default -> {
        logAll();
        code.visitVarInsn(Opcodes.ILOAD, intLocal());
        code.visitInsn(Opcodes.IRETURN);
      }
    }
  }

  // --- expressions: push one value

  private void intExpression(int depth) {
    if (depth == 0) {
      if (random.nextInt(3) == 0) {
        code.visitIntInsn(Opcodes.BIPUSH, random.nextInt(-4, 12));
      } else {
        code.visitVarInsn(Opcodes.ILOAD, intLocal());
      }
      return;
    }
    int less = random.nextInt(depth);
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> {
        intExpression(less);
        intExpression(less);
        int[] operations = {
          Opcodes.IADD, Opcodes.ISUB, Opcodes.IMUL, Opcodes.IXOR, Opcodes.ISHR, Opcodes.IAND
        };
        code.visitInsn(operations[random.nextInt(operations.length)]);
      }
      case 3 -> {
        intExpression(less);
        intExpression(less);
        code.visitInsn(random.nextBoolean() ? Opcodes.IDIV : Opcodes.IREM);
      }
      case 4, 5, 6 -> {
        intExpression(less);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "call", "(I)I", false);
      }
      case 7 -> {
        code.visitVarInsn(Opcodes.ALOAD, ARRAY);
        intExpression(less);
        code.visitInsn(Opcodes.IALOAD);
      }
      case 8 -> {
        boxExpression();
        code.visitFieldInsn(Opcodes.GETFIELD, BOX, "value", "I");
      }
      case 9 -> code.visitFieldInsn(Opcodes.GETSTATIC, BOX, "shared", "I");
      case 10, 11 -> {
        Label other = new Label();
        Label meet = new Label();
        intExpression(less);
        code.visitJumpInsn(Opcodes.IFEQ + random.nextInt(6), other);
        intExpression(less);
        code.visitJumpInsn(Opcodes.GOTO, meet);
        code.visitLabel(other);
        intExpression(less);
        code.visitLabel(meet);
      }
      case 12 -> {
        int local = intLocal();
        code.visitVarInsn(Opcodes.ILOAD, local);
        code.visitIincInsn(local, 1);
      }
      case 13 -> {
        intExpression(less);
        intExpression(less);
        code.visitInsn(Opcodes.DUP2);
        code.visitInsn(Opcodes.ISUB);
        code.visitInsn(Opcodes.SWAP);
        code.visitInsn(Opcodes.POP);
        code.visitInsn(Opcodes.IADD);
      }
      case 14 -> {
        longExpression(less);
        longExpression(less);
        code.visitInsn(Opcodes.LCMP);
      }
      default -> {
        intExpression(less);
        code.visitInsn(Opcodes.DUP);
        code.visitVarInsn(Opcodes.ISTORE, intLocal());
      }
    }
  }

  private void longExpression(int depth) {
    switch (random.nextInt(depth == 0 ? 2 : 5)) {
      case 0 -> code.visitVarInsn(Opcodes.LLOAD, longLocal());
      case 1 -> code.visitLdcInsn((long) random.nextInt(-3, 100_000));
      case 2 -> {
        longExpression(depth - 1);
        intExpression(depth - 1);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "callLong", "(JI)J", false);
      }
      case 3 -> {
        longExpression(depth - 1);
        longExpression(depth - 1);
        code.visitInsn(Opcodes.DUP2_X2);
        code.visitInsn(Opcodes.LSUB);
        code.visitInsn(random.nextBoolean() ? Opcodes.LADD : Opcodes.LREM);
      }
      default -> {
        intExpression(depth - 1);
        code.visitInsn(Opcodes.I2L);
        code.visitInsn(Opcodes.DUP2);
        code.visitVarInsn(Opcodes.LSTORE, longLocal());
      }
    }
  }

  private void boxExpression() {
    switch (random.nextInt(6)) {
      case 0, 1 -> code.visitVarInsn(Opcodes.ALOAD, boxLocal());
      case 2 -> {
        intExpression(1);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "box", "(I)L" + BOX + ";", false);
      }
      case 3 -> code.visitInsn(Opcodes.ACONST_NULL);
      default -> {
        code.visitTypeInsn(Opcodes.NEW, BOX);
        code.visitInsn(Opcodes.DUP);
        intExpression(2);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, BOX, "<init>", "(I)V", false);
      }
    }
  }
}
