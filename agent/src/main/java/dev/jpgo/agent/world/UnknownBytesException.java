package dev.jpgo.agent.world;

/**
 * The bytes of a class are not here now. They have been asked for: whoever meets this should try
 * again later.
 */
public final class UnknownBytesException extends RuntimeException {
  /** Says which class. */
  public UnknownBytesException(String internalName) {
    super("the bytes of " + internalName + " are not here", null, false, false);
  }
}
