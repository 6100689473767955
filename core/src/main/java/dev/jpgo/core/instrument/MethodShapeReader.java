package dev.jpgo.core.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;

/** Walks the method table of a class file (JVMS 4.1) to the code of each method. */
final class MethodShapeReader {
  private final ClassReader reader;
  private final char[] buffer;
  private int offset;

  MethodShapeReader(ClassReader reader) {
    this.reader = reader;
    this.buffer = new char[reader.getMaxStringLength()];
  }

  List<MethodShape> read() {
    offset = reader.header + 6;
    offset += 2 + 2 * reader.readUnsignedShort(offset);
    for (int fields = u2(); fields > 0; fields--) {
      offset += 6;
      skipAttributes();
    }
    int count = u2();
    List<MethodShape> shapes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      shapes.add(method());
    }
    return shapes;
  }

  private MethodShape method() {
    String name = reader.readUTF8(offset + 2, buffer);
    offset += 6;
    MethodShape shape = new MethodShape(name, 0, 0, false, 0, false, false);
    for (int attributes = u2(); attributes > 0; attributes--) {
      if (reader.readUTF8(offset, buffer).equals("Code")) {
        shape = MethodShape.scan(name, reader, offset + 14, reader.readInt(offset + 10));
      }
      offset += 6 + reader.readInt(offset + 2);
    }
    return shape;
  }

  private void skipAttributes() {
    for (int attributes = u2(); attributes > 0; attributes--) {
      offset += 6 + reader.readInt(offset + 2);
    }
  }

  private int u2() {
    int value = reader.readUnsignedShort(offset);
    offset += 2;
    return value;
  }
}
