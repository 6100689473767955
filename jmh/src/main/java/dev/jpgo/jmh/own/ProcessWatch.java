package dev.jpgo.jmh.own;

import dev.jpgo.jmh.driver.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Waits for a process and looks at it meanwhile: what it has taken is gone with it. What it takes
 * after the last look, at most {@value #OFTEN} ms (after a while {@value #RARELY} ms) before its
 * end, is not seen.
 */
final class ProcessWatch {
  private static final long OFTEN = 10;
  private static final long RARELY = 50;
  private static final long OFTEN_FOR_NANOS = 5_000_000_000L;

  private final Process process;
  private final long begin;
  private final Path status;
  private final Map<Metric, Double> metrics = new EnumMap<>(Metric.class);

  /**
   * @param begin when it was started, as {@link System#nanoTime} told
   */
  ProcessWatch(Process process, long begin) {
    this.process = process;
    this.begin = begin;
    this.status = Path.of("/proc/" + process.pid() + "/status");
  }

  /**
   * Waits.
   *
   * @param limitNanos after which the process is ended
   * @return whether it ended by itself
   */
  boolean await(long limitNanos) throws InterruptedException {
    while (true) {
      long elapsed = System.nanoTime() - begin;
      if (elapsed > limitNanos) {
        return false;
      }
      long pause = elapsed < OFTEN_FOR_NANOS ? OFTEN : RARELY;
      if (process.waitFor(pause, TimeUnit.MILLISECONDS)) {
        metrics.put(Metric.WALL, (System.nanoTime() - begin) / 1e9);
        return true;
      }
      look();
    }
  }

  Map<Metric, Double> metrics() {
    return metrics;
  }

  private void look() {
    Optional<Duration> cpu = process.info().totalCpuDuration();
    cpu.ifPresent(time -> metrics.put(Metric.CPU, time.toNanos() / 1e9));
    try {
      if (Files.isReadable(status)) {
        for (String line : Files.readAllLines(status)) {
          if (line.startsWith("VmHWM:")) {
            String kilobytes = line.substring(6).replace("kB", "").strip();
            metrics.put(Metric.RSS_PEAK, Long.parseLong(kilobytes) * 1024.0);
          }
        }
      }
    } catch (IOException gone) {
      return; // it has just ended
    }
  }
}
