package dev.jpgo.core.jdk;

import java.lang.reflect.Modifier;
import java.util.AbstractList;
import java.util.ArrayList;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the runtime's class in {@code java.util}, which reads and changes of an {@code
 * ArrayList} what only its package may: the array of its elements, and how often it was changed.
 *
 * <pre>
 *   static Object[] elements(ArrayList list) { return list.elementData; }
 *   static int changes(ArrayList list) { return list.modCount; }
 *
 *   // The changes of what is an ArrayList and nothing below; below 0 if it may not be one.
 *   static int begin(Object list) {
 *     return list != null && list.getClass() == ArrayList.class ? list.modCount : -1; }
 *
 *   // The element that comes next; null where an iterator has to be asked.
 *   static Object next(ArrayList list, int cursor, int changes) {
 *     try { return list.modCount == changes ? list.elementData[cursor] : null;
 *     } catch (RuntimeException e) { return null; } }
 *
 *   // An iterator that has come to an element.
 *   static Iterator iterator(ArrayList list, int cursor, int changes) {
 *     ArrayList.Itr iterator = list.new Itr(); iterator.cursor = cursor;
 *     iterator.lastRet = cursor - 1; iterator.expectedModCount = changes; return iterator; }
 *
 *   // Puts its elements into another order, as one change; whether it was done.
 *   static boolean replace(ArrayList list, Object[] sorted) {
 *     if (list.elementData.length - sorted.length < 0) return false;
 *     System.arraycopy(sorted, 0, list.elementData, 0, sorted.length);
 *     list.modCount++; return true; }
 * </pre>
 *
 * <p>An array may be missing (its list is just being read from a stream) or short (another thread
 * changes the list without being synchronized): a handler costs nothing where that is not so.
 */
public final class ListReading {
  private static final String LIST = "java/util/ArrayList";
  private static final String ITERATOR = LIST + "$Itr";
  private static final String STATE = "(L" + LIST + ";II)";
  private static final String ARRAY = "[Ljava/lang/Object;";
  private static final String ELEMENTS = "elementData";
  private static final String CHANGES = "modCount";

  private ListReading() {}

  /** Whether lists have what the class reads, and let their package read it. */
  public static boolean fits() {
    return PackageClass.mayRead(ArrayList.class, ELEMENTS, Object[].class)
        && PackageClass.mayRead(AbstractList.class, CHANGES, int.class)
        && iteratorFits();
  }

  private static boolean iteratorFits() {
    try {
      Class<?> type = Class.forName(ITERATOR.replace('/', '.'), false, null);
      return !Modifier.isPrivate(type.getDeclaredConstructor(ArrayList.class).getModifiers())
          && PackageClass.mayRead(type, "cursor", int.class)
          && PackageClass.mayRead(type, "lastRet", int.class)
          && PackageClass.mayRead(type, "expectedModCount", int.class);
    } catch (ClassNotFoundException | NoSuchMethodException e) {
      return false;
    }
  }

  /**
   * The class file.
   *
   * @param name internal name of a class of {@code java.util}
   */
  public static byte[] generate(String name) {
    ClassWriter writer = PackageClass.begin(name);
    read(writer, "elements", ELEMENTS, ARRAY, Opcodes.ARETURN);
    read(writer, "changes", CHANGES, "I", Opcodes.IRETURN);
    begin(writer);
    next(writer);
    iterator(writer);
    replace(writer);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void read(
      ClassWriter writer, String name, String field, String type, int returning) {
    MethodVisitor code = PackageClass.method(writer, name, "(L" + LIST + ";)" + type);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, LIST, field, type);
    code.visitInsn(returning);
    code.visitMaxs(1, 1);
    code.visitEnd();
  }

  private static void begin(ClassWriter writer) {
    MethodVisitor code = PackageClass.method(writer, "begin", "(Ljava/lang/Object;)I");
    Label other = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitJumpInsn(Opcodes.IFNULL, other);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    String type = "()Ljava/lang/Class;";
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", type, false);
    code.visitLdcInsn(Type.getObjectType(LIST));
    code.visitJumpInsn(Opcodes.IF_ACMPNE, other);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.CHECKCAST, LIST);
    code.visitFieldInsn(Opcodes.GETFIELD, LIST, CHANGES, "I");
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(other);
    code.visitInsn(Opcodes.ICONST_M1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(2, 1);
    code.visitEnd();
  }

  private static void next(ClassWriter writer) {
    MethodVisitor code = PackageClass.method(writer, "next", STATE + "Ljava/lang/Object;");
    Label start = new Label();
    Label end = new Label();
    Label other = new Label();
    Label handler = new Label();
    code.visitTryCatchBlock(start, end, handler, "java/lang/RuntimeException");
    code.visitLabel(start);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, LIST, CHANGES, "I");
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitJumpInsn(Opcodes.IF_ICMPNE, other);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, LIST, ELEMENTS, ARRAY);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitInsn(Opcodes.AALOAD);
    code.visitInsn(Opcodes.ARETURN);
    code.visitLabel(end);
    code.visitLabel(handler);
    code.visitInsn(Opcodes.POP);
    code.visitLabel(other);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(2, 3);
    code.visitEnd();
  }

  private static void iterator(ClassWriter writer) {
    MethodVisitor code = PackageClass.method(writer, "iterator", STATE + "Ljava/util/Iterator;");
    code.visitTypeInsn(Opcodes.NEW, ITERATOR);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, ITERATOR, "<init>", "(L" + LIST + ";)V", false);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    set(code, "cursor", 0);
    set(code, "lastRet", 1);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitFieldInsn(Opcodes.PUTFIELD, ITERATOR, "expectedModCount", "I");
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(3, 4);
    code.visitEnd();
  }

  /** Sets a field of an iterator to so much less than the cursor. */
  private static void set(MethodVisitor code, String field, int less) {
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitInsn(less == 0 ? Opcodes.ICONST_0 : Opcodes.ICONST_1);
    code.visitInsn(Opcodes.ISUB);
    code.visitFieldInsn(Opcodes.PUTFIELD, ITERATOR, field, "I");
  }

  private static void replace(ClassWriter writer) {
    MethodVisitor code = PackageClass.method(writer, "replace", "(L" + LIST + ";" + ARRAY + ")Z");
    Label other = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, LIST, ELEMENTS, ARRAY);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.ARRAYLENGTH);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.ARRAYLENGTH);
    code.visitInsn(Opcodes.ISUB);
    code.visitJumpInsn(Opcodes.IFLT, other);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.ARRAYLENGTH);
    String copy = "(Ljava/lang/Object;ILjava/lang/Object;II)V";
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/System", "arraycopy", copy, false);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.DUP);
    code.visitFieldInsn(Opcodes.GETFIELD, LIST, CHANGES, "I");
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IADD);
    code.visitFieldInsn(Opcodes.PUTFIELD, LIST, CHANGES, "I");
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(other);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(5, 3);
    code.visitEnd();
  }
}
