package dev.jpgo.core.classfile;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Finds the line numbers of a class file and packs them for {@link LineTable}. */
final class LineTableReader {
  /**
   * A method with code: hashes of its name and descriptor, packed lines, position in the class
   * file.
   */
  record Lines(int name, int descriptor, byte[] lines, int ordinal) {}

  private final byte[] classFile;
  private final ClassReader reader;
  private final char[] buffer;
  private int offset;

  final List<Lines> methods = new ArrayList<>();
  @Nullable String sourceFile;

  LineTableReader(byte[] classFile) {
    this.classFile = classFile;
    this.reader = new ClassReader(classFile);
    this.buffer = new char[reader.getMaxStringLength()];
    this.offset = reader.header;
  }

  void read() {
    skip(6);
    skip(2 * u2());
    for (int count = u2(); count > 0; count--) {
      skip(6);
      skipAttributes();
    }
    int count = u2();
    for (int ordinal = 0; ordinal < count; ordinal++) {
      method(ordinal);
    }
    for (int attributes = u2(); attributes > 0; attributes--) {
      boolean isSourceFile = utf8().equals("SourceFile");
      int length = u4();
      if (isSourceFile) {
        sourceFile = reader.readUTF8(offset, buffer);
      }
      skip(length);
    }
  }

  private void method(int ordinal) {
    skip(2);
    int name = utf8().hashCode();
    int descriptor = utf8().hashCode();
    for (int attributes = u2(); attributes > 0; attributes--) {
      boolean isCode = utf8().equals("Code");
      int end = u4();
      end += offset;
      if (isCode) {
        methods.add(new Lines(name, descriptor, code(), ordinal));
      }
      offset = end;
    }
  }

  private byte[] code() {
    skip(4);
    int length = u4();
    skip(length);
    skip(8 * u2());
    List<int[]> entries = new ArrayList<>();
    for (int attributes = u2(); attributes > 0; attributes--) {
      boolean isLines = utf8().equals("LineNumberTable");
      int end = u4();
      end += offset;
      if (isLines) {
        for (int count = u2(); count > 0; count--) {
          entries.add(new int[] {u2(), u2()});
        }
      }
      offset = end;
    }
    return pack(length, entries);
  }

  private static byte[] pack(int length, List<int[]> entries) {
    int[][] sorted = entries.toArray(new int[0][]);
    sort(sorted);
    ByteArrayOutputStream out = new ByteArrayOutputStream(2 + 2 * sorted.length);
    write(out, length);
    int at = 0;
    int line = 0;
    for (int[] entry : sorted) {
      write(out, entry[0] - at);
      int delta = entry[1] - line;
      write(out, delta << 1 ^ delta >> 31);
      at = entry[0];
      line = entry[1];
    }
    return out.toByteArray();
  }

  /** By position; javac's are sorted, though JVMS 4.7.12 asks no order. */
  private static void sort(int[][] entries) {
    for (int i = 1; i < entries.length; i++) {
      int[] entry = entries[i];
      int at = i;
      for (; at > 0 && entries[at - 1][0] > entry[0]; at--) {
        entries[at] = entries[at - 1];
      }
      entries[at] = entry;
    }
  }

  private static void write(ByteArrayOutputStream out, int value) {
    for (; (value & ~0x7f) != 0; value >>>= 7) {
      out.write(value & 0x7f | 0x80);
    }
    out.write(value);
  }

  /** The calls of a method, packed; the method is by its place in {@link #methods}. */
  byte[] calls(int method) {
    CallReader calls = new CallReader(classFile);
    calls.out.write(0);
    int wanted = methods.get(method).ordinal();
    calls.accept(
        new ClassVisitor(Opcodes.ASM9) {
          private int ordinal;

          @Override
          public @Nullable MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return ordinal++ == wanted ? new Calls(calls) : null;
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return calls.out.toByteArray();
  }

  /** ASM tells positions to its readers alone. */
  private static final class CallReader extends ClassReader {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int position;
    private int last;

    CallReader(byte[] classFile) {
      super(classFile);
    }

    @Override
    protected void readBytecodeInstructionOffset(int bytecodeOffset) {
      position = bytecodeOffset;
    }

    void call(String name) {
      write(out, position - last);
      write(out, name.hashCode() & 0x3fff);
      last = position;
    }
  }

  private static final class Calls extends MethodVisitor {
    private final CallReader reader;

    Calls(CallReader reader) {
      super(Opcodes.ASM9);
      this.reader = reader;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      reader.call(name);
    }
  }

  private void skipAttributes() {
    for (int attributes = u2(); attributes > 0; attributes--) {
      skip(2);
      int length = u4();
      skip(length);
    }
  }

  private int u2() {
    return reader.readUnsignedShort(skip(2));
  }

  private int u4() {
    return reader.readInt(skip(4));
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
