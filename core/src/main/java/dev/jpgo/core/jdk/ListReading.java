package dev.jpgo.core.jdk;

import java.lang.reflect.Modifier;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the runtime's class in {@code java.util}, which reads and changes of lists what only
 * their package may: the array of an {@code ArrayList}'s elements, how often it was changed, and
 * what other lists are.
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
 *   // The array with so many elements; null where an iterator has to be asked.
 *   static Object[] array(ArrayList list, int size, int changes) {
 *     Object[] array = list.elementData; return list.modCount == changes
 *         && array != null && array.length >= size ? array : null; }
 *
 *   // An iterator that has come to an element.
 *   static Iterator iterator(ArrayList list, int cursor, int changes) {
 *     ArrayList.Itr iterator = list.new Itr(); iterator.cursor = cursor;
 *     iterator.lastRet = cursor - 1; iterator.expectedModCount = changes; return iterator; }
 *
 *   // The ArrayList in an unmodifiable list; null if there is none in it.
 *   static ArrayList wrapped(Object list) {
 *     return list instanceof Collections.UnmodifiableList outer
 *         && outer.c instanceof ArrayList inner ? inner : null; }
 *
 *   // The same of the unmodifiable list that it is in; asks what is made of this class once.
 *   static Iterator unmodifiable(ArrayList list, int cursor, int changes) {
 *     JpgoLists once = new JpgoLists(); once.iterator = iterator(list, cursor, changes);
 *     return new Collections.UnmodifiableCollection(once).iterator(); }
 *
 *   // The size of what never changes and is made by List.of and its like; below 0 of others.
 *   static int fixedSize(Object list) {
 *     return list instanceof ImmutableCollections.ListN many ? many.size()
 *         : list instanceof ImmutableCollections.List12 few ? few.size() : -1; }
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
  private static final String UNMODIFIABLE = "java/util/Collections$UnmodifiableList";
  private static final String WRAPPER = "java/util/Collections$UnmodifiableCollection";
  private static final String MANY = "java/util/ImmutableCollections$ListN";
  private static final String FEW = "java/util/ImmutableCollections$List12";
  private static final String MADE = "()Ljava/util/Iterator;";

  private ListReading() {}

  /** Whether lists have what the class reads, and let their package read it. */
  public static boolean fits() {
    try {
      return PackageClass.mayRead(ArrayList.class, ELEMENTS, Object[].class)
          && PackageClass.mayRead(AbstractList.class, CHANGES, int.class)
          && iteratorFits()
          && find(WRAPPER).isAssignableFrom(find(UNMODIFIABLE))
          && PackageClass.mayRead(find(WRAPPER), "c", Collection.class)
          && isOpen(find(WRAPPER).getDeclaredConstructor(Collection.class).getModifiers())
          && isClosedToOthers(find(MANY))
          && isClosedToOthers(find(FEW));
    } catch (ClassNotFoundException | NoSuchMethodException e) {
      return false;
    }
  }

  private static Class<?> find(String name) throws ClassNotFoundException {
    return Class.forName(name.replace('/', '.'), false, null);
  }

  private static boolean isOpen(int modifiers) {
    return !Modifier.isPrivate(modifiers);
  }

  /** Whether a class is of the package, and no other class is below it. */
  private static boolean isClosedToOthers(Class<?> type) {
    return Modifier.isFinal(type.getModifiers()) && isOpen(type.getModifiers());
  }

  private static boolean iteratorFits() throws ClassNotFoundException, NoSuchMethodException {
    Class<?> type = find(ITERATOR);
    return isOpen(type.getDeclaredConstructor(ArrayList.class).getModifiers())
        && PackageClass.mayRead(type, "cursor", int.class)
        && PackageClass.mayRead(type, "lastRet", int.class)
        && PackageClass.mayRead(type, "expectedModCount", int.class);
  }

  /**
   * The class file.
   *
   * @param name internal name of a class of {@code java.util}
   */
  public static byte[] generate(String name) {
    ClassWriter writer = PackageClass.begin(name, "java/util/AbstractCollection");
    read(writer, "elements", ELEMENTS, ARRAY, Opcodes.ARETURN);
    read(writer, "changes", CHANGES, "I", Opcodes.IRETURN);
    begin(writer);
    next(writer);
    array(writer);
    iterator(writer);
    wrapped(writer);
    asCollection(writer, name);
    unmodifiable(writer, name);
    fixedSize(writer);
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

  private static void array(ClassWriter writer) {
    MethodVisitor code = PackageClass.method(writer, "array", STATE + ARRAY);
    Label other = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, LIST, CHANGES, "I");
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitJumpInsn(Opcodes.IF_ICMPNE, other);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, LIST, ELEMENTS, ARRAY);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitJumpInsn(Opcodes.IFNULL, other);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.ARRAYLENGTH);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitJumpInsn(Opcodes.IF_ICMPLT, other);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.ARETURN);
    code.visitLabel(other);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(2, 4);
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

  private static void wrapped(ClassWriter writer) {
    MethodVisitor code =
        PackageClass.method(writer, "wrapped", "(Ljava/lang/Object;)L" + LIST + ";");
    Label other = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.INSTANCEOF, UNMODIFIABLE);
    code.visitJumpInsn(Opcodes.IFEQ, other);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.CHECKCAST, UNMODIFIABLE);
    code.visitFieldInsn(Opcodes.GETFIELD, WRAPPER, "c", "Ljava/util/Collection;");
    code.visitVarInsn(Opcodes.ASTORE, 0);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.INSTANCEOF, LIST);
    code.visitJumpInsn(Opcodes.IFEQ, other);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.CHECKCAST, LIST);
    code.visitInsn(Opcodes.ARETURN);
    code.visitLabel(other);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(1, 1);
    code.visitEnd();
  }

  /** Has the class be what an unmodifiable collection can be made of, to ask it for an iterator. */
  private static void asCollection(ClassWriter writer, String name) {
    writer
        .visitField(Opcodes.ACC_PRIVATE, "iterator", "Ljava/util/Iterator;", null, null)
        .visitEnd();
    MethodVisitor made = writer.visitMethod(Opcodes.ACC_PRIVATE, "<init>", "()V", null, null);
    made.visitCode();
    made.visitVarInsn(Opcodes.ALOAD, 0);
    String above = "java/util/AbstractCollection";
    made.visitMethodInsn(Opcodes.INVOKESPECIAL, above, "<init>", "()V", false);
    made.visitInsn(Opcodes.RETURN);
    made.visitMaxs(1, 1);
    made.visitEnd();
    MethodVisitor asked = writer.visitMethod(Opcodes.ACC_PUBLIC, "iterator", MADE, null, null);
    asked.visitCode();
    asked.visitVarInsn(Opcodes.ALOAD, 0);
    asked.visitFieldInsn(Opcodes.GETFIELD, name, "iterator", "Ljava/util/Iterator;");
    asked.visitInsn(Opcodes.ARETURN);
    asked.visitMaxs(1, 1);
    asked.visitEnd();
    MethodVisitor size = writer.visitMethod(Opcodes.ACC_PUBLIC, "size", "()I", null, null);
    size.visitCode();
    size.visitInsn(Opcodes.ICONST_0); // nobody asks
    size.visitInsn(Opcodes.IRETURN);
    size.visitMaxs(1, 1);
    size.visitEnd();
  }

  private static void unmodifiable(ClassWriter writer, String name) {
    String returning = STATE + "Ljava/util/Iterator;";
    MethodVisitor code = PackageClass.method(writer, "unmodifiable", returning);
    code.visitTypeInsn(Opcodes.NEW, name);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", "()V", false);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, name, "iterator", returning, false);
    code.visitFieldInsn(Opcodes.PUTFIELD, name, "iterator", "Ljava/util/Iterator;");
    code.visitTypeInsn(Opcodes.NEW, WRAPPER);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    String given = "(Ljava/util/Collection;)V";
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, WRAPPER, "<init>", given, false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, WRAPPER, "iterator", MADE, false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(4, 4);
    code.visitEnd();
  }

  private static void fixedSize(ClassWriter writer) {
    MethodVisitor code = PackageClass.method(writer, "fixedSize", "(Ljava/lang/Object;)I");
    for (String type : List.of(MANY, FEW)) {
      Label other = new Label();
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitTypeInsn(Opcodes.INSTANCEOF, type);
      code.visitJumpInsn(Opcodes.IFEQ, other);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitTypeInsn(Opcodes.CHECKCAST, type);
      code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, type, "size", "()I", false);
      code.visitInsn(Opcodes.IRETURN);
      code.visitLabel(other);
    }
    code.visitInsn(Opcodes.ICONST_M1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(1, 1);
    code.visitEnd();
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
