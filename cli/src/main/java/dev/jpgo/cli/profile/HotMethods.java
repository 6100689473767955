package dev.jpgo.cli.profile;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** The methods of a profile that were called most. */
public final class HotMethods {
  private static final Comparator<ProfiledMethod> HOTTEST_FIRST =
      Comparator.comparingLong((ProfiledMethod m) -> m.counts().calls())
          .reversed()
          .thenComparing(m -> m.counts().method().toString());

  private HotMethods() {}

  /**
   * Some methods, hottest first.
   *
   * @param top how many at most, 0 for all
   */
  public static List<ProfiledMethod> of(
      Profile profile, Predicate<ProfiledMethod> wanted, int top) {
    List<ProfiledMethod> chosen = new ArrayList<>();
    for (ProfiledMethod candidate : profile.methods()) {
      if (wanted.test(candidate)) {
        chosen.add(candidate);
      }
    }
    chosen.sort(HOTTEST_FIRST);
    return top == 0 || chosen.size() <= top ? chosen : chosen.subList(0, top);
  }
}
