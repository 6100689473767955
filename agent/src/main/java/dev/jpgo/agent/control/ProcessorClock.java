package dev.jpgo.agent.control;

import java.io.IOException;
import java.io.RandomAccessFile;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of the calling thread. Read from Linux's scheduler, where it costs 3 us and no
 * class that is not loaded anyway; {@code ThreadMXBean} would load 250 classes in 60 to 90 ms on an
 * interpreter. Elsewhere wall-clock time stands in. The kernel brings the figure up to date at each
 * tick of its clock, so that single spans are a few milliseconds off, and sums are not.
 *
 * <p>Belongs to one thread: the file that is opened first is that thread's.
 */
final class ProcessorClock {
  private static final String FILE = "/proc/thread-self/schedstat";

  private final byte[] buffer = new byte[32];
  private @Nullable RandomAccessFile file;
  private long last;
  private boolean unavailable;

  /** Nanoseconds since some moment in the past. */
  long nanos() {
    if (unavailable) {
      return System.nanoTime();
    }
    try {
      last = read();
    } catch (IOException | SecurityException e) {
      if (last == 0) {
        unavailable = true; // no Linux, or one without the figure
        return System.nanoTime();
      }
    }
    return last;
  }

  private long read() throws IOException {
    RandomAccessFile open = file;
    if (open == null) {
      open = new RandomAccessFile(FILE, "r");
      file = open;
    }
    open.seek(0);
    int length = open.read(buffer);
    long value = 0;
    int at = 0;
    for (; at < length && buffer[at] >= '0' && buffer[at] <= '9'; at++) {
      value = value * 10 + buffer[at] - '0';
    }
    if (value == 0) {
      throw new IOException("no figure in " + FILE);
    }
    return value;
  }
}
