package dev.jpgo.agent.events;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where a fault of ours ends: one line with an error id, and the program goes on. The same fault is
 * reported in full once, and counted after that.
 */
public final class Failures {
  private static final int REPORTED = 50;

  private final Log log;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  public Failures(Log log) {
    this.log = log;
  }

  /**
   * Reports a fault.
   *
   * @param what what could not be done, for a person: "optimizing com.acme.A.b()V"
   * @return its error id
   */
  public String report(String what, Throwable failure) {
    String id = ErrorId.of(failure);
    boolean first = seen.size() < REPORTED && !seen.contains(id);
    if (first) {
      log.error(id + " while " + what + ": " + failure);
      seen.add(id); // not before: that may have failed
      log.debug(failure);
    } else {
      log.info(id + " again while " + what);
    }
    return id;
  }

  /** Says that it was one too many. */
  public void stopped() {
    log.warn("no more methods are promoted; the code that is installed stays");
  }
}
