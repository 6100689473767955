package dev.jpgo.jmh.experiment;

import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.experiment.subject.HttpSubject;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection that stays open, and one request after the other on it. */
final class HttpConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final byte[] REQUEST =
      ("GET /plaintext HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain,text/html;q=0.9,"
              + "application/xhtml+xml;q=0.9,application/xml;q=0.8,*/*;q=0.7\r\n"
              + "Connection: keep-alive\r\n\r\n")
          .getBytes(StandardCharsets.US_ASCII);

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final byte[] line = new byte[512];

  HttpConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /**
   * Asks, and reads the answer.
   *
   * @throws ForkFailure if it is not the greeting
   */
  void request() throws IOException {
    out.write(REQUEST);
    String status = line();
    int length = -1;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.regionMatches(true, 0, "Content-Length: ", 0, 16)) {
        length = Integer.parseInt(header.substring(16));
      }
    }
    if (length < 0 || !status.endsWith(" 200 OK")) {
      throw new ForkFailure("the server answered " + status);
    }
    String body = new String(in.readNBytes(length), StandardCharsets.US_ASCII);
    if (!body.equals(HttpSubject.GREETING)) {
      throw new ForkFailure("the server answered " + body);
    }
  }

  private String line() throws IOException {
    int length = 0;
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0 || length == line.length) {
        throw new ForkFailure("the server's answer is cut off, or longer than expected");
      }
      line[length++] = (byte) c;
    }
    return new String(line, 0, Math.max(0, length - 1), StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
