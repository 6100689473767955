package dev.jpgo.agent.world;

import dev.jpgo.core.classfile.RawClass;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables of a class file (JVMS 4.1) without ASM and almost without strings: this runs
 * inside every class definition, interpreted where that is all the VM can do.
 */
final class ClassShapeReader {
  private static final int STATIC_OR_PRIVATE = 0x000a;

  private final RawClass raw;
  private final byte[] bytes;
  private final int[] constants;
  private int offset;
  private boolean mayRunLong;

  ClassShapeReader(byte[] bytes) {
    if (bytes.length < 24 || bytes[0] != (byte) 0xca || bytes[1] != (byte) 0xfe) {
      throw new IllegalArgumentException("no class file");
    }
    this.bytes = bytes;
    raw = new RawClass(bytes);
    constants = raw.constants;
    offset = raw.body;
    if (offset < 0) {
      throw new IllegalArgumentException("constant of unknown kind");
    }
  }

  ClassShape read() {
    int access = next();
    String name = className(next());
    if (name == null) {
      throw new IllegalArgumentException("class without a name");
    }
    String superName = className(next());
    String[] interfaces = new String[next()];
    for (int i = 0; i < interfaces.length; i++) {
      String found = className(next());
      interfaces[i] = found == null ? "" : found;
    }
    offset = raw.skipMembers(offset);
    int methods = next();
    int[] texts = virtualMethods(methods);
    return new ClassShape(name, access, superName, interfaces, methods, mayRunLong, bytes, texts);
  }

  /** Where names and descriptors are, in turn; all of them are there. */
  private int[] virtualMethods(int methods) {
    int[] texts = new int[2 * methods];
    int count = 0;
    for (int i = 0; i < methods; i++) {
      int flags = raw.u2(offset);
      int name = constants[raw.u2(offset + 2)];
      mayRunLong |= isEntry(name + 2, raw.u2(name));
      if ((flags & STATIC_OR_PRIVATE) == 0 && bytes[name + 2] != '<') {
        texts[count++] = inside(name);
        texts[count++] = inside(constants[raw.u2(offset + 4)]);
      }
      offset = raw.skipAttributes(offset + 6);
    }
    return Arrays.copyOf(texts, count);
  }

  /** A text that does not reach beyond the end. */
  private int inside(int text) {
    if (text + 2 + raw.u2(text) > bytes.length) {
      throw new IndexOutOfBoundsException("text of a constant");
    }
    return text;
  }

  private boolean isEntry(int at, int length) {
    return (length == 3 || length == 4)
        && ClassShape.isEntryName(new String(bytes, at, length, StandardCharsets.ISO_8859_1));
  }

  private @Nullable String className(int index) {
    if (index == 0) {
      return null;
    }
    int text = constants[raw.u2(constants[index])];
    return modifiedUtf8(text + 2, raw.u2(text));
  }

  private String modifiedUtf8(int start, int length) {
    for (int i = start; i < start + length; i++) {
      if (bytes[i] < 0) {
        return decode(start, length);
      }
    }
    return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
  }

  private String decode(int start, int length) {
    StringBuilder decoded = new StringBuilder(length);
    int i = start;
    while (i < start + length) {
      int b = bytes[i++] & 0xff;
      if (b < 0x80) {
        decoded.append((char) b);
      } else if (b < 0xe0) {
        decoded.append((char) ((b & 0x1f) << 6 | bytes[i++] & 0x3f));
      } else {
        decoded.append((char) ((b & 0xf) << 12 | (bytes[i] & 0x3f) << 6 | bytes[i + 1] & 0x3f));
        i += 2;
      }
    }
    return decoded.toString();
  }

  private int next() {
    int value = raw.u2(offset);
    offset += 2;
    return value;
  }
}
