package dev.jpgo.test.hooks.subjects;

/**
 * A thread in whose lowest frame the caller's class is asked for. In the rewritten version that
 * frame has the code of {@link Passing} in itself, and calls its method once more as a loop does
 * that hands itself over.
 */
public final class Lowest extends Thread {
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final boolean passes;
  private boolean handsOver;
  private Object answer = "";

  /**
   * @param passes whether the frame asks by a method reference, in a method that may be inlined
   * @param handsOver whether the frame that asks is the second of its method
   */
  public Lowest(boolean passes, boolean handsOver) {
    this.passes = passes;
    this.handsOver = handsOver;
  }

  public Object answer() {
    return answer;
  }

  /** What a thread of its own is answered. */
  public static Object ask(boolean passes, boolean handsOver) throws InterruptedException {
    Lowest thread = new Lowest(passes, handsOver);
    thread.start();
    thread.join();
    return thread.answer;
  }

  @Override
  public void run() {
    if (handsOver) {
      handsOver = false;
      run();
      return;
    }
    try {
      if (passes) {
        answer = Passing.pass(WALKER::getCallerClass);
      } else {
        answer = WALKER.getCallerClass();
      }
    } catch (IllegalCallerException e) {
      answer = e;
    }
  }

  /** Asks where there is a frame below. */
  public static Object higher() {
    return Passing.pass(WALKER::getCallerClass);
  }
}
