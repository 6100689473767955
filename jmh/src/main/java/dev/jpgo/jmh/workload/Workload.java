package dev.jpgo.jmh.workload;

/**
 * A deterministic piece of work that can be repeated. The constructor builds what the iterations
 * need and is not to be measured. Not thread-safe.
 */
public interface Workload {

  /**
   * Does the work once: 50 to 300 ms on an interpreter.
   *
   * @return a checksum of everything computed; the same at every call and on every VM
   */
  long iterate() throws Exception;
}
