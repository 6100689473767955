package dev.jpgo.core.phase.box;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The classes that box a primitive type (JLS 5.1.7), and what their methods compute from the value
 * in them.
 */
enum BoxType {
  INTEGER("Integer", 'I'),
  LONG("Long", 'J'),
  SHORT("Short", 'S'),
  BYTE("Byte", 'B'),
  CHARACTER("Character", 'C'),
  BOOLEAN("Boolean", 'Z'),
  FLOAT("Float", 'F'),
  DOUBLE("Double", 'D');

  private static final String NUMBER = "java/lang/Number";
  private static final String OBJECT = "java/lang/Object";
  private static final Map<String, BoxType> BY_NAME = new HashMap<>();

  /** Conversions of numbers: for each type boxed, those of {@code byteValue} to {@code double}. */
  private static final Map<Character, List<List<Integer>>> CONVERSIONS =
      Map.of(
          'I', table(List.of(), Opcodes.I2L, Opcodes.I2F, Opcodes.I2D),
          'J', table(List.of(Opcodes.L2I), 0, Opcodes.L2F, Opcodes.L2D),
          'F', table(List.of(Opcodes.F2I), Opcodes.F2L, 0, Opcodes.F2D),
          'D', table(List.of(Opcodes.D2I), Opcodes.D2L, Opcodes.D2F, 0));

  private final String owner;
  private final char primitive;

  static {
    for (BoxType type : values()) {
      BY_NAME.put(type.owner, type);
    }
  }

  BoxType(String simpleName, char primitive) {
    this.owner = "java/lang/" + simpleName;
    this.primitive = primitive;
  }

  private static List<List<Integer>> table(
      List<Integer> toInt, int toLong, int toFloat, int toDouble) {
    return List.of(toInt, single(toLong), single(toFloat), single(toDouble));
  }

  private static List<Integer> single(int op) {
    return op == 0 ? List.of() : List.of(op);
  }

  /** Internal name of the class. */
  String owner() {
    return owner;
  }

  /** Descriptor of the primitive type. */
  char primitive() {
    return primitive;
  }

  /** Type of the value in a box. */
  ValueType valueType() {
    return ValueType.of(Type.getType(String.valueOf(primitive)));
  }

  /** What a call boxes, or null when it is not one of {@code valueOf}. */
  static @Nullable BoxType boxedBy(Instr instr) {
    if (instr.op() != Opcodes.INVOKESTATIC
        || !(instr.operand() instanceof Operand.Method method)
        || !method.name().equals("valueOf")) {
      return null;
    }
    BoxType type = BY_NAME.get(method.owner());
    return type != null
            && method.descriptor().length() == type.owner.length() + 5
            && method.descriptor().charAt(1) == type.primitive
            && method.descriptor().charAt(2) == ')'
        ? type
        : null;
  }

  /**
   * Operations that compute what a call on a box of this type returns from the value in it, in
   * order; null when the call is another one.
   */
  @Nullable List<Integer> unboxing(Instr call) {
    if (call.op() != Opcodes.INVOKEVIRTUAL
        || !(call.operand() instanceof Operand.Method method)
        || method.descriptor().charAt(1) != ')') {
      return null;
    }
    boolean number = primitive != 'C' && primitive != 'Z';
    boolean own = method.owner().equals(owner);
    if (method.name().equals("hashCode")) {
      boolean same = primitive == 'I' || primitive == 'S' || primitive == 'B' || primitive == 'C';
      return same && (own || method.owner().equals(OBJECT)) ? List.of() : null;
    }
    if (!own && !(number && method.owner().equals(NUMBER))) {
      return null;
    }
    char to = method.descriptor().charAt(2);
    if ("IJSBCZFD".indexOf(to) < 0
        || !method.name().equals(Type.getType(String.valueOf(to)).getClassName() + "Value")) {
      return null;
    }
    return to == primitive ? List.of() : number ? conversion(to) : null;
  }

  private @Nullable List<Integer> conversion(char to) {
    List<List<Integer>> row = CONVERSIONS.get("SBC".indexOf(primitive) >= 0 ? 'I' : primitive);
    if (row == null) {
      return null;
    }
    return switch (to) {
      case 'I' -> row.get(0);
      case 'J' -> row.get(1);
      case 'F' -> row.get(2);
      case 'D' -> row.get(3);
      case 'B' -> then(row.get(0), Opcodes.I2B);
      case 'S' -> then(row.get(0), Opcodes.I2S);
      default -> null;
    };
  }

  private static List<Integer> then(List<Integer> before, int op) {
    return before.isEmpty() ? List.of(op) : List.of(before.get(0), op);
  }

  /** Whether a box of this type is an instance of a class; null when it is not known here. */
  @Nullable Boolean isInstance(String name) {
    if (name.equals(owner)) {
      return true;
    }
    if (BY_NAME.containsKey(name)) {
      return false;
    }
    return switch (name) {
      case OBJECT, "java/lang/Comparable", "java/io/Serializable" -> true;
      case NUMBER -> primitive != 'C' && primitive != 'Z';
      case "java/lang/String" -> false;
      default -> null;
    };
  }
}
