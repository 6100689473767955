package dev.jpgo.test.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An HTTP server of the JDK that answers JSON with JSON by way of Jackson; each hundredth answer is
 * computed by a class of a loader that lives as long as the request.
 */
final class Server implements AutoCloseable {
  private static final int THREADS = 4;

  private final ObjectMapper mapper = new ObjectMapper();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final HttpServer server;

  Server() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = mapper.writeValueAsBytes(answer(mapper.readTree(exchange.getRequestBody())));
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode answer(JsonNode request) throws ReflectiveOperationException {
    int id = request.get("id").asInt();
    ObjectNode answer = mapper.createObjectNode();
    answer.put("id", id);
    ArrayNode names = answer.putArray("names");
    long sum = 0;
    for (JsonNode item : request.get("items")) {
      names.add(item.get("name").asText().toUpperCase(java.util.Locale.ROOT));
      sum += item.get("price").asLong() * item.get("count").asLong();
    }
    Pricing pricing = id % 100 == 0 ? new Churn().pricing() : new Pricing.Plain();
    answer.put("total", pricing.total(sum));
    return answer;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** A loader for one request. */
  private static final class Churn extends ClassLoader {
    Churn() {
      super(Churn.class.getClassLoader());
    }

    Pricing pricing() throws ReflectiveOperationException {
      String name = Pricing.Plain.class.getName();
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        Class<?> own = defineClass(name, bytes, 0, bytes.length);
        return (Pricing) own.getConstructor().newInstance();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
