package dev.jpgo.jmh.workload;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.xnio.Options;

/**
 * Undertow routes and answers requests that a plain socket of the same process sends one after the
 * other over loopback: paths with parameters, queries, cookies and forms of headers.
 */
public final class UndertowWorkload implements Workload {
  private static final int REQUESTS = 150;
  private static final int TIMEOUT_MILLIS = 60_000;

  private final Socket socket = new Socket();
  private final InputStream in;
  private final OutputStream out;

  public UndertowWorkload() throws IOException {
    System.setProperty("org.jboss.logging.provider", "slf4j");
    HttpHandler routes =
        Handlers.routing()
            .get("/orders/{id}/items/{item}", UndertowWorkload::item)
            .get("/search", UndertowWorkload::search)
            .get("/plain", exchange -> exchange.getResponseSender().send("Hello, World!"));
    Undertow server =
        Undertow.builder()
            .addHttpListener(0, InetAddress.getLoopbackAddress().getHostAddress())
            .setIoThreads(1)
            .setWorkerThreads(1)
            .setWorkerOption(Options.THREAD_DAEMON, true)
            .setHandler(routes)
            .build();
    server.start();
    socket.connect((InetSocketAddress) server.getListenerInfo().get(0).getAddress());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  private static void item(HttpServerExchange exchange) {
    int id = Integer.parseInt(parameter(exchange, "id"));
    String item = parameter(exchange, "item");
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
    exchange
        .getResponseSender()
        .send("{\"id\":" + id + ",\"item\":\"" + item + "\",\"price\":" + id * 37 % 101 + "}");
  }

  private static String parameter(HttpServerExchange exchange, String name) {
    Deque<String> values = exchange.getQueryParameters().get(name);
    if (values == null) {
      throw new IllegalArgumentException("the path has no " + name);
    }
    return values.getFirst();
  }

  private static void search(HttpServerExchange exchange) {
    StringBuilder body = new StringBuilder("<ul>");
    for (Map.Entry<String, Deque<String>> entry :
        new TreeMap<>(exchange.getQueryParameters()).entrySet()) {
      body.append("<li>").append(entry.getKey()).append('=').append(entry.getValue());
    }
    body.append(exchange.getRequestHeaders().getFirst(Headers.ACCEPT_LANGUAGE));
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/html");
    exchange.getResponseSender().send(body.append("</ul>").toString());
  }

  @Override
  public long iterate() throws IOException {
    Checksum checksum = new Checksum();
    for (int i = 0; i < REQUESTS; i++) {
      String path =
          switch (i % 3) {
            case 0 -> "/orders/" + i + "/items/article%20" + i * 7;
            case 1 -> "/search?q=word" + i + "&page=" + i % 5 + "&q=other+word&sort=up";
            default -> "/plain";
          };
      checksum.add(request(path));
    }
    return checksum.value();
  }

  private String request(String path) throws IOException {
    String head =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: jpgo\r\nAccept: text/html, */*;q=0.8\r\n"
            + "Accept-Language: en;q=0.7\r\nCookie: session=abc; theme=dark\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    int length = -1;
    String status = line();
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (line.regionMatches(true, 0, "Content-Length: ", 0, 16)) {
        length = Integer.parseInt(line.substring(16));
      }
    }
    if (length < 0 || !status.endsWith("200 OK")) {
      throw new IOException("unexpected answer to " + path + ": " + status);
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the server closed the connection after " + line);
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
