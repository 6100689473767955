package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * String concatenation, which {@code StringConcatFactory} puts together out of method handles, as
 * calls that turn each argument into a string and a call of the runtime that joins them. In an
 * interpreter builders are no faster than the method handles; what is: one method that asks all
 * strings for their length and copies them into the array of the new one.
 *
 * <p>Sound because the result is what the documentation of {@code makeConcatWithConstants} says:
 * the recipe with {@code \1} replaced by the next argument and {@code \2} by the next constant, as
 * text; null is "null". Only arguments are taken whose text no code of the program makes:
 * primitives, strings and boxes. (javac converts others before the site, for they have side
 * effects.) So no order, exception or trace can be seen. The result is a new object, as JLS 15.18.1
 * asks for, and as the JDK has it also where all but one part is empty; a lone primitive is what
 * {@code String.valueOf} says, in the JDK too. A string that is too long for an array is an {@code
 * OutOfMemoryError} in both.
 *
 * <p>Linking such a site cannot fail: bootstrap and types are the JDK's, the recipe fits the
 * arguments, and there are no more of them than the factory takes.
 */
final class Concatenation implements Expansion {
  static final String NAME = "concatenation";

  private static final String FACTORY = "java/lang/invoke/StringConcatFactory";
  private static final String STRING = "java/lang/String";
  private static final String STRING_TYPE = "Ljava/lang/String;";

  /** Strings that the runtime joins at once. */
  private static final int MOST = 8;

  /** Slots of arguments that the factory takes. */
  private static final int MOST_SLOTS = 200;

  /** Characters of constant text, so that a constant of the class file holds it. */
  private static final int MOST_TEXT = 20_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String bootstrap() {
    return FACTORY;
  }

  @Override
  public @Nullable Instr expand(Site site) {
    Operand.Dynamic dynamic = site.dynamic();
    Type[] types = Type.getArgumentTypes(dynamic.descriptor());
    if (!dynamic.descriptor().endsWith(")" + STRING_TYPE) || !mayConvert(types)) {
      return null;
    }
    List<Object> parts = parts(dynamic, types.length);
    if (parts == null) {
      return null;
    }
    return site.replaceBy(parts.size() == 1 ? single(site, types[0]) : joined(site, types, parts));
  }

  /** Whether none of the conversions to text runs code of the program. */
  private static boolean mayConvert(Type[] types) {
    int slots = 0;
    for (Type type : types) {
      slots += type.getSize();
      if (type.getSort() == Type.ARRAY
          || (type.getSort() == Type.OBJECT && !isKnown(type.getInternalName()))) {
        return false;
      }
    }
    return types.length > 0 && slots <= MOST_SLOTS;
  }

  /** Whether no code of the program makes an object of a class into text. */
  static boolean isKnown(String type) {
    return switch (type) {
      case STRING,
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Short",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Boolean",
          "java/lang/Float",
          "java/lang/Double" ->
          true;
      default -> false;
    };
  }

  /**
   * Constant texts, none of them empty, and numbers of arguments, in order; null when the site is
   * not understood.
   */
  private static @Nullable List<Object> parts(Operand.Dynamic dynamic, int arguments) {
    List<Object> parts = new ArrayList<>();
    if (dynamic.bootstrap().getName().equals("makeConcat")) {
      for (int i = 0; i < arguments; i++) {
        parts.add(i);
      }
      return dynamic.arguments().isEmpty() ? parts : null;
    }
    if (!dynamic.bootstrap().getName().equals("makeConcatWithConstants")
        || dynamic.arguments().isEmpty()
        || !(dynamic.arguments().get(0) instanceof String recipe)) {
      return null;
    }
    int argument = 0;
    int constant = 1;
    int length = 0;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < recipe.length(); i++) {
      char next = recipe.charAt(i);
      if (next == '\1') {
        length += text.length();
        flush(text, parts);
        parts.add(argument++);
      } else if (next == '\2') {
        if (constant == dynamic.arguments().size() || !isText(dynamic.arguments().get(constant))) {
          return null;
        }
        text.append(dynamic.arguments().get(constant++));
      } else {
        text.append(next);
      }
    }
    length += text.length();
    flush(text, parts);
    return argument == arguments && constant == dynamic.arguments().size() && length <= MOST_TEXT
        ? parts
        : null;
  }

  private static boolean isText(Object constant) {
    return constant instanceof String || constant instanceof Number;
  }

  private static void flush(StringBuilder text, List<Object> parts) {
    if (!text.isEmpty()) {
      parts.add(text.toString());
      text.setLength(0);
    }
  }

  private static Instr single(Site site, Type type) {
    Instr text = text(site, type, site.argument(0));
    return type.getSort() == Type.OBJECT
        ? site.callStatic(RuntimeCalls.STRINGS, "copy", "(" + STRING_TYPE + ")" + STRING_TYPE, text)
        : text;
  }

  private static Instr joined(Site site, Type[] types, List<Object> parts) {
    List<Instr> texts = new ArrayList<>(parts.size());
    for (Object part : parts) {
      texts.add(
          part instanceof Integer argument
              ? text(site, types[argument], site.argument(argument))
              : site.constant(part));
    }
    return join(site, texts);
  }

  /** Joins strings, any of which may be null; the list is used up. */
  static Instr join(Site site, List<Instr> texts) {
    while (texts.size() > 1) {
      int count = Math.min(MOST, texts.size());
      List<Instr> first = texts.subList(0, count);
      String descriptor = "(" + STRING_TYPE.repeat(count) + ")" + STRING_TYPE;
      Instr joined =
          site.callStatic(RuntimeCalls.STRINGS, "join", descriptor, first.toArray(new Instr[0]));
      first.clear();
      texts.add(0, joined);
    }
    return texts.get(0);
  }

  /** An argument as text; null stays null, which the runtime knows. */
  static Instr text(Site site, Type type, Instr value) {
    String from =
        switch (type.getSort()) {
          case Type.BYTE, Type.SHORT, Type.INT -> "I";
          case Type.OBJECT -> "Ljava/lang/Object;";
          default -> type.getDescriptor();
        };
    return type.getDescriptor().equals(STRING_TYPE)
        ? value
        : site.callStatic(STRING, "valueOf", "(" + from + ")" + STRING_TYPE, value);
  }
}
