package dev.jpgo.agent.options;

/** An option that is not known or a value that is not allowed; the message is one clear line. */
public final class OptionException extends Exception {
  OptionException(String message) {
    super(message);
  }
}
