package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Methods of {@code java.lang} of which the JDK's specification says all that can be observed: they
 * change nothing that a program could see, wait for nobody, and make no other thread's writes
 * visible. What most of them answer depends on their arguments alone, which never change: strings,
 * boxes, constants of enums, numbers. Those give the same when they are called again, or throw the
 * same.
 *
 * <p>All are static, or final, or of final classes, so that what is named is what is called. An
 * object that is made at the moment has not got its values yet: calls in the classes themselves are
 * none of these.
 */
final class KnownFunctions {
  /** What else it may be. */
  static final int NONE = -1;

  /** Changes nothing, and answers with a new object, perhaps. */
  static final int FRESH = 0;

  private static final String PACKAGE = "java/lang/";
  private static final String ENUM = "java/lang/Enum";
  private static final int LONGEST_OWNER = "java/lang/Character".length();

  /** By owner and name: looked up for every call, by an interpreter. */
  private static final Map<String, Map<String, List<KnownFunction>>> KNOWN = new HashMap<>();

  private record KnownFunction(boolean isStatic, String descriptor, int number) {}

  private static int numbers;

  static {
    add("java/lang/String", false, "()I", "length", "hashCode");
    add("java/lang/String", false, "()Z", "isEmpty", "isBlank");
    add("java/lang/String", false, "(I)C", "charAt");
    add("java/lang/String", false, "(I)I", "indexOf", "lastIndexOf", "codePointAt");
    add("java/lang/String", false, "(Ljava/lang/Object;)Z", "equals");
    add("java/lang/String", false, "(Ljava/lang/String;)Z", "startsWith", "endsWith");
    add("java/lang/String", false, "(Ljava/lang/String;)I", "indexOf", "lastIndexOf", "compareTo");
    add("java/lang/String", false, "(Ljava/lang/String;)Z", "equalsIgnoreCase");
    for (String box : List.of("Byte", "Short", "Integer", "Long", "Float", "Double")) {
      add("java/lang/" + box, false, "()B", "byteValue");
      add("java/lang/" + box, false, "()S", "shortValue");
      add("java/lang/" + box, false, "()I", "intValue", "hashCode");
      add("java/lang/" + box, false, "()J", "longValue");
      add("java/lang/" + box, false, "()F", "floatValue");
      add("java/lang/" + box, false, "()D", "doubleValue");
      add("java/lang/" + box, false, "(Ljava/lang/Object;)Z", "equals");
    }
    add("java/lang/Character", false, "()C", "charValue");
    add("java/lang/Boolean", false, "()Z", "booleanValue");
    add("java/lang/Boolean", true, "(Z)Ljava/lang/Boolean;", "valueOf");
    add(ENUM, false, "()I", "ordinal");
    add("java/lang/Object", false, "()Ljava/lang/Class;", "getClass");
    for (String kind : List.of("I", "J", "F", "D")) {
      add("java/lang/Math", true, "(" + kind + kind + ")" + kind, "min", "max");
      add("java/lang/Math", true, "(" + kind + ")" + kind, "abs");
    }
    for (String kind : List.of("C", "I")) {
      add(
          "java/lang/Character",
          true,
          "(" + kind + ")Z",
          "isDigit",
          "isLetter",
          "isLetterOrDigit",
          "isWhitespace",
          "isSpaceChar",
          "isUpperCase",
          "isLowerCase",
          "isJavaIdentifierStart",
          "isJavaIdentifierPart");
      add("java/lang/Character", true, "(" + kind + ")" + kind, "toUpperCase", "toLowerCase");
      add("java/lang/Character", true, "(" + kind + ")I", "getNumericValue", "getType");
      add("java/lang/Character", true, "(" + kind + "I)I", "digit");
    }
    add("java/lang/Integer", true, "(II)I", "compare");
    add("java/lang/Long", true, "(JJ)I", "compare");
    add("java/lang/Integer", true, "(I)I", "bitCount", "numberOfLeadingZeros");
    add("java/lang/Integer", true, "(I)I", "numberOfTrailingZeros", "highestOneBit", "hashCode");
    add("java/lang/Long", true, "(J)I", "bitCount", "numberOfLeadingZeros", "hashCode");
    add("java/lang/Long", true, "(J)I", "numberOfTrailingZeros");
    addFresh("Byte", "B");
    addFresh("Short", "S");
    addFresh("Character", "C");
    addFresh("Integer", "I");
    addFresh("Long", "J");
    addFresh("Float", "F");
    addFresh("Double", "D");
  }

  private KnownFunctions() {}

  private static void add(String owner, boolean isStatic, String descriptor, String... names) {
    for (String name : names) {
      put(owner, name, new KnownFunction(isStatic, descriptor, ++numbers));
    }
  }

  private static void addFresh(String box, String kind) {
    String owner = PACKAGE + box;
    put(owner, "valueOf", new KnownFunction(true, "(" + kind + ")L" + owner + ";", FRESH));
  }

  private static void put(String owner, String name, KnownFunction function) {
    KNOWN
        .computeIfAbsent(owner, key -> new HashMap<>())
        .computeIfAbsent(name, key -> new ArrayList<>(2))
        .add(function);
  }

  /**
   * A number of the function that an instruction calls, above {@link #FRESH} if its answer is a
   * function of its arguments; {@link #NONE} if it calls none.
   *
   * @param from the class that names are resolved from
   */
  static int of(World world, LoadedClass from, Instr instr) {
    int op = instr.op();
    if (op != Opcodes.INVOKEVIRTUAL && op != Opcodes.INVOKESTATIC) {
      return NONE;
    }
    Operand.Method method = (Operand.Method) instr.operand();
    String owner = method.owner();
    if (op == Opcodes.INVOKEVIRTUAL && isOrdinal(method)) {
      return isOfEnum(world, from, method) ? of(ENUM, method, false) : NONE;
    }
    return owner.length() <= LONGEST_OWNER
            && owner.startsWith(PACKAGE)
            && !owner.equals(from.name())
        ? of(owner, method, op == Opcodes.INVOKESTATIC)
        : NONE;
  }

  private static int of(String owner, Operand.Method method, boolean isStatic) {
    Map<String, List<KnownFunction>> its = KNOWN.get(owner);
    List<KnownFunction> named = its == null ? null : its.get(method.name());
    for (int i = 0; named != null && i < named.size(); i++) {
      KnownFunction function = named.get(i);
      if (function.isStatic == isStatic && function.descriptor.equals(method.descriptor())) {
        return function.number;
      }
    }
    return NONE;
  }

  /** Whether a function is one of an object alone, which answers unless that is null. */
  static boolean isOfObject(Instr call) {
    return call.op() == Opcodes.INVOKEVIRTUAL && call.inputs().size() == 1;
  }

  private static boolean isOrdinal(Operand.Method method) {
    return method.name().equals("ordinal") && method.descriptor().equals("()I");
  }

  private static boolean isOfEnum(World world, LoadedClass from, Operand.Method method) {
    LoadedClass named = world.find(from, method.owner()).orElse(null);
    return named != null
        && !named.name().equals(from.name())
        && MethodResolver.resolve(named, method.name(), method.descriptor(), false)
            .filter(found -> found.owner().name().equals(ENUM))
            .isPresent();
  }
}
