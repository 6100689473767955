package dev.jpgo.jmh.experiment.subject;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.util.Headers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Undertow answers {@code /plaintext} on a port of its choice, which it prints, until its standard
 * input ends. {@code arguments[0]} tells how many threads serve.
 */
public final class HttpSubject {
  /** What it answers. */
  public static final String GREETING = "Hello, World!";

  private HttpSubject() {}

  public static void main(String[] arguments) throws IOException {
    System.setProperty("org.jboss.logging.provider", "slf4j");
    Undertow server =
        Undertow.builder()
            .addHttpListener(0, InetAddress.getLoopbackAddress().getHostAddress())
            .setIoThreads(Integer.parseInt(arguments[0]))
            .setWorkerThreads(1)
            .setHandler(
                Handlers.path()
                    .addExactPath(
                        "/plaintext",
                        exchange -> {
                          exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
                          exchange.getResponseSender().send(GREETING);
                        }))
            .build();
    server.start();
    InetSocketAddress address = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
    System.out.println("port " + address.getPort());
    while (System.in.read() >= 0) {
      // orders are none; the end of them is one
    }
    server.stop();
    System.exit(0);
  }
}
