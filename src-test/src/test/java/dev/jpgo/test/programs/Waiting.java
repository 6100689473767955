package dev.jpgo.test.programs;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A client that waits for each answer in a stream, which it locks. Arguments: see {@link Awaited}.
 * Prints what does not hang on how long that was.
 */
public final class Waiting {
  /** The client; the loop of {@link #main} is not in its class. */
  static final class Work {
    private Work() {}

    static int exchange(InputStream in, OutputStream out) throws IOException {
      int sum = 0;
      for (int i = 0; i < 200; i++) {
        out.write(i);
        sum += in.read();
      }
      return sum;
    }
  }

  private Waiting() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    boolean same = true;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      Thread echo = new Thread(() -> echo(accepted));
      echo.setDaemon(true);
      echo.start();
      client.setTcpNoDelay(true);
      accepted.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(client.getInputStream());
      Awaited awaited = new Awaited(arguments);
      while (awaited.goesOn()) {
        same &= Work.exchange(in, client.getOutputStream()) == 19_900;
        Thread.sleep(1);
      }
    }
    System.out.println(same);
  }

  private static void echo(Socket socket) {
    try {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException e) {
      return; // the other side has ended
    }
  }
}
