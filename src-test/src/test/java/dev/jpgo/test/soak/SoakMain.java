package dev.jpgo.test.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A server and its client in one JVM. Each period one line: requests, wrong answers, median, 99th
 * percentile and maximum of latency in microseconds, then after a collection in kilobytes the heap
 * in use, the metaspace in use, and what the VM calls so, which includes what it has freed and
 * keeps for the next use. Arguments: seconds of a period, periods, requests a second.
 */
public final class SoakMain {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Of both spaces together. */
  private static final Pattern FREED =
      Pattern.compile("Both: .* deallocated: \\d+ blocks with ([0-9.]+) KB");

  private SoakMain() {}

  public static void main(String[] arguments) throws Exception {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // or each answer waits for 40 ms
    long seconds = Long.parseLong(arguments[0]);
    int periods = Integer.parseInt(arguments[1]);
    long spacing = 1_000_000_000L / Long.parseLong(arguments[2]);
    try (Server server = new Server()) {
      URL url = URI.create("http://127.0.0.1:" + server.port() + "/").toURL();
      for (int period = 0; period < periods; period++) {
        System.out.println(period(url, seconds, spacing));
        System.out.flush();
      }
    }
    System.exit(0);
  }

  private static String period(URL url, long seconds, long spacing) throws Exception {
    long begin = System.nanoTime();
    long[] latencies = new long[(int) (seconds * 1_000_000_000L / spacing)];
    int wrong = 0;
    int done = 0;
    while (done < latencies.length && System.nanoTime() - begin < seconds * 1_000_000_000L) {
      long due = begin + done * spacing;
      while (System.nanoTime() < due) {
        Thread.sleep(1);
      }
      long start = System.nanoTime();
      wrong += isRight(url, done) ? 0 : 1;
      latencies[done++] = System.nanoTime() - start;
    }
    long[] sorted = Arrays.copyOf(latencies, done);
    Arrays.sort(sorted);
    System.gc();
    long metaspace = metaspace() / 1024;
    return String.format(
        Locale.ROOT,
        "%d %d %d %d %d %d %d %d",
        done,
        wrong,
        sorted[done / 2] / 1000,
        sorted[done * 99 / 100] / 1000,
        sorted[done - 1] / 1000,
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024,
        metaspace - freedMetaspace(),
        metaspace);
  }

  private static boolean isRight(URL url, int id) throws IOException {
    ObjectNode request = MAPPER.createObjectNode();
    request.put("id", id);
    ArrayNode items = request.putArray("items");
    long sum = 0;
    for (int i = 0; i < 5 + id % 7; i++) {
      items.addObject().put("name", "item" + i).put("price", 10 + i).put("count", id % 50);
      sum += (10L + i) * (id % 50);
    }
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    connection.setDoOutput(true);
    connection.getOutputStream().write(MAPPER.writeValueAsBytes(request));
    JsonNode answer = MAPPER.readTree(connection.getInputStream());
    return answer.get("id").asInt() == id
        && answer.get("names").size() == 5 + id % 7
        && answer.get("names").get(4).asText().equals("ITEM4")
        && answer.get("total").asLong() == expected(sum);
  }

  /** What {@link Pricing} answers, another way. */
  private static long expected(long sum) {
    long rest = Math.max(0, sum - 1000);
    return sum - String.valueOf(rest).chars().mapToLong(digit -> digit - '0').sum();
  }

  private static long metaspace() {
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().equals("Metaspace")) {
        return pool.getUsage().getUsed();
      }
    }
    throw new IllegalStateException("no metaspace");
  }

  /** In kilobytes: what {@code jcmd PID VM.metaspace} calls deallocated. */
  private static long freedMetaspace() throws JMException {
    Object report =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "vmMetaspace",
                new Object[] {new String[] {"scale=KB"}},
                new String[] {String[].class.getName()});
    Matcher freed = FREED.matcher(report.toString());
    if (!freed.find()) {
      throw new IllegalStateException("no deallocated metaspace in " + report);
    }
    return Math.round(Double.parseDouble(freed.group(1)));
  }
}
