package dev.jpgo.agent.control;

import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.core.instrument.Recorded;
import java.util.EnumSet;
import java.util.Set;

/** What the options for profiles come to. */
public final class ProfileOptions {
  private ProfileOptions() {}

  /** What tier 1 records beside edges and the receivers that the optimizer needs. */
  public static Set<Recorded> recorded(OptionValues options) {
    Set<Recorded> recorded = EnumSet.noneOf(Recorded.class);
    String classes = options.get(Options.PROFILE_CLASSES);
    if (classes.equals("all") || classes.equals("auto") && options.given(Options.OUT)) {
      recorded.add(Recorded.CLASSES);
    }
    if (options.get(Options.PROFILE_VALUES)) {
      recorded.add(Recorded.VALUES);
    }
    if (options.get(Options.PROFILE_LOCKS)) {
      recorded.add(Recorded.LOCKS);
    }
    return recorded;
  }
}
