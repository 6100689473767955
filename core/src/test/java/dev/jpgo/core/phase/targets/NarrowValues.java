package dev.jpgo.core.phase.targets;

/** Conversions and masks, some of which change nothing that anybody sees. */
public final class NarrowValues {
  private static final int[] VALUES = {
    0,
    1,
    2,
    127,
    128,
    129,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    -1,
    -128,
    -129,
    -32768,
    -32769,
    1 << 31,
    -1 >>> 1,
    0x12345678,
    0x89abcdef
  };

  private NarrowValues() {}

  /** Something to inline, or nothing is compiled. */
  private static int same(int x) {
    return x;
  }

  static char[] decoded(byte[] bytes) {
    char[] chars = new char[bytes.length];
    int to = 0;
    for (int i = 0; i < bytes.length; ) {
      int x = bytes[same(i++)] & 0xff;
      if ((0x80 & x) != 0) {
        x = x << 6 ^ 0x1234;
      }
      chars[to++] = (char) x;
    }
    return chars;
  }

  static int ofChars(int x) {
    char[] chars = new char[4];
    chars[0] = (char) same(x);
    chars[1] = (char) (short) x;
    chars[2] = (char) (byte) x;
    chars[3] = (char) (x & 0x1ffff);
    int c = chars[3];
    return chars[0]
        ^ chars[1] << 3
        ^ chars[2] << 5
        ^ (char) c << 7
        ^ (c & 0xffff) << 9
        ^ (c & 0xfff);
  }

  static int ofBytes(int x) {
    byte[] bytes = new byte[5];
    bytes[0] = (byte) same(x);
    bytes[1] = (byte) (char) x;
    bytes[2] = (byte) (x & 0xff);
    bytes[3] = (byte) (x & 0x7f);
    bytes[4] = (byte) (x & 0x1fe);
    int b = bytes[0];
    int signs = (b & 0x80) == 0 ? 1 : 2;
    signs += (b & 0xff & 0x80) != 0 ? 4 : 8;
    signs += (b & 0xc0) == 0 ? 16 : 32;
    signs += (b & 0x80000000) == 0 ? 64 : 128;
    signs += (b & 0x7fffff80) == 0 ? 256 : 512;
    signs += ((b & 0x7f) & 0x80) == 0 ? 1024 : 2048;
    return bytes[0]
        ^ bytes[1] << 3
        ^ bytes[2] << 5
        ^ bytes[3] << 7
        ^ bytes[4] << 9
        ^ signs * 31
        ^ (byte) (bytes[3] & 0x3f);
  }

  static int ofShorts(int x) {
    short[] shorts = new short[4];
    shorts[0] = (short) same(x);
    shorts[1] = (short) (char) x;
    shorts[2] = (short) (byte) x;
    shorts[3] = (short) (x & 0xffff);
    int s = shorts[0];
    int signs = (s & 0x8000) == 0 ? 1 : 2;
    signs += (s & 0xffff & 0x8000) != 0 ? 4 : 8;
    signs += ((char) s & 0x8000) != 0 ? 16 : 32;
    signs += ((byte) s & 0x8000) != 0 ? 64 : 128;
    signs += (x & 0x80000000) != 0 ? 256 : 512;
    signs += (x & 0x8000) != 0 ? 1024 : 2048;
    return shorts[0] ^ shorts[1] << 3 ^ shorts[2] << 5 ^ shorts[3] << 7 ^ signs * 31;
  }

  static int ofBooleans(int x) {
    boolean[] flags = new boolean[2];
    flags[0] = (same(x) & 1) != 0;
    flags[1] = x < 0;
    return (flags[0] ? 1 : 2) + (flags[1] ? 4 : 8);
  }

  static int ofShifts(int x) {
    int top = same(x) >>> 24;
    int low = (x >>> 24 & 0xff) + (x >> 24 & 0xff) * 3 + (char) (x >>> 16) * 5;
    return top
        + low
        + (short) (x >>> 17) * 7
        + (short) (x >>> 16) * 11
        + (byte) (x >>> 25) * 13
        + (byte) (x >>> 24) * 17
        + ((x << 24 & 0xff000000) ^ (x & 0x7f) << 1 & 0xfe);
  }

  /** All of them. */
  public static String run() {
    StringBuilder text = new StringBuilder();
    for (int value : VALUES) {
      text.append(ofChars(value)).append(' ').append(ofBytes(value)).append(' ');
      text.append(ofShorts(value)).append(' ').append(ofBooleans(value)).append(' ');
      text.append(ofShifts(value)).append('\n');
    }
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    return text.append((Object) java.util.Arrays.toString(decoded(all))).toString();
  }
}
