package dev.jpgo.agent.measure;

/** A thread at work, with nothing but a loop on its stack. */
public final class BusyThread {
  private BusyThread() {}

  /** What the thread runs. */
  public static final class Loop implements Runnable {
    private volatile boolean begun;
    private volatile boolean done;

    private Loop() {}

    @Override
    public void run() {
      while (!done) {
        begun = true; // no call: a sample may come at any moment, and sees the same
      }
    }
  }

  /** Acts while such a thread is at work. */
  public static void during(Runnable action) throws InterruptedException {
    Loop loop = new Loop();
    Thread thread = new Thread(loop);
    thread.start();
    try {
      while (!loop.begun) {
        Thread.onSpinWait();
      }
      action.run();
    } finally {
      loop.done = true;
      thread.join();
    }
  }
}
