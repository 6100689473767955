package dev.jpgo.cli.launch;

import java.util.List;

/** Writes a command so that a POSIX shell reads the same words back. */
public final class ShellWords {
  private ShellWords() {}

  public static String quote(List<String> words) {
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      line.append(line.length() == 0 ? "" : " ").append(quote(word));
    }
    return line.toString();
  }

  private static String quote(String word) {
    boolean plain = !word.isEmpty();
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      plain &= c < 128 && (Character.isLetterOrDigit(c) || "-_./:=,+@%".indexOf(c) >= 0);
    }
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
