package dev.jpgo.core.profile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The texts of several profiles, each kept once: names of classes and methods, mostly. Reading many
 * files of one program this way makes them cheaper to read, since a text that is known is found by
 * its bytes and never made, and cheaper to merge, since equal texts are then the same object. Grows
 * with the number of different texts. Not safe for several threads.
 */
public final class Texts {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** A text, and the bytes it stands for in a file. */
  private record Known(byte[] bytes, int hash, String text) {}

  private @Nullable Known[] table = new Known[1024];
  private int size;

  /** The text of these bytes, or null when it has not been seen. */
  @Nullable String find(byte[] bytes, int from, int to) {
    int hash = hash(bytes, from, to);
    for (int at = hash & table.length - 1; ; at = at + 1 & table.length - 1) {
      Known known = table[at];
      if (known == null) {
        return null;
      }
      if (known.hash == hash
          && Arrays.equals(known.bytes, 0, known.bytes.length, bytes, from, to)) {
        return known.text;
      }
    }
  }

  /** Keeps the text of these bytes, which {@link #find} did not know. */
  void add(byte[] bytes, int from, int to, String text) {
    if (++size > table.length / 2) {
      grow();
    }
    put(new Known(Arrays.copyOfRange(bytes, from, to), hash(bytes, from, to), text));
  }

  private void grow() {
    @Nullable Known[] before = table;
    table = new Known[2 * before.length];
    for (Known known : before) {
      if (known != null) {
        put(known);
      }
    }
  }

  private void put(Known known) {
    int at = known.hash & table.length - 1;
    while (table[at] != null) {
      at = at + 1 & table.length - 1;
    }
    table[at] = known;
  }

  private static int hash(byte[] bytes, int from, int to) {
    long hash = to - from;
    int at = from;
    for (; at <= to - 8; at += 8) {
      hash = (hash ^ (long) EIGHT_BYTES.get(bytes, at)) * MIX;
      hash ^= hash >>> 32;
    }
    for (; at < to; at++) {
      hash = (hash ^ bytes[at]) * MIX;
    }
    return (int) (hash ^ hash >>> 32);
  }
}
