package dev.jpgo.agent.world;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where the constants of a class file are (JVMS 4.4).
 *
 * @param constants offset of each constant's tag, by its index; 0 where there is none
 * @param end offset behind the last one
 * @param errors whether there is the name of an error that methods made by the VM throw
 */
record ConstantOffsets(int[] constants, int end, boolean errors) {
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final byte[] ABSTRACT =
      "java/lang/AbstractMethodError".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] INCOMPATIBLE =
      "java/lang/IncompatibleClassChangeError".getBytes(StandardCharsets.US_ASCII);

  /**
   * Of a class file.
   *
   * @throws IllegalArgumentException if it is none
   */
  static ConstantOffsets of(byte[] bytes) {
    if (bytes.length < 24 || bytes[0] != (byte) 0xca || bytes[1] != (byte) 0xfe) {
      throw new IllegalArgumentException("no class file");
    }
    int[] constants = new int[u2(bytes, 8)];
    int offset = 10;
    boolean errors = false;
    for (int i = 1; i < constants.length; i++) {
      constants[i] = offset;
      int tag = bytes[offset];
      int size = size(bytes, offset, tag);
      if (tag == UTF8) {
        errors |=
            size == 3 + ABSTRACT.length && is(bytes, offset + 3, ABSTRACT)
                || size == 3 + INCOMPATIBLE.length && is(bytes, offset + 3, INCOMPATIBLE);
      } else if (tag == LONG || tag == DOUBLE) {
        i++;
      }
      offset += size;
    }
    return new ConstantOffsets(constants, offset, errors);
  }

  private static boolean is(byte[] bytes, int at, byte[] text) {
    return Arrays.equals(bytes, at, at + text.length, text, 0, text.length);
  }

  /** Length of a constant with its tag. */
  private static int size(byte[] bytes, int offset, int tag) {
    return switch (tag) {
      case UTF8 -> 3 + u2(bytes, offset + 1);
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 5;
      case LONG, DOUBLE -> 9;
      case 7, 8, 16, 19, 20 -> 3;
      case 15 -> 4;
      default -> throw new IllegalArgumentException("constant of unknown kind " + tag);
    };
  }

  private static int u2(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }
}
