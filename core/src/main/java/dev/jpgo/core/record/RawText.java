package dev.jpgo.core.record;

import dev.jpgo.core.classfile.RawClass;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Names of a class file, a character for each byte of their modified UTF-8 (JVMS 4.4.7): equal when
 * the names are, and written as they were read. Semicolons, slashes and other ASCII characters are
 * themselves.
 */
final class RawText {
  private RawText() {}

  /** The text of a {@code CONSTANT_Utf8}. */
  static String utf8(RawClass in, int constant) {
    int at = in.constants[constant];
    return new String(in.bytes, at + 2, in.u2(at), StandardCharsets.ISO_8859_1);
  }

  /** The text of a {@code CONSTANT_Utf8} as Java knows it; as it was read if it is none. */
  static String decoded(RawClass in, int constant) {
    int at = in.constants[constant];
    try {
      return new DataInputStream(new ByteArrayInputStream(in.bytes, at, 2 + in.u2(at))).readUTF();
    } catch (IOException e) {
      return utf8(in, constant);
    }
  }

  /** The name that a class or string constant refers to. */
  static String named(RawClass in, int constant) {
    return utf8(in, in.u2(in.constants[constant]));
  }
}
