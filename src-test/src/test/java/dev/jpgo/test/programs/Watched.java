package dev.jpgo.test.programs;

import dev.jpgo.test.targets.TargetMain;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs all targets while another thread asks for their thread's trace, over and over, as monitoring
 * tools do. Arguments: kind of thread ({@code platform} or {@code virtual}), then those of {@link
 * TargetMain}.
 */
public final class Watched {
  private static volatile boolean done;

  private Watched() {}

  public static void main(String[] arguments) throws Exception {
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    ExecutorService virtual = arguments[0].equals("virtual") ? virtualThreads() : null;
    Set<String> bottoms = new TreeSet<>();
    Callable<Object> work =
        () -> {
          Thread worker = Thread.currentThread();
          Thread watcher = new Thread(() -> watch(worker, bottoms), "watcher");
          watcher.start();
          TargetMain.main(rest);
          done = true;
          watcher.join();
          return worker;
        };
    if (virtual == null) {
      work.call();
    } else {
      virtual.submit(work).get();
      virtual.shutdown();
    }
    System.out.println("below: " + bottoms);
  }

  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  /** Collects what the last elements of the traces say, but for their lines. */
  private static void watch(Thread worker, Set<String> bottoms) {
    while (!done) {
      StackTraceElement[] trace = worker.getStackTrace();
      String last = trace[trace.length - 1].toString();
      bottoms.add(last.substring(0, last.indexOf('(')));
    }
  }
}
