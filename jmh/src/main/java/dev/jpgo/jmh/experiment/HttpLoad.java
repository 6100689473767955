package dev.jpgo.jmh.experiment;

import dev.jpgo.jmh.driver.ForkFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests on several connections, each with a thread of its own in this process, which the server
 * is not in.
 *
 * @param port the server's
 * @param connections that are open at the same time
 */
record HttpLoad(int port, int connections) {

  /**
   * As many requests as the server answers: each connection asks again once it has its answer.
   *
   * @return requests answered in each of {@code windows} windows of the time
   */
  long[] closed(double seconds, int windows) throws InterruptedException {
    long begin = System.nanoTime();
    double width = seconds * 1e9 / windows;
    List<long[]> counts =
        onEach(
            index -> {
              long[] answered = new long[windows];
              try (HttpConnection connection = new HttpConnection(port)) {
                while (true) {
                  connection.request();
                  int window = (int) ((System.nanoTime() - begin) / width);
                  if (window >= windows) {
                    return answered;
                  }
                  answered[window]++;
                }
              }
            });
    long[] sums = new long[windows];
    for (long[] answered : counts) {
      for (int i = 0; i < windows; i++) {
        sums[i] += answered[i];
      }
    }
    return sums;
  }

  /**
   * Requests at a fixed rate, whatever the server does with them. Latency counts from when a
   * request was due, so that one that waits for its predecessor on the connection is not taken for
   * a fast one (Tene's <i>coordinated omission</i>).
   *
   * @param rate requests a second, over all connections
   */
  Latencies paced(double seconds, double rate) throws InterruptedException {
    int each = Math.max(1, (int) (seconds * rate / connections));
    double period = 1e9 / rate * connections;
    long begin = System.nanoTime() + 10_000_000;
    List<long[]> all =
        onEach(
            index -> {
              long[] nanos = new long[each];
              try (HttpConnection connection = new HttpConnection(port)) {
                for (int i = 0; i < each; i++) {
                  long due = begin + (long) (period * (i + (double) index / connections));
                  for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                    LockSupport.parkNanos(due - now);
                  }
                  connection.request();
                  nanos[i] = System.nanoTime() - due;
                }
              }
              return nanos;
            });
    return Latencies.of(all);
  }

  private interface Share {
    long[] run(int index) throws IOException;
  }

  private List<long[]> onEach(Share share) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    try {
      List<Callable<long[]>> shares = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        int index = i;
        shares.add(() -> share.run(index));
      }
      List<long[]> results = new ArrayList<>();
      for (Future<long[]> result : threads.invokeAll(shares)) {
        results.add(result.get());
      }
      return results;
    } catch (ExecutionException failed) {
      throw new ForkFailure("a request failed: " + failed.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
