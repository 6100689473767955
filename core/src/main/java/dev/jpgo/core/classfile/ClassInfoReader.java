package dev.jpgo.core.classfile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Walks the tables of a class file (JVMS 4.1) without decoding any code: some ten times cheaper
 * than a visitor, which matters where this very code is interpreted.
 */
final class ClassInfoReader {
  private static final String CALLER_SENSITIVE = "/CallerSensitive;";

  private final ClassReader reader;
  private final char[] buffer;
  private int offset;

  ClassInfoReader(ClassReader reader) {
    this.reader = reader;
    this.buffer = new char[reader.getMaxStringLength()];
    this.offset = reader.header;
  }

  ClassInfo read() {
    int version = reader.readUnsignedShort(6);
    int access = u2();
    String name = reader.readClass(skip(2), buffer);
    @Nullable String superName = reader.readClass(skip(2), buffer);
    List<String> interfaces = new ArrayList<>();
    for (int count = u2(); count > 0; count--) {
      interfaces.add(reader.readClass(skip(2), buffer));
    }
    List<FieldInfo> fields = new ArrayList<>();
    for (int count = u2(); count > 0; count--) {
      int flags = u2();
      fields.add(new FieldInfo(utf8(), utf8(), flags));
      for (int attributes = u2(); attributes > 0; attributes--) {
        offset += 6 + reader.readInt(offset + 2);
      }
    }
    List<MethodInfo> methods = new ArrayList<>();
    for (int count = u2(); count > 0; count--) {
      methods.add(method(methods.size()));
    }
    String sourceFile = null;
    String nestHost = null;
    boolean enclosed = false;
    @Nullable String simpleName = name.substring(name.lastIndexOf('/') + 1);
    boolean inner = false;
    boolean sealed = false;
    for (int attributes = u2(); attributes > 0; attributes--) {
      String attribute = utf8();
      int length = reader.readInt(skip(4));
      if (attribute.equals("SourceFile")) {
        sourceFile = reader.readUTF8(offset, buffer);
      } else if (attribute.equals("NestHost")) {
        nestHost = reader.readClass(offset, buffer);
      } else if (attribute.equals("PermittedSubclasses")) {
        sealed = true;
      } else if (attribute.equals("EnclosingMethod")) {
        enclosed = true;
      } else if (attribute.equals("InnerClasses")) {
        int entry = ownEntry(name);
        if (entry >= 0) {
          inner = true;
          simpleName = innerName(entry, name);
          enclosed |= reader.readUnsignedShort(entry + 2) != 0;
        }
      }
      offset += length;
    }
    return new ClassInfo(
        version,
        access,
        name,
        superName,
        List.copyOf(interfaces),
        sourceFile,
        nestHost,
        inner == enclosed ? simpleName : null,
        sealed,
        List.copyOf(methods),
        List.copyOf(fields));
  }

  /** Where the table of inner classes (JVMS 4.7.6) names the class itself, or -1. */
  private int ownEntry(String name) {
    int count = reader.readUnsignedShort(offset);
    for (int i = 0, at = offset + 2; i < count; i++, at += 8) {
      if (name.equals(reader.readClass(at, buffer))) {
        return at;
      }
    }
    return -1;
  }

  private @Nullable String innerName(int entry, String name) {
    if (reader.readUnsignedShort(entry + 4) == 0) {
      return null;
    }
    boolean member = reader.readUnsignedShort(entry + 2) != 0;
    return !member || name.startsWith(reader.readClass(entry + 2, buffer) + '$')
        ? reader.readUTF8(entry + 4, buffer)
        : null;
  }

  private MethodInfo method(int ordinal) {
    int flags = u2();
    String name = utf8();
    String descriptor = utf8();
    int codeLength = 0;
    boolean callerSensitive = false;
    for (int attributes = u2(); attributes > 0; attributes--) {
      String attribute = utf8();
      int length = reader.readInt(skip(4));
      if (attribute.equals("Code")) {
        codeLength = reader.readInt(offset + 4);
      } else if (attribute.equals("RuntimeVisibleAnnotations")) {
        callerSensitive = isCallerSensitive(offset);
      }
      offset += length;
    }
    return new MethodInfo(name, descriptor, flags, ordinal, codeLength, callerSensitive);
  }

  /**
   * Whether the annotations at {@code at} include CallerSensitive. Annotations with elements are
   * not parsed past: what follows one counts as caller-sensitive if the constant pool knows the
   * name at all.
   */
  private boolean isCallerSensitive(int at) {
    int count = reader.readUnsignedShort(at);
    int next = at + 2;
    for (int i = 0; i < count; i++, next += 4) {
      if (reader.readUTF8(next, buffer).endsWith(CALLER_SENSITIVE)) {
        return true;
      }
      if (reader.readUnsignedShort(next + 2) != 0) {
        return i + 1 < count && poolNamesCallerSensitive();
      }
    }
    return false;
  }

  private boolean poolNamesCallerSensitive() {
    for (int item = 1; item < reader.getItemCount(); item++) {
      int start = reader.getItem(item);
      if (start > 0 && reader.readByte(start - 1) == 1) {
        int length = reader.readUnsignedShort(start);
        if (length >= CALLER_SENSITIVE.length() && endsWith(start + 2 + length)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean endsWith(int end) {
    int start = end - CALLER_SENSITIVE.length();
    for (int i = 0; i < CALLER_SENSITIVE.length(); i++) {
      if (reader.readByte(start + i) != CALLER_SENSITIVE.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private int u2() {
    return reader.readUnsignedShort(skip(2));
  }

  private String utf8() {
    return reader.readUTF8(skip(2), buffer);
  }

  private int skip(int bytes) {
    int at = offset;
    offset += bytes;
    return at;
  }
}
