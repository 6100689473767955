package dev.jpgo.jmh.workload;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.dispatch.DispatcherPrerequisites;
import org.apache.pekko.dispatch.ExecutorServiceConfigurator;
import org.apache.pekko.dispatch.ExecutorServiceFactory;

/**
 * Runs a dispatcher's actors on the thread that waits for their answer, in the order in which they
 * got their messages: one after the other, as often as one likes, the same each time. Pekko makes
 * it by its name in the settings.
 */
public final class CallingThread extends ExecutorServiceConfigurator {
  /** What dispatchers want run; one for all, as answers are awaited by one thread. */
  private static final LinkedBlockingQueue<Runnable> TASKS = new LinkedBlockingQueue<>();

  public CallingThread(Config config, DispatcherPrerequisites prerequisites) {
    super(config, prerequisites);
  }

  @Override
  public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
    return Tasks::new;
  }

  /** A result that actors compute on the thread that awaits it. */
  static final class Answer {
    private OptionalLong given = OptionalLong.empty();

    void give(long value) {
      given = OptionalLong.of(value);
    }

    /**
     * Runs actors until one of them has given the answer.
     *
     * @throws TimeoutException if none has anything to do for so long
     */
    long await(Duration patience) throws InterruptedException, TimeoutException {
      given = OptionalLong.empty();
      while (given.isEmpty()) {
        Runnable task = TASKS.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (task == null) {
          throw new TimeoutException("no actor has had anything to do for " + patience);
        }
        task.run();
      }
      return given.getAsLong();
    }
  }

  /** Keeps tasks for whoever awaits an answer. */
  private static final class Tasks extends AbstractExecutorService {
    private volatile boolean shutDown;

    @Override
    public void execute(Runnable task) {
      TASKS.add(task);
    }

    @Override
    public void shutdown() {
      shutDown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      shutDown = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return shutDown;
    }

    @Override
    public boolean isTerminated() {
      return shutDown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return shutDown;
    }
  }
}
