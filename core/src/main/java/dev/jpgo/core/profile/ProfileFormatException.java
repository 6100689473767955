package dev.jpgo.core.profile;

import java.io.IOException;

/** A file that is no profile, or a damaged one. The message is one line: what, and where. */
public final class ProfileFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  public ProfileFormatException(String message) {
    super(message);
  }
}
