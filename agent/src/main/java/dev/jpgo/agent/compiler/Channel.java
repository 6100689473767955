package dev.jpgo.agent.compiler;

import dev.jpgo.core.cache.Source;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Messages over two streams: a byte that says what it is, four with the length of the body, the
 * body. Not thread-safe.
 */
final class Channel implements Closeable {
  /** What a message is. */
  enum Kind {
    /** From the server, once: it is there. */
    READY,
    /** To the server: how it is to optimize. */
    SETTING,
    /** To the server: a method. */
    JOB,
    /** From the server: something that the optimizer needs to know. */
    QUERY,
    /** To the server: that. */
    ANSWER,
    /** To the server: there is no answer, the job is off. */
    REFUSAL,
    /** From the server: what became of the method. */
    MADE,
    /** From the server: the bytes of a class would be needed that are not here now. */
    UNKNOWN_BYTES,
    /** From the server: the optimizer failed; one line that says how. */
    FAILED
  }

  /** One message. */
  record Message(Kind kind, Source body) {}

  /** No message is longer: what claims to be has lost its step. */
  private static final int LONGEST = 64 << 20;

  private static final Kind[] KINDS = Kind.values();

  private final InputStream in;
  private final OutputStream out;
  private final byte[] head = new byte[5];

  Channel(InputStream in, OutputStream out) {
    this.in = in;
    this.out = new BufferedOutputStream(out, 1 << 16);
  }

  /**
   * Sends a message.
   *
   * @throws EOFException when the other side has gone
   */
  void send(Kind kind, byte[] body) throws EOFException {
    try {
      out.write(kind.ordinal());
      for (int shift = 24; shift >= 0; shift -= 8) {
        out.write(body.length >>> shift);
      }
      out.write(body);
      out.flush();
    } catch (IOException gone) {
      throw ended(gone);
    }
  }

  /**
   * Waits for the next message.
   *
   * @throws EOFException when the other side has gone
   * @throws IOException when it speaks another language
   */
  Message receive() throws IOException {
    read(head);
    int length = 0;
    for (int i = 1; i < head.length; i++) {
      length = length << 8 | head[i] & 0xFF;
    }
    if (head[0] < 0 || head[0] >= KINDS.length || length < 0 || length > LONGEST) {
      throw new IOException("no message of jpgo's");
    }
    byte[] body = new byte[length];
    read(body);
    return new Message(KINDS[head[0]], new Source(body));
  }

  /** A stream of a process that has ended is closed meanwhile, or just ends. */
  private void read(byte[] bytes) throws EOFException {
    try {
      if (in.readNBytes(bytes, 0, bytes.length) == bytes.length) {
        return;
      }
    } catch (IOException gone) {
      throw ended(gone);
    }
    throw ended(null);
  }

  private static EOFException ended(@Nullable IOException cause) {
    EOFException ended = new EOFException("the other process has ended");
    ended.initCause(cause);
    return ended;
  }

  @Override
  public void close() throws IOException {
    in.close();
    out.close();
  }
}
