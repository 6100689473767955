package dev.jpgo.agent.world;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables of a class file (JVMS 4.1) without ASM and almost without strings: this runs
 * inside every class definition, interpreted where that is all the VM can do.
 */
final class ClassShapeReader {
  private static final int STATIC_OR_PRIVATE = 0x000a;

  private final byte[] bytes;
  private final int[] constants;
  private int offset;
  private boolean mayRunLong;

  ClassShapeReader(byte[] bytes) {
    this.bytes = bytes;
    ConstantOffsets read = ConstantOffsets.of(bytes);
    constants = read.constants();
    offset = read.end();
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
    for (int fields = next(); fields > 0; fields--) {
      offset += 6;
      skipAttributes();
    }
    int methods = next();
    int[] virtuals = virtuals(methods);
    return new ClassShape(name, access, superName, interfaces, virtuals, methods, mayRunLong);
  }

  private int[] virtuals(int methods) {
    int[] selectors = new int[methods];
    int count = 0;
    for (int i = 0; i < methods; i++) {
      int flags = next();
      int nameAt = constants[next()];
      int typeAt = constants[next()];
      mayRunLong |= isEntry(nameAt + 3, u2(nameAt + 1));
      if ((flags & STATIC_OR_PRIVATE) == 0 && bytes[nameAt + 3] != '<') {
        selectors[count++] =
            Selector.of(bytes, nameAt + 3, u2(nameAt + 1), typeAt + 3, u2(typeAt + 1));
      }
      skipAttributes();
    }
    int[] result = Arrays.copyOf(selectors, count);
    Arrays.sort(result);
    return result;
  }

  private boolean isEntry(int at, int length) {
    return (length == 3 || length == 4)
        && ClassShape.isEntryName(new String(bytes, at, length, StandardCharsets.ISO_8859_1));
  }

  private void skipAttributes() {
    for (int attributes = next(); attributes > 0; attributes--) {
      offset += 6 + (u2(offset + 2) << 16 | u2(offset + 4));
    }
  }

  private @Nullable String className(int index) {
    if (index == 0) {
      return null;
    }
    int utf8 = constants[u2(constants[index] + 1)];
    return modifiedUtf8(utf8 + 3, u2(utf8 + 1));
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
    int value = u2(offset);
    offset += 2;
    return value;
  }

  private int u2(int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }
}
