package dev.jpgo.core.phase.sort;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.phase.dynamic.FunctionLinkage;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What a comparator looks at of an element.
 *
 * @param made the {@code invokedynamic} that makes the function
 * @param function the functional method
 * @param implementation what it calls
 * @param captured how many values are passed on to that before the element
 * @param element internal name of the class that elements are cast to
 * @param kind descriptor of the primitive type that is compared in the end
 * @param box internal name of the class that the function's result is unboxed from, or null
 * @param mayBeNull whether the box may be null
 * @param descending whether the greatest comes first
 */
record Key(
    Instr made,
    Operand.Method function,
    Handle implementation,
    int captured,
    String element,
    char kind,
    @Nullable String box,
    boolean mayBeNull,
    boolean descending) {
  private static final String FUNCTIONS = "java/util/function/";

  /** The classes of boxes that compare as the primitives in them do, by what is in them. */
  private static final Map<Character, String> BOXES =
      Map.of(
          'Z', "java/lang/Boolean",
          'B', "java/lang/Byte",
          'C', "java/lang/Character",
          'S', "java/lang/Short",
          'I', "java/lang/Integer",
          'J', "java/lang/Long",
          'F', "java/lang/Float",
          'D', "java/lang/Double");

  /** The key that a function gives, or null when it is not made in sight, or another one. */
  static @Nullable Key of(Instr made) {
    if (made.op() != Opcodes.INVOKEDYNAMIC
        || !(made.operand() instanceof Operand.Dynamic site)
        || !site.bootstrap().getOwner().equals(FunctionLinkage.FACTORY)
        || !site.bootstrap().getName().equals("metafactory")
        || site.arguments().size() != 3
        || !(site.arguments().get(0) instanceof Type erased)
        || !(site.arguments().get(1) instanceof Handle handle)
        || !(site.arguments().get(2) instanceof Type instantiated)) {
      return null;
    }
    String type = Type.getReturnType(site.descriptor()).getInternalName();
    Type[] taken = instantiated.getArgumentTypes();
    if (!type.startsWith(FUNCTIONS)
        || taken.length != 1
        || taken[0].getSort() != Type.OBJECT
        || handle.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      return null;
    }
    Operand.Method function = new Operand.Method(type, site.name(), erased.getDescriptor(), true);
    Type result = Type.getReturnType(handle.getDesc());
    String element = taken[0].getInternalName();
    return of(made, function, handle, element, result);
  }

  private static @Nullable Key of(
      Instr made, Operand.Method function, Handle handle, String element, Type result) {
    boolean primitive = result.getSort() >= Type.BOOLEAN && result.getSort() <= Type.DOUBLE;
    char in = primitive ? result.getDescriptor().charAt(0) : boxed(result);
    int captured = made.inputs().size();
    return switch (function.name() + function.descriptor()) {
      case "applyAsInt(Ljava/lang/Object;)I" ->
          primitive
              ? new Key(made, function, handle, captured, element, 'I', null, false, false)
              : null;
      case "applyAsLong(Ljava/lang/Object;)J" ->
          primitive
              ? new Key(made, function, handle, captured, element, 'J', null, false, false)
              : null;
      case "applyAsDouble(Ljava/lang/Object;)D" ->
          primitive
              ? new Key(made, function, handle, captured, element, 'D', null, false, false)
              : null;
      case "apply(Ljava/lang/Object;)Ljava/lang/Object;" -> {
        String box = BOXES.get(in);
        yield box == null
            ? null
            : new Key(made, function, handle, captured, element, in, box, !primitive, false);
      }
      default -> null;
    };
  }

  /** What is in a box, or 0 if it is none that is known. */
  private static char boxed(Type type) {
    for (Map.Entry<Character, String> each : BOXES.entrySet()) {
      if (type.getSort() == Type.OBJECT && each.getValue().equals(type.getInternalName())) {
        return each.getKey();
      }
    }
    return 0;
  }

  /** The same, the other way round. */
  Key reversed() {
    return new Key(
        made, function, implementation, captured, element, kind, box, mayBeNull, !descending);
  }

  /** The method that takes the primitive out of the box. */
  Operand.Method unboxing() {
    String name = Type.getType(String.valueOf(kind)).getClassName() + "Value";
    return new Operand.Method(String.valueOf(box), name, "()" + kind, false);
  }
}
