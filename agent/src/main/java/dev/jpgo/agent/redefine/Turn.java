package dev.jpgo.agent.redefine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whose turn it is to look at the agent's picture of the program, or to change it. The controller
 * thread has it while it works, and lets others have theirs while the VM takes versions in: that
 * may be long, and changes nothing but what the controller itself notes down afterwards. It also
 * looks between two pieces of work whether someone is {@linkplain #wanted waiting}, and then puts
 * the rest off. First come, first served. No thread waits for its turn inside {@code transform()}.
 */
public final class Turn {
  private final ReentrantLock lock = new ReentrantLock(true);
  private final Condition back = lock.newCondition();

  /** How many threads have let others have their turn. */
  private int lent;

  public void take() {
    lock.lock();
  }

  /**
   * Waits for so long at most.
   *
   * @return whether it is the caller's turn now
   */
  public boolean take(long seconds) throws InterruptedException {
    return lock.tryLock(seconds, TimeUnit.SECONDS);
  }

  /** Lets others have theirs until {@link #takeBack}. */
  void lend() {
    lent++;
    lock.unlock();
  }

  void takeBack() {
    lock.lock();
    lent--;
    back.signalAll();
  }

  /**
   * In one's turn: waits until whoever has lent it has come back and ended it, for so long at most.
   * Others have their turn meanwhile.
   */
  public void awaitReturn(long seconds) throws InterruptedException {
    long nanos = TimeUnit.SECONDS.toNanos(seconds);
    while (lent > 0 && nanos > 0) {
      nanos = back.awaitNanos(nanos);
    }
  }

  /** Whether someone is waiting for theirs. */
  public boolean wanted() {
    return lock.hasQueuedThreads();
  }

  public void end() {
    lock.unlock();
  }
}
