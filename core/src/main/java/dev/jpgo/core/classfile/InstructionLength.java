package dev.jpgo.core.classfile;

/** Lengths of instructions in bytes (JVMS 6.5). */
public final class InstructionLength {
  private static final int TABLESWITCH = 170;
  private static final int LOOKUPSWITCH = 171;
  private static final int WIDE = 196;
  private static final int IINC = 132;

  /** By opcode; 0 where it depends. An array, which an interpreter reads without a call. */
  private static final byte[] LENGTHS =
      digits(
          "1111111111111111232332222211111111111111111111111111112222211111111111"
              + "1111111111111111111111111111111111111111111111111111111111111131111111"
              + "11111111111113333333333333333200111111333333355323113311043355");

  private InstructionLength() {}

  private static byte[] digits(String text) {
    byte[] digits = new byte[256];
    for (int i = 0; i < text.length(); i++) {
      digits[i] = (byte) (text.charAt(i) - '0');
    }
    return digits;
  }

  /**
   * The length of an instruction; 0 when it is none.
   *
   * @param at its position
   * @param start position of the method's first instruction, which padding counts from
   */
  public static int of(RawClass raw, int at, int start) {
    int opcode = raw.bytes[at] & 0xff;
    int length = LENGTHS[opcode];
    if (length != 0) {
      return length;
    }
    int operands = 4 - (at - start & 3);
    return switch (opcode) {
      case TABLESWITCH -> {
        int low = raw.u4(at + operands + 4);
        int high = raw.u4(at + operands + 8);
        yield operands + 12 + 4 * (high - low + 1);
      }
      case LOOKUPSWITCH -> operands + 8 + 8 * raw.u4(at + operands + 4);
      case WIDE -> (raw.bytes[at + 1] & 0xff) == IINC ? 6 : 4;
      default -> 0;
    };
  }
}
