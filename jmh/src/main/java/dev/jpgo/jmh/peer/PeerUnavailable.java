package dev.jpgo.jmh.peer;

/** A peer cannot be measured on a VM or with a program. The message says why, in a line. */
public final class PeerUnavailable extends Exception {
  private static final long serialVersionUID = 1;

  PeerUnavailable(String reason) {
    super(reason);
  }

  /** The reason. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
