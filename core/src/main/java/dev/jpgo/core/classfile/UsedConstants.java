package dev.jpgo.core.classfile;

import java.util.BitSet;

/**
 * Which constants of a class file something in it refers to: a member, an attribute, an instruction
 * or another constant that something refers to.
 *
 * <p>Where an attribute has numbers that are not constants, or is of unknown form, all that might
 * be a constant counts as one, so that none is missed. Frames do not count.
 */
public final class UsedConstants {
  private static final int ATTRIBUTE_HEADER = 6;
  private static final int LDC = 18;
  private static final int LDC2_W = 20;
  private static final int GETSTATIC = 178;
  private static final int NEW = 187;
  private static final int ANEWARRAY = 189;
  private static final int CHECKCAST = 192;
  private static final int INSTANCEOF = 193;
  private static final int MULTIANEWARRAY = 197;

  private final RawClass raw;
  private final BitSet used = new BitSet();

  private UsedConstants(RawClass raw) {
    this.raw = raw;
  }

  /**
   * Indices of the constants of a class file that are used.
   *
   * @throws IllegalArgumentException when the bytes are no class file of a known form
   */
  public static BitSet of(byte[] classFile) {
    try {
      RawClass raw = new RawClass(classFile);
      if (raw.body < 0) {
        throw new IllegalArgumentException("class file of an unknown form");
      }
      UsedConstants constants = new UsedConstants(raw);
      constants.all();
      return constants.used;
    } catch (ArrayIndexOutOfBoundsException e) {
      throw new IllegalArgumentException("damaged class file", e);
    }
  }

  private void all() {
    int at = raw.body + 2;
    int interfaces = raw.u2(at + 4);
    use(raw.u2(at));
    use(raw.u2(at + 2));
    at = each(at + 6, at + 6 + 2 * interfaces, 2);
    at = members(at);
    at = members(at);
    attributes(at);
  }

  private int members(int at) {
    int count = raw.u2(at);
    at += 2;
    for (int i = 0; i < count; i++) {
      use(raw.u2(at + 2));
      use(raw.u2(at + 4));
      at = attributes(at + 6);
    }
    return at;
  }

  private int attributes(int at) {
    int count = raw.u2(at);
    at += 2;
    for (int i = 0; i < count; i++) {
      int end = at + ATTRIBUTE_HEADER + raw.u4(at + 2);
      attribute(at, end);
      at = end;
    }
    return at;
  }

  private void attribute(int at, int end) {
    int name = raw.u2(at);
    int content = at + ATTRIBUTE_HEADER;
    use(name);
    if (raw.is(name, "Code")) {
      code(content);
    } else if (raw.is(name, "LocalVariableTable") || raw.is(name, "LocalVariableTypeTable")) {
      for (int row = content + 2; row < end; row += 10) {
        each(row + 4, row + 8, 2);
      }
    } else if (raw.is(name, "InnerClasses")) {
      for (int row = content + 2; row < end; row += 8) {
        each(row, row + 6, 2);
      }
    } else if (isOfNumbers(name)) {
      each(content, end, 2);
    } else if (!hasNoConstants(name)) {
      each(content, end, 1);
    }
  }

  /** Whether an attribute has two bytes for each number that is in it. */
  private boolean isOfNumbers(int name) {
    return raw.is(name, "ConstantValue")
        || raw.is(name, "Signature")
        || raw.is(name, "Exceptions")
        || raw.is(name, "SourceFile")
        || raw.is(name, "BootstrapMethods")
        || raw.is(name, "NestHost")
        || raw.is(name, "NestMembers")
        || raw.is(name, "PermittedSubclasses");
  }

  private boolean hasNoConstants(int name) {
    return raw.is(name, "LineNumberTable")
        || raw.is(name, "SourceDebugExtension")
        || raw.is(name, "StackMapTable");
  }

  private void code(int content) {
    int start = content + 8;
    int end = start + raw.u4(content + 4);
    for (int at = start; at < end; ) {
      instruction(at);
      int size = InstructionLength.of(raw, at, start);
      if (size <= 0) {
        throw new IllegalArgumentException("damaged code");
      }
      at += size;
    }
    int handlers = end + 2 + 8 * raw.u2(end);
    for (int handler = end + 2; handler < handlers; handler += 8) {
      use(raw.u2(handler + 6));
    }
    attributes(handlers);
  }

  private void instruction(int at) {
    int opcode = raw.bytes[at] & 0xff;
    if (opcode == LDC) {
      use(raw.bytes[at + 1] & 0xff);
    } else if (opcode > LDC && opcode <= LDC2_W
        || opcode >= GETSTATIC && opcode <= NEW
        || opcode == ANEWARRAY
        || opcode == CHECKCAST
        || opcode == INSTANCEOF
        || opcode == MULTIANEWARRAY) {
      use(raw.u2(at + 1));
    }
  }

  /** Whatever two bytes at these distances may stand for; returns the end. */
  private int each(int at, int end, int distance) {
    for (int i = at; i + 1 < end; i += distance) {
      use(raw.u2(i));
    }
    return end;
  }

  private void use(int constant) {
    if (constant >= raw.constants.length || raw.constants[constant] == 0 || used.get(constant)) {
      return;
    }
    used.set(constant);
    int at = raw.constants[constant];
    switch (raw.bytes[at - 1]) {
      case 7, 8, 16, 19, 20 -> use(raw.u2(at)); // class, string, method type, module, package
      case 15 -> use(raw.u2(at + 1)); // method handle
      case 17, 18 -> use(raw.u2(at + 2)); // dynamic; bootstrap methods are an attribute
      case 9, 10, 11, 12 -> { // members; name and type
        use(raw.u2(at));
        use(raw.u2(at + 2));
      }
      default -> {} // numbers and text
    }
  }
}
