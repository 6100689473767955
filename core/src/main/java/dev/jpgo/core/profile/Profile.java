package dev.jpgo.core.profile;

import java.util.List;

/**
 * What one run (or several merged runs) of a program counted and decided.
 *
 * @param origins where and when it was taken; one unless merged, none when nothing was merged yet
 * @param methods the methods that ran; {@link ProfileFile#encode} sorts them, so equal profiles are
 *     equal files
 */
public record Profile(List<ProfileOrigin> origins, List<ProfiledMethod> methods) {
  /** Nothing at all: merged with another it makes no difference. */
  public static final Profile EMPTY = new Profile(List.of(), List.of());

  public Profile {
    origins = List.copyOf(origins);
    methods = List.copyOf(methods);
  }

  /** How many runs are in it. */
  public long runs() {
    long runs = 0;
    for (ProfileOrigin origin : origins) {
      runs = Saturating.add(runs, origin.runs());
    }
    return runs;
  }

  /** Length of all its runs together, in milliseconds. */
  public long durationMillis() {
    long millis = 0;
    for (ProfileOrigin origin : origins) {
      millis = Saturating.add(millis, origin.durationMillis());
    }
    return millis;
  }
}
