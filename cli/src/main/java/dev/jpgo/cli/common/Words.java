package dev.jpgo.cli.common;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Values of options that are one of a few words, and words with a number before them. */
public final class Words {
  private Words() {}

  /** So many of them, such as {@code 1 run} and {@code 2 runs}. */
  public static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  /**
   * The constant of this name, in lower case.
   *
   * @throws CliException when there is none; the message says which there are
   */
  public static <E extends Enum<E>> E oneOf(Class<E> type, String option, String word) {
    int found = names(type).indexOf(word);
    if (found >= 0) {
      return type.getEnumConstants()[found];
    }
    throw new CliException(
        ExitCode.USAGE, option + " " + word + " is not allowed: " + String.join(", ", names(type)));
  }

  /** The names of all constants, in lower case. */
  public static <E extends Enum<E>> List<String> names(Class<E> type) {
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      names.add(constant.name().toLowerCase(Locale.ROOT));
    }
    return names;
  }
}
