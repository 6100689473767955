package dev.jpgo.jmh.runner;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of one thread, from Linux's {@code /proc/thread-self/schedstat}: on a busy machine
 * it is the steadier measure. Not {@code ThreadMXBean}, which loads several hundred classes into
 * the JVM that is measured.
 */
final class CpuClock {
  private final @Nullable RandomAccessFile file;
  private final byte[] buffer = new byte[64];

  private CpuClock(@Nullable RandomAccessFile file) {
    this.file = file;
  }

  /** The calling thread's clock; that of the wall where the system has none. */
  static CpuClock ofThisThread() {
    try {
      return new CpuClock(new RandomAccessFile("/proc/thread-self/schedstat", "r"));
    } catch (IOException absent) {
      return new CpuClock(null);
    }
  }

  /**
   * Nanoseconds on a processor so far, as of the last time the system counted: it does so every few
   * milliseconds, and when the thread gives way to another.
   */
  long nanos() {
    if (file == null) {
      return System.nanoTime();
    }
    try {
      file.seek(0);
      int length = file.read(buffer, 0, buffer.length);
      int end = 0;
      while (end < length && buffer[end] != ' ') {
        end++;
      }
      return Long.parseLong(new String(buffer, 0, end, StandardCharsets.US_ASCII));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
