package dev.jpgo.jmh.driver;

import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Base and variant at the same time, on a processor each: a slow spell of the machine is as long
 * for the one as for the other, so that a short run tells more than many in turn (Bulej and others,
 * <em>Duet Benchmarking</em>, ICPE 2020). What the agent's thread takes it takes from both.
 *
 * @param base the fork without
 * @param other the fork with
 */
record Duet(Fork base, Fork other) {
  /**
   * Runs a duet.
   *
   * @param progress told seconds since the start, after each iteration of the base
   * @throws ForkFailure if either JVM fails
   * @throws IllegalArgumentException where there are no two processors to pin threads to
   */
  static Duet run(
      ForkLauncher launcher,
      VmSpec vm,
      Treatment treatment,
      Program program,
      DoubleConsumer progress)
      throws IOException, InterruptedException {
    Pinning.processors(); // before anything is started
    List<Process> processes = Collections.synchronizedList(new ArrayList<>());
    ExecutorService threads = Executors.newFixedThreadPool(2);
    Thread pinning = null;
    try {
      Future<Fork> base =
          threads.submit(
              () ->
                  launcher.run(
                      vm, Treatment.plain(Variant.BASE), program, progress, processes::add));
      Future<Fork> other =
          threads.submit(() -> launcher.run(vm, treatment, program, seconds -> {}, processes::add));
      while (processes.size() < 2 && !base.isDone() && !other.isDone()) {
        Thread.sleep(1);
      }
      if (processes.size() == 2) {
        pinning = new Thread(new Pinning(List.copyOf(processes)), "jpgo-bench-pinning");
        pinning.start();
      }
      return new Duet(base.get(), other.get());
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } finally {
      threads.shutdownNow();
      for (Process process : processes) {
        process.destroyForcibly();
      }
      if (pinning != null) {
        pinning.interrupt();
        pinning.join();
      }
    }
  }

  private static IOException failure(@Nullable Throwable cause) {
    if (cause instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    return cause instanceof IOException failure ? failure : new IOException(cause);
  }
}
