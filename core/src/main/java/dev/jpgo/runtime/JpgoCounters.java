package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The counters that probes add to: chunks of 32768 longs, so that the index inside a chunk fits
 * {@code sipush} and nothing is ever copied. Each chunk is the constant {@code c} of a class of its
 * own, {@code JpgoChunk0} and so on, which is generated and initialized before code that uses it is
 * installed. A probe is {@code getstatic c; sipush i; dup2; laload; lconst_1; ladd; lastore}: no
 * call, no branch, no exception, and next to nothing in compiled code, since a compiler knows
 * address and length of an array that is a constant.
 *
 * <p>Additions are not atomic: threads that hit one counter at the same time lose increments, and a
 * reader may see a value that is a moment old. Longs are never torn on 64-bit VMs; on a 32-bit VM a
 * torn read can show half of a carry (JLS 17.7), so readers must treat a count as an estimate.
 */
public final class JpgoCounters {
  /** Counters in a chunk. */
  public static final int CHUNK = 32768;

  /** Bound on the number of chunks. */
  public static final int CHUNKS = 128;

  private static final long[] @Nullable [] TABLE = new long[CHUNKS][];

  private JpgoCounters() {}

  /**
   * A chunk, allocated at the first call.
   *
   * @throws ArrayIndexOutOfBoundsException when there is no such chunk
   */
  public static synchronized long[] chunk(int index) {
    long[] chunk = TABLE[index];
    if (chunk == null) {
      chunk = new long[CHUNK];
      TABLE[index] = chunk;
    }
    return chunk;
  }

  /** Value of a counter; 0 when it was never allocated. */
  public static long read(int counter) {
    long[] chunk = TABLE[counter / CHUNK];
    return chunk == null ? 0 : chunk[counter % CHUNK];
  }

  /** Sets a counter. Increments that race with it may be lost or survive it. */
  public static void write(int counter, long value) {
    long[] chunk = TABLE[counter / CHUNK];
    if (chunk != null) {
      chunk[counter % CHUNK] = value;
    }
  }
}
