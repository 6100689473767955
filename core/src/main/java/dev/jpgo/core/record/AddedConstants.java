package dev.jpgo.core.record;

import dev.jpgo.core.instrument.ByteSink;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Constants that come behind those of a class file. Texts are those of {@link RawText}. */
final class AddedConstants {
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int NAME_AND_TYPE = 12;

  private final ByteSink sink = new ByteSink(512);
  private final Map<String, Integer> known = new HashMap<>();
  private int count;

  /**
   * @param count of the constants there are, one more than the last one's index
   */
  AddedConstants(int count) {
    this.count = count;
  }

  /** The number of constants, as a class file counts them. */
  int count() {
    return count;
  }

  byte[] toBytes() {
    return sink.toBytes();
  }

  int utf8(String text) {
    Integer before = known.get("u" + text);
    if (before != null) {
      return before;
    }
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    sink.u1(UTF8).u2(bytes.length).copy(bytes, 0, bytes.length);
    return add("u" + text);
  }

  int string(String text) {
    return one("s" + text, STRING, utf8(text));
  }

  int type(String name) {
    return one("c" + name, CLASS, utf8(name));
  }

  int field(String owner, String name, String descriptor) {
    return member(FIELD, owner, name, descriptor);
  }

  int method(String owner, String name, String descriptor) {
    return member(METHOD, owner, name, descriptor);
  }

  private int member(int tag, String owner, String name, String descriptor) {
    String key = "m" + owner + '.' + name + ':' + descriptor;
    Integer before = known.get(key);
    if (before != null) {
      return before;
    }
    int type = type(owner);
    int nameIndex = utf8(name);
    int descriptorIndex = utf8(descriptor);
    sink.u1(NAME_AND_TYPE).u2(nameIndex).u2(descriptorIndex);
    int pair = count++;
    sink.u1(tag).u2(type).u2(pair);
    return add(key);
  }

  private int one(String key, int tag, int of) {
    Integer before = known.get(key);
    if (before != null) {
      return before;
    }
    sink.u1(tag).u2(of);
    return add(key);
  }

  private int add(String key) {
    int index = count++;
    known.put(key, index);
    return index;
  }
}
