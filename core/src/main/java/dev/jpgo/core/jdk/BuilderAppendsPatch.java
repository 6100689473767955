package dev.jpgo.core.jdk;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has string builders append at once where there is room, and all characters fit into a byte each:
 *
 * <pre>
 *   append(char c) {
 *     if (coder == 0 &amp;&amp; c &gt;&gt;&gt; 8 == 0 &amp;&amp; count &lt; value.length) {
 *       value[count] = (byte) c; count++; return this; }
 *     ... }
 *   append(String s) {
 *     if (s != null &amp;&amp; coder == 0 &amp;&amp; s.coder() == 0
 *         &amp;&amp; s.value().length &lt;= value.length - count) {
 *       System.arraycopy(s.value(), 0, value, count, s.value().length);
 *       count += s.value().length; return this; }
 *     ... }
 * </pre>
 *
 * <p>That is what the methods do there by several others, which C1 takes for too large to be taken
 * in. Without compact strings no coder is 0. Whether a builder that several threads append to at
 * once without a lock holds this or that, or an index is out of bounds, is not said by the JDK
 * either: each access here checks its bounds as theirs do.
 */
final class BuilderAppendsPatch extends MethodsPatch {
  private static final String BUILDER = "java/lang/AbstractStringBuilder";
  private static final String STRING = "java/lang/String";
  private static final String RETURNED = ")L" + BUILDER + ";";
  private static final Set<String> FIELDS = Set.of("value [B", "coder B", "count I");

  private final Set<String> fields = new HashSet<>();

  BuilderAppendsPatch() {
    super(BUILDER, 2);
  }

  @Override
  void field(String name, String descriptor) {
    fields.add(name + " " + descriptor);
  }

  @Override
  @Nullable MethodPatch patch(String name, String descriptor, MethodVisitor next) {
    if (!name.equals("append") || !fields.containsAll(FIELDS) || !StringReading.fits()) {
      return null;
    }
    return switch (descriptor) {
      case "(C" + RETURNED -> new OfChar(next);
      case "(L" + STRING + ";" + RETURNED -> new OfString(next);
      default -> null;
    };
  }

  /** One of the two, with what it reads and writes of the builder. */
  private abstract static class Append extends PrecededMethod {
    Append(String descriptor, int stack, MethodVisitor next) {
      super("append" + descriptor, stack, next);
    }

    private void load(String field, String descriptor) {
      visitVarInsn(Opcodes.ALOAD, 0);
      visitFieldInsn(Opcodes.GETFIELD, BUILDER, field, descriptor);
    }

    final void value() {
      load("value", "[B");
    }

    final void count() {
      load("count", "I");
    }

    final void coderIsZero() {
      load("coder", "B");
      goOn(Opcodes.IFNE);
    }

    /** The builder and its new length are on the stack. */
    final void storeAndReturn() {
      visitFieldInsn(Opcodes.PUTFIELD, BUILDER, "count", "I");
      visitVarInsn(Opcodes.ALOAD, 0);
      visitInsn(Opcodes.ARETURN);
    }
  }

  private static final class OfChar extends Append {
    OfChar(MethodVisitor next) {
      super("(C)", 3, next);
    }

    @Override
    void begin() {
      coderIsZero();
      visitVarInsn(Opcodes.ILOAD, 1);
      visitIntInsn(Opcodes.BIPUSH, 8);
      visitInsn(Opcodes.IUSHR);
      goOn(Opcodes.IFNE);
      count();
      value();
      visitInsn(Opcodes.ARRAYLENGTH);
      goOn(Opcodes.IF_ICMPGE);
      value();
      count();
      visitVarInsn(Opcodes.ILOAD, 1);
      visitInsn(Opcodes.I2B);
      visitInsn(Opcodes.BASTORE);
      visitVarInsn(Opcodes.ALOAD, 0);
      count();
      visitInsn(Opcodes.ICONST_1);
      visitInsn(Opcodes.IADD);
      storeAndReturn();
    }
  }

  private static final class OfString extends Append {
    OfString(MethodVisitor next) {
      super("(String)", 5, next);
    }

    @Override
    void begin() {
      visitVarInsn(Opcodes.ALOAD, 1);
      goOn(Opcodes.IFNULL);
      coderIsZero();
      ask("coder", "()B");
      goOn(Opcodes.IFNE);
      ask("value", "()[B");
      visitInsn(Opcodes.ARRAYLENGTH);
      value();
      visitInsn(Opcodes.ARRAYLENGTH);
      count();
      visitInsn(Opcodes.ISUB);
      goOn(Opcodes.IF_ICMPGT);
      ask("value", "()[B");
      visitInsn(Opcodes.ICONST_0);
      value();
      count();
      ask("value", "()[B");
      visitInsn(Opcodes.ARRAYLENGTH);
      visitMethodInsn(
          Opcodes.INVOKESTATIC,
          "java/lang/System",
          "arraycopy",
          "(Ljava/lang/Object;ILjava/lang/Object;II)V",
          false);
      visitVarInsn(Opcodes.ALOAD, 0);
      count();
      ask("value", "()[B");
      visitInsn(Opcodes.ARRAYLENGTH);
      visitInsn(Opcodes.IADD);
      storeAndReturn();
    }

    private void ask(String method, String descriptor) {
      visitVarInsn(Opcodes.ALOAD, 1);
      visitMethodInsn(Opcodes.INVOKEVIRTUAL, STRING, method, descriptor, false);
    }
  }
}
