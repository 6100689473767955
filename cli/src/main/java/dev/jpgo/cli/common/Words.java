package dev.jpgo.cli.common;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Values of options that are one of a few words. */
public final class Words {
  private Words() {}

  /**
   * The constant of this name, in lower case.
   *
   * @throws CliException when there is none; the message says which there are
   */
  public static <E extends Enum<E>> E oneOf(Class<E> type, String option, String word) {
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      String name = constant.name().toLowerCase(Locale.ROOT);
      if (name.equals(word)) {
        return constant;
      }
      names.add(name);
    }
    throw new CliException(
        ExitCode.USAGE, option + " " + word + " is not allowed: " + String.join(", ", names));
  }
}
