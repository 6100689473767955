package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * How the class that {@code LambdaMetafactory} makes turns a value of one type into one of another:
 * casts of references to the instantiated type and then to the implementation's, boxing into and
 * unboxing from the type's own wrapper. Other conversions (widening, boxes that are cast to
 * something between) are legal and left alone.
 */
final class Conversion {
  private static final String OBJECT = "java/lang/Object";

  /** Casts in order. */
  private final List<String> casts;

  /** The primitive type to box from or to unbox to, or null. */
  private final @Nullable Type primitive;

  private final boolean boxes;

  private Conversion(List<String> casts, @Nullable Type primitive, boolean boxes) {
    this.casts = casts;
    this.primitive = primitive;
    this.boxes = boxes;
  }

  /**
   * The conversion, or null when there is none that is known here.
   *
   * @param by the type in between
   */
  static @Nullable Conversion of(Type from, Type by, Type to) {
    if (from.getSort() == Type.VOID || to.getSort() == Type.VOID) {
      return null;
    }
    if (isPrimitive(from)) {
      boolean boxed = !isPrimitive(to);
      boolean known = !boxed || by.equals(from) || by.equals(to);
      known &=
          boxed
              ? to.getInternalName().equals(box(from)) || to.getInternalName().equals(OBJECT)
              : from.equals(to) && by.equals(to);
      return known ? new Conversion(List.of(), boxed ? from : null, true) : null;
    }
    if (isPrimitive(by) && !isPrimitive(to)) {
      return null;
    }
    List<String> casts = new ArrayList<>(2);
    Type last = from;
    if (!isPrimitive(by)) {
      cast(last, by, casts);
      last = by;
    }
    if (!isPrimitive(to)) {
      cast(last, to, casts);
      return new Conversion(casts, null, false);
    }
    return last.getInternalName().equals(box(to)) ? new Conversion(casts, to, false) : null;
  }

  /** Whether linkage lets a result pass for one of the instantiated type. */
  static boolean mayReturn(Type result, Type instantiated) {
    if (instantiated.getSort() == Type.VOID || result.equals(instantiated)) {
      return true;
    }
    if (isPrimitive(instantiated)) {
      return !isPrimitive(result) && result.getInternalName().equals(box(instantiated));
    }
    return !isPrimitive(result)
        || instantiated.getInternalName().equals(box(result))
        || instantiated.getInternalName().equals(OBJECT);
  }

  private static void cast(Type from, Type to, List<String> casts) {
    if (!from.equals(to) && !to.getInternalName().equals(OBJECT)) {
      casts.add(to.getInternalName());
    }
  }

  private static boolean isPrimitive(Type type) {
    return type.getSort() < Type.ARRAY;
  }

  /** Adds the conversion of a value. */
  Instr add(Site site, Instr value) {
    Instr result = value;
    for (String cast : casts) {
      result = site.add(Opcodes.CHECKCAST, new Operand.Class(cast), ValueType.ref(cast), result);
    }
    if (primitive == null) {
      return result;
    }
    String box = box(primitive);
    if (boxes) {
      return site.callStatic(box, "valueOf", "(" + primitive + ")L" + box + ';', result);
    }
    return site.add(
        Opcodes.INVOKEVIRTUAL,
        new Operand.Method(box, primitive.getClassName() + "Value", "()" + primitive, false),
        ValueType.of(primitive),
        result);
  }

  private static String box(Type primitive) {
    return switch (primitive.getSort()) {
      case Type.BOOLEAN -> "java/lang/Boolean";
      case Type.BYTE -> "java/lang/Byte";
      case Type.SHORT -> "java/lang/Short";
      case Type.CHAR -> "java/lang/Character";
      case Type.INT -> "java/lang/Integer";
      case Type.LONG -> "java/lang/Long";
      case Type.FLOAT -> "java/lang/Float";
      case Type.DOUBLE -> "java/lang/Double";
      default -> "";
    };
  }
}
