package dev.jpgo.core.record;

import dev.jpgo.core.classfile.RawClass;
import dev.jpgo.core.instrument.ByteSink;

/**
 * The attributes that javac gives the code of a record's methods (JVMS 4.7.12 to 4.7.14), kept for
 * longer code: all of it is on the one line, and variables live from its start to its end.
 */
final class DebugTables {
  private DebugTables() {}

  /**
   * Whether nothing else is there, and it holds for all of the code.
   *
   * @param at position of the number of attributes
   * @param length of the code
   */
  static boolean areKept(RawClass in, int at, int length) {
    int attributes = in.u2(at);
    int next = at + 2;
    for (int i = 0; i < attributes; i++) {
      boolean kept =
          in.is(in.u2(next), "LineNumberTable")
              ? isOneLine(in, next + 6)
              : isVariables(in, next) && areEverywhere(in, next + 6, length);
      if (!kept) {
        return false;
      }
      next += 6 + in.u4(next + 2);
    }
    return true;
  }

  private static boolean isOneLine(RawClass in, int table) {
    return in.u2(table) == 1 && in.u2(table + 2) == 0;
  }

  private static boolean isVariables(RawClass in, int attribute) {
    int name = in.u2(attribute);
    return in.is(name, "LocalVariableTable") || in.is(name, "LocalVariableTypeTable");
  }

  private static boolean areEverywhere(RawClass in, int table, int length) {
    int entries = in.u2(table);
    for (int i = 0, at = table + 2; i < entries; i++, at += 10) {
      if (in.u2(at) != 0 || in.u2(at + 2) != length) {
        return false;
      }
    }
    return true;
  }

  /** Writes the tables again, without their number. */
  static void write(RawClass in, int at, int length, ByteSink out) {
    int attributes = in.u2(at);
    int next = at + 2;
    for (int i = 0; i < attributes; i++) {
      int start = out.size();
      int end = next + 6 + in.u4(next + 2);
      out.copy(in.bytes, next, end);
      if (isVariables(in, next)) {
        int entries = in.u2(next + 6);
        for (int entry = 0; entry < entries; entry++) {
          out.set2(start + 10 + 10 * entry, length);
        }
      }
      next = end;
    }
  }
}
