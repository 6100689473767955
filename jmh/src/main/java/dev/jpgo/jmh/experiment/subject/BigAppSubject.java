package dev.jpgo.jmh.experiment.subject;

import dev.jpgo.api.Jpgo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * A large application: {@code METHODS CALLS}. Loads generated classes with so many methods, calls
 * each so often, then serves requests. Of the classes that one calls nine in ten are of the same
 * hundred, which are critical; the others are any. Prints the bytes in use after loading a tenth of
 * the methods, and at the end.
 *
 * <p>In between it takes orders. {@code tell NAME} has it print {@code NAME p50 p99 max count},
 * latencies of the requests since the last such order in milliseconds. {@code gate SECONDS} has it
 * wait, beside the requests, until the agent has nothing to do, and print {@code gate idle SECONDS}
 * or {@code gate busy SECONDS}. It ends with its standard input and prints a checksum of one call
 * of every method.
 */
public final class BigAppSubject {
  private static final int CLASSES_IN_A_REQUEST = 50;
  private static final int CRITICAL = 100;

  private final IntUnaryOperator[] classes;
  private final Orders orders = new Orders();
  private long[] latencies = new long[1 << 16];
  private int requests;
  private int seed = 1;
  private long sink;

  private BigAppSubject(int methods) throws ReflectiveOperationException {
    classes = new IntUnaryOperator[Math.max(1, methods / GeneratedClasses.METHODS)];
    GeneratedClasses loader = new GeneratedClasses();
    for (int i = 0; i < classes.length; i++) {
      classes[i] = loader.make(i);
      if (i == classes.length / 10) {
        printMemory("tenth-");
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    long begin = System.nanoTime();
    BigAppSubject app = new BigAppSubject(Integer.parseInt(arguments[0]));
    System.out.println("loaded " + (System.nanoTime() - begin) / 1e9);
    System.out.println("methods " + (long) app.classes.length * GeneratedClasses.METHODS);
    int calls = Integer.parseInt(arguments[1]);
    for (int call = 0; call < calls; call++) {
      app.callAll(call);
    }
    System.out.println("called " + (System.nanoTime() - begin) / 1e9);
    app.orders.start();
    app.serve();
    System.out.println("agent " + AgentThreads.cpuMillis() / 1000);
    printMemory("");
    System.out.println("checksum " + app.callAll(1));
    System.exit(0);
  }

  private long callAll(int argument) {
    long sum = 1;
    for (IntUnaryOperator each : classes) {
      sum = sum * 31 + each.applyAsInt(argument);
    }
    return sum;
  }

  private void serve() {
    while (!orders.ended) {
      long begin = System.nanoTime();
      request();
      note(System.nanoTime() - begin);
      String name = orders.name;
      if (!name.isEmpty()) {
        orders.name = "";
        tell(name);
      }
    }
    System.out.println("sink " + sink);
  }

  private void request() {
    for (int i = 0; i < CLASSES_IN_A_REQUEST; i++) {
      seed = seed * 1103515245 + 12345;
      int among = i % 10 == 0 ? classes.length : Math.min(CRITICAL, classes.length);
      sink += classes[(seed >>> 4) % among].applyAsInt(i);
    }
  }

  private void note(long nanos) {
    if (requests == latencies.length) {
      latencies = Arrays.copyOf(latencies, requests * 2);
    }
    latencies[requests++] = nanos;
  }

  private void tell(String name) {
    long[] sorted = Arrays.copyOf(latencies, requests);
    Arrays.sort(sorted);
    System.out.println(
        name
            + " "
            + sorted[requests / 2] / 1e6
            + " "
            + sorted[requests - 1 - requests / 100] / 1e6
            + " "
            + sorted[requests - 1] / 1e6
            + " "
            + requests);
    requests = 0;
  }

  private static void printMemory(String prefix) {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    long classes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().contains("Metaspace") || pool.getName().contains("Class Space")) {
        classes += pool.getUsage().getUsed();
      }
    }
    System.out.println(
        prefix + "heap " + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    System.out.println(prefix + "metaspace " + classes);
  }

  /** Reads orders while requests are served. */
  private static final class Orders extends Thread {
    private volatile String name = "";
    private volatile boolean ended;

    Orders() {
      super("orders");
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        StringBuilder line = new StringBuilder();
        for (int c = System.in.read(); c >= 0; c = System.in.read()) {
          if (c == '\n') {
            obey(line.toString());
            line.setLength(0);
          } else {
            line.append((char) c);
          }
        }
      } catch (IOException gone) {
        System.err.println("orders cannot be read: " + gone);
      } finally {
        ended = true;
      }
    }

    private void obey(String order) {
      String argument = order.substring(order.indexOf(' ') + 1);
      if (order.startsWith("tell ")) {
        name = argument;
      } else {
        Thread gate = new Thread(() -> gate(Long.parseLong(argument)), "gate");
        gate.setDaemon(true);
        gate.start();
      }
    }

    private static void gate(long seconds) {
      long begin = System.nanoTime();
      String outcome = "idle";
      try {
        Jpgo.awaitIdle(Duration.ofSeconds(seconds));
      } catch (IllegalStateException late) {
        outcome = "busy";
      }
      System.out.println("gate " + outcome + " " + (System.nanoTime() - begin) / 1e9);
    }
  }
}
