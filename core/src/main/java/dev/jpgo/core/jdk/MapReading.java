package dev.jpgo.core.jdk;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Generates the runtime's class in {@code java.util} that looks numbers up in a {@code HashMap}
 * whose keys are boxes, and gives them values. The map is one whose methods are those of {@code
 * HashMap} itself.
 *
 * <pre>
 *   static Object get(Object object, int key) {
 *     HashMap map = (HashMap) object;
 *     Node[] table = map.table; if (table == null) return null;
 *     int hash = key ^ (key >>> 16);
 *     Node node = table[(table.length - 1) &amp; hash]; // or return null if it has no such place
 *     if (node == null) return null;
 *     if (node.hash == hash &amp;&amp; node.key instanceof Integer) return node.value;
 *     if (node instanceof TreeNode) return map.get(Integer.valueOf(key));
 *     while ((node = node.next) != null)
 *       if (node.hash == hash &amp;&amp; node.key instanceof Integer) return node.value;
 *     return null; }
 *
 *   static Object getOrDefault(Object object, int key, Object other);  // likewise
 *   static boolean containsKey(Object object, int key);
 *
 *   // Likewise: a node that is there gets the value, and its last one is answered. Else:
 *   static Object put(Object object, int key, Object value) { ...
 *     return map.putVal(hash, Integer.valueOf(key), value, false, true); }
 * </pre>
 *
 * <p>It reads what {@code getNode} reads, in the same order. An {@code Integer} is told by its
 * hash: the upper half of {@code v ^ (v >>> 16)} is that of v, and with it the lower half of v can
 * be had back; and a node's hash is that of its key. A tree, which many keys of one place become,
 * is the map's own business: what it asks of a key that is an {@code Integer} runs no code of the
 * program.
 */
public final class MapReading {
  private static final String MAP = "java/util/HashMap";
  private static final String NODE = MAP + "$Node";
  private static final String TREE = MAP + "$TreeNode";
  private static final String NODE_TYPE = "L" + NODE + ";";
  private static final String TABLE_TYPE = "[" + NODE_TYPE;
  private static final String INTEGER = "java/lang/Integer";
  private static final String OBJECT = "Ljava/lang/Object;";

  private MapReading() {}

  /** Whether maps have what the class reads, and let their package read it. */
  public static boolean fits() {
    try {
      Class<?> node = Class.forName(NODE.replace('/', '.'), false, null);
      Class<?> tree = Class.forName(TREE.replace('/', '.'), false, null);
      return PackageClass.mayRead(HashMap.class, "table", node.arrayType())
          && PackageClass.mayRead(node, "hash", int.class)
          && PackageClass.mayRead(node, "key", Object.class)
          && PackageClass.mayRead(node, "value", Object.class)
          && PackageClass.mayRead(node, "next", node)
          && !Modifier.isPrivate(node.getModifiers())
          && !Modifier.isPrivate(tree.getModifiers())
          && node.isAssignableFrom(tree)
          && isOpen(
              HashMap.class.getDeclaredMethod(
                  "putVal", int.class, Object.class, Object.class, boolean.class, boolean.class));
    } catch (ClassNotFoundException | NoSuchMethodException e) {
      return false;
    }
  }

  /** Whether the package may call a method, which nothing overrides. */
  private static boolean isOpen(Method method) {
    return Modifier.isFinal(method.getModifiers()) && !Modifier.isPrivate(method.getModifiers());
  }

  /**
   * The class file.
   *
   * @param name internal name of a class of {@code java.util}
   */
  public static byte[] generate(String name) {
    ClassWriter writer = PackageClass.begin(name);
    for (Question question : Question.values()) {
      new Writer(writer, question).write();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** What a map is asked. */
  private enum Question {
    GET("get", "(" + OBJECT + "I)" + OBJECT, "(" + OBJECT + ")" + OBJECT),
    GET_OR_DEFAULT(
        "getOrDefault",
        "(" + OBJECT + "I" + OBJECT + ")" + OBJECT,
        "(" + OBJECT + OBJECT + ")" + OBJECT),
    CONTAINS_KEY("containsKey", "(" + OBJECT + "I)Z", "(" + OBJECT + ")Z"),
    PUT("put", "(" + OBJECT + "I" + OBJECT + ")" + OBJECT, "(" + OBJECT + OBJECT + ")" + OBJECT);

    private final String method;
    private final String descriptor;
    private final String original;

    Question(String method, String descriptor, String original) {
      this.method = method;
      this.descriptor = descriptor;
      this.original = original;
    }

    int returning() {
      return this == CONTAINS_KEY ? Opcodes.IRETURN : Opcodes.ARETURN;
    }
  }

  /** Writes one method. */
  private static final class Writer {
    private static final int OBJECT_AT = 0;
    private static final int KEY = 1;
    private static final int OTHER = 2;
    private static final int TABLE = 3;
    private static final int HASH = 4;
    private static final int NODE_AT = 5;

    private final MethodVisitor code;
    private final Question question;
    private final Label absent = new Label();

    Writer(ClassWriter writer, Question question) {
      this.code = PackageClass.method(writer, question.method, question.descriptor);
      this.question = question;
    }

    void write() {
      Label start = new Label();
      Label end = new Label();
      Label empty = new Label();
      Label further = new Label();
      Label round = new Label();
      Label next = new Label();
      code.visitTryCatchBlock(start, end, empty, "java/lang/ArrayIndexOutOfBoundsException");
      code.visitVarInsn(Opcodes.ALOAD, OBJECT_AT);
      code.visitTypeInsn(Opcodes.CHECKCAST, MAP);
      code.visitFieldInsn(Opcodes.GETFIELD, MAP, "table", TABLE_TYPE);
      code.visitInsn(Opcodes.DUP);
      code.visitVarInsn(Opcodes.ASTORE, TABLE);
      code.visitJumpInsn(Opcodes.IFNULL, absent);
      code.visitVarInsn(Opcodes.ALOAD, TABLE);
      code.visitVarInsn(Opcodes.ALOAD, TABLE);
      code.visitInsn(Opcodes.ARRAYLENGTH);
      code.visitInsn(Opcodes.ICONST_1);
      code.visitInsn(Opcodes.ISUB);
      code.visitVarInsn(Opcodes.ILOAD, KEY);
      code.visitVarInsn(Opcodes.ILOAD, KEY);
      code.visitIntInsn(Opcodes.BIPUSH, 16);
      code.visitInsn(Opcodes.IUSHR);
      code.visitInsn(Opcodes.IXOR);
      code.visitInsn(Opcodes.DUP);
      code.visitVarInsn(Opcodes.ISTORE, HASH);
      code.visitInsn(Opcodes.IAND);
      code.visitLabel(start);
      code.visitInsn(Opcodes.AALOAD);
      code.visitLabel(end);
      code.visitInsn(Opcodes.DUP);
      code.visitVarInsn(Opcodes.ASTORE, NODE_AT);
      code.visitJumpInsn(Opcodes.IFNULL, absent);
      answerIfIt(further);
      code.visitLabel(further);
      code.visitVarInsn(Opcodes.ALOAD, NODE_AT);
      code.visitTypeInsn(Opcodes.INSTANCEOF, TREE);
      code.visitJumpInsn(Opcodes.IFEQ, next);
      askMap();
      code.visitLabel(round);
      answerIfIt(next);
      code.visitLabel(next);
      code.visitVarInsn(Opcodes.ALOAD, NODE_AT);
      code.visitFieldInsn(Opcodes.GETFIELD, NODE, "next", NODE_TYPE);
      code.visitInsn(Opcodes.DUP);
      code.visitVarInsn(Opcodes.ASTORE, NODE_AT);
      code.visitJumpInsn(Opcodes.IFNONNULL, round);
      answerThatNothingIs();
      code.visitLabel(empty);
      code.visitInsn(Opcodes.POP);
      code.visitLabel(absent);
      answerThatNothingIs();
      code.visitMaxs(6, 6);
      code.visitEnd();
    }

    private void answerThatNothingIs() {
      switch (question) {
        case GET -> code.visitInsn(Opcodes.ACONST_NULL);
        case GET_OR_DEFAULT -> code.visitVarInsn(Opcodes.ALOAD, OTHER);
        case CONTAINS_KEY -> code.visitInsn(Opcodes.ICONST_0);
        case PUT -> putNew();
      }
      code.visitInsn(question.returning());
    }

    private void putNew() {
      mapAndHash();
      box();
      code.visitVarInsn(Opcodes.ALOAD, OTHER);
      code.visitInsn(Opcodes.ICONST_0);
      code.visitInsn(Opcodes.ICONST_1);
      String putting = "(I" + OBJECT + OBJECT + "ZZ)" + OBJECT;
      code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, MAP, "putVal", putting, false);
    }

    /** The map, and the hash of the number, which is not kept where there is no table. */
    private void mapAndHash() {
      code.visitVarInsn(Opcodes.ALOAD, OBJECT_AT);
      code.visitTypeInsn(Opcodes.CHECKCAST, MAP);
      code.visitVarInsn(Opcodes.ILOAD, KEY);
      code.visitVarInsn(Opcodes.ILOAD, KEY);
      code.visitIntInsn(Opcodes.BIPUSH, 16);
      code.visitInsn(Opcodes.IUSHR);
      code.visitInsn(Opcodes.IXOR);
    }

    private void box() {
      code.visitVarInsn(Opcodes.ILOAD, KEY);
      String valueOf = "(I)L" + INTEGER + ";";
      code.visitMethodInsn(Opcodes.INVOKESTATIC, INTEGER, "valueOf", valueOf, false);
    }

    private void answerIfIt(Label otherwise) {
      code.visitVarInsn(Opcodes.ALOAD, NODE_AT);
      code.visitFieldInsn(Opcodes.GETFIELD, NODE, "hash", "I");
      code.visitVarInsn(Opcodes.ILOAD, HASH);
      code.visitJumpInsn(Opcodes.IF_ICMPNE, otherwise);
      code.visitVarInsn(Opcodes.ALOAD, NODE_AT);
      code.visitFieldInsn(Opcodes.GETFIELD, NODE, "key", OBJECT);
      code.visitTypeInsn(Opcodes.INSTANCEOF, INTEGER);
      code.visitJumpInsn(Opcodes.IFEQ, otherwise);
      if (question == Question.CONTAINS_KEY) {
        code.visitInsn(Opcodes.ICONST_1);
      } else {
        code.visitVarInsn(Opcodes.ALOAD, NODE_AT);
        code.visitFieldInsn(Opcodes.GETFIELD, NODE, "value", OBJECT);
      }
      if (question == Question.PUT) {
        code.visitVarInsn(Opcodes.ALOAD, NODE_AT);
        code.visitVarInsn(Opcodes.ALOAD, OTHER);
        code.visitFieldInsn(Opcodes.PUTFIELD, NODE, "value", OBJECT);
      }
      code.visitInsn(question.returning());
    }

    private void askMap() {
      code.visitVarInsn(Opcodes.ALOAD, OBJECT_AT);
      code.visitTypeInsn(Opcodes.CHECKCAST, MAP);
      box();
      if (question == Question.GET_OR_DEFAULT || question == Question.PUT) {
        code.visitVarInsn(Opcodes.ALOAD, OTHER);
      }
      code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, MAP, question.method, question.original, false);
      code.visitInsn(question.returning());
    }
  }
}
