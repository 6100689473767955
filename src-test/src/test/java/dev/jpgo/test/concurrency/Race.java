package dev.jpgo.test.concurrency;

/**
 * Two actors on two threads that meet on many small states at once, after the manner of jcstress:
 * what they do is tiny, what they may see is listed, and chance has millions of tries.
 */
interface Race {
  /** Makes this many states anew; no actor is running. */
  void reset(int states) throws Exception;

  /** What the first thread does to a state. */
  void first(int state);

  /** What the second thread does to it meanwhile. */
  void second(int state);

  /** What was seen of a state that no actor may see, or an empty string; both have ended. */
  String forbidden(int state);
}
