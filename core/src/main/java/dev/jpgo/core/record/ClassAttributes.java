package dev.jpgo.core.record;

import dev.jpgo.core.classfile.RawClass;

/**
 * What the attributes of a class say.
 *
 * @param bootstraps position of the table in {@code BootstrapMethods}; 0 if there is none
 * @param simpleName what {@code Class.getSimpleName} says; empty where the class file does not say
 *     it plainly
 */
record ClassAttributes(int bootstraps, String simpleName) {
  /**
   * Reads them.
   *
   * @param at position of their number
   * @param name of the class
   */
  static ClassAttributes read(RawClass in, int at, String name) {
    int bootstraps = 0;
    boolean enclosed = false;
    int entry = 0;
    int attributes = in.u2(at);
    int next = at + 2;
    for (int i = 0; i < attributes; i++) {
      int kind = in.u2(next);
      if (in.is(kind, "BootstrapMethods")) {
        bootstraps = next + 6;
      } else if (in.is(kind, "EnclosingMethod")) {
        enclosed = true;
      } else if (in.is(kind, "InnerClasses")) {
        entry = ownEntry(in, next + 6, name);
      }
      next += 6 + in.u4(next + 2);
    }
    boolean member = entry != 0 && in.u2(entry + 2) != 0;
    String simple = name.substring(name.lastIndexOf('/') + 1);
    if (entry != 0 && (member || enclosed)) {
      int inner = in.u2(entry + 4);
      simple = inner == 0 ? "" : RawText.utf8(in, inner);
    } else if (entry != 0 || enclosed) {
      simple = "";
    }
    return new ClassAttributes(bootstraps, simple);
  }

  /** Where the table of inner classes names the class itself, or 0. */
  private static int ownEntry(RawClass in, int table, String name) {
    int entries = in.u2(table);
    for (int i = 0, at = table + 2; i < entries; i++, at += 8) {
      if (RawText.named(in, in.u2(at)).equals(name)) {
        return at;
      }
    }
    return 0;
  }

  /** Whether the simple name is known, and means itself in a format. */
  boolean isPlainlyNamed() {
    return !simpleName.isEmpty() && simpleName.indexOf('%') < 0;
  }
}
