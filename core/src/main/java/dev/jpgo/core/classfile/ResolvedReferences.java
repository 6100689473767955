package dev.jpgo.core.classfile;

import java.util.BitSet;

/**
 * Counts what HotSpot keeps resolved as objects for a class: each constant that is an object, each
 * call site, and each method of a handle that is called (its {@code Rewriter} makes one place
 * each). In a class from an archive (CDS, AOT) this number stands where redefinitions are counted,
 * since {@code ConstantPool::_saved} is one word for both: its first version has this number in
 * backtraces, where that of a class from a file has 0. Not for classes of {@code java.lang.invoke},
 * which call methods of handles that nobody else may.
 */
public final class ResolvedReferences {
  private static final int STRING = 8;
  private static final int METHOD = 10;
  private static final int METHOD_HANDLE = 15;
  private static final int METHOD_TYPE = 16;
  private static final int DYNAMIC = 17;
  private static final int INVOKEDYNAMIC = 18;
  private static final int OPCODE_INVOKEVIRTUAL = 182;
  private static final int OPCODE_INVOKEDYNAMIC = 186;
  private static final String HANDLE = "java/lang/invoke/MethodHandle";
  private static final String VARIABLE = "java/lang/invoke/VarHandle";

  private final RawClass raw;
  private final BitSet handleMethods = new BitSet();
  private int count;
  private boolean sites;

  private ResolvedReferences(RawClass raw) {
    this.raw = raw;
  }

  /**
   * The number for a class.
   *
   * @throws IllegalArgumentException when the bytes are no class file of a known form
   */
  public static int count(byte[] classFile) {
    try {
      RawClass raw = new RawClass(classFile);
      if (raw.body < 0) {
        throw new IllegalArgumentException("class file of an unknown form");
      }
      ResolvedReferences references = new ResolvedReferences(raw);
      references.constants();
      if (references.sites || !references.handleMethods.isEmpty()) {
        references.methods();
      }
      return references.count;
    } catch (ArrayIndexOutOfBoundsException e) {
      throw new IllegalArgumentException("damaged class file", e);
    }
  }

  private void constants() {
    for (int i = 1; i < raw.constants.length; i++) {
      int at = raw.constants[i];
      switch (at == 0 ? 0 : raw.bytes[at - 1]) {
        case STRING, METHOD_HANDLE, METHOD_TYPE, DYNAMIC -> count++;
        case METHOD -> handleMethods.set(i, isHandleMethod(at));
        case INVOKEDYNAMIC -> sites = true;
        default -> {}
      }
    }
  }

  /** Whether a method is one that the VM links for each type it is called with (JVMS 2.9.3). */
  private boolean isHandleMethod(int at) {
    int owner = raw.u2(raw.constants[raw.u2(at)]);
    boolean handle = raw.is(owner, HANDLE);
    if (!handle && !raw.is(owner, VARIABLE)) {
      return false;
    }
    int name = raw.u2(raw.constants[raw.u2(at + 2)]);
    return handle
        ? raw.is(name, "invoke") || raw.is(name, "invokeExact")
        : startsWith(name, "get")
            || startsWith(name, "set")
            || startsWith(name, "compareAnd")
            || startsWith(name, "weakCompareAnd");
  }

  private boolean startsWith(int constant, String start) {
    int at = raw.constants[constant];
    boolean same = raw.u2(at) >= start.length();
    for (int i = 0; same && i < start.length(); i++) {
      same = raw.bytes[at + 2 + i] == start.charAt(i);
    }
    return same;
  }

  private void methods() {
    int at = raw.body + 6;
    at = raw.skipMembers(at + 2 + 2 * raw.u2(at));
    int methods = raw.u2(at);
    at += 2;
    for (int i = 0; i < methods; i++) {
      int attributes = raw.u2(at + 6);
      at += 8;
      for (int j = 0; j < attributes; j++) {
        if (raw.is(raw.u2(at), "Code")) {
          code(at + 14, raw.u4(at + 10));
        }
        at += 6 + raw.u4(at + 2);
      }
    }
  }

  private void code(int start, int length) {
    for (int at = start; at < start + length; ) {
      int opcode = raw.bytes[at] & 0xff;
      if (opcode == OPCODE_INVOKEDYNAMIC) {
        count++;
      } else if (opcode == OPCODE_INVOKEVIRTUAL && handleMethods.get(raw.u2(at + 1))) {
        handleMethods.clear(raw.u2(at + 1));
        count++;
      }
      int size = InstructionLength.of(raw, at, start);
      if (size <= 0) {
        throw new IllegalArgumentException("damaged code");
      }
      at += size;
    }
  }
}
