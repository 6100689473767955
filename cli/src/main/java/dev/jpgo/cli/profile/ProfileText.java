package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.Printable;
import dev.jpgo.cli.common.SeenSite;
import dev.jpgo.cli.common.Words;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileOrigin;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints profiles for people. */
public final class ProfileText {
  private static final int EDGES_SHOWN = 32;

  private final PrintWriter out;

  ProfileText(PrintWriter out) {
    this.out = out;
  }

  /** Where the profile is from, and how many methods reached which tier. */
  void header(Profile profile) {
    for (ProfileOrigin origin : profile.origins()) {
      origin(origin);
    }
    if (profile.origins().size() > 1) {
      print("in all %s, %.1f s%n", runs(profile.runs()), profile.durationMillis() / 1000.0);
    }
    int[] tiers = new int[3];
    for (ProfiledMethod method : profile.methods()) {
      tiers[method.tier()]++;
    }
    print("%d methods: %d at tier 0, ", profile.methods().size(), tiers[0]);
    print("%d at tier 1, %d at tier 2%n%n", tiers[1], tiers[2]);
  }

  private void origin(ProfileOrigin origin) {
    Instant start = Instant.ofEpochMilli(origin.startMillis()).truncatedTo(ChronoUnit.SECONDS);
    print("%s", origin.program().isEmpty() ? "(program not known)" : origin.program());
    print("%s%n", origin.phase().isEmpty() ? "" : ", phase " + origin.phase());
    List<String> place = new ArrayList<>();
    place.add(origin.jvm());
    place.add((origin.os() + ' ' + origin.arch()).strip());
    place.add(origin.mode().isEmpty() ? "" : origin.mode() + " mode");
    place.add("agent " + origin.agentVersion());
    place.removeIf(String::isEmpty); // a profile that was imported knows little
    print("%s%n", String.join(", ", place));
    if (origin.startMillis() != 0) {
      print("started %s, ", start);
    }
    print("ran %.1f s", origin.durationMillis() / 1000.0);
    print("%s%n", origin.runs() == 1 ? "" : ", " + runs(origin.runs()) + " merged");
  }

  private static String runs(long runs) {
    return Words.count(runs, "run");
  }

  /**
   * A line for each method and one for each of its instructions that saw something.
   *
   * @param edges whether to print edge counts as well
   */
  void methods(List<ProfiledMethod> methods, boolean edges) {
    print("%14s  %4s  %11s  %s%n", "CALLS", "TIER", "CODE BYTES", "METHOD");
    for (ProfiledMethod method : methods) {
      String bytes =
          method.codeBytes()
              + method.compiled().map(CompiledMethod::codeBytesAfter).map(n -> "->" + n).orElse("");
      print("%14d  %4d  %11s  ", method.counts().calls(), method.tier(), bytes);
      print("%s%n", method.counts().method());
      if (edges) {
        edges(method.counts().edges());
      }
      for (SeenSite site : SeenSite.of(method.counts())) {
        site(site);
      }
    }
  }

  private void edges(List<Long> edges) {
    if (edges.isEmpty()) {
      return;
    }
    StringBuilder line = new StringBuilder();
    for (Long edge : edges.subList(0, Math.min(edges.size(), EDGES_SHOWN))) {
      line.append(' ').append(edge);
    }
    int more = edges.size() - EDGES_SHOWN;
    print("%37s edges%s%s%n", "", line, more > 0 ? " and " + more + " more" : "");
  }

  private void site(SeenSite site) {
    String seen = site.text();
    print("%37s %s @%s x %d", "", site.kind(), site.place(), site.seen().total());
    print("%s%n", seen.isEmpty() ? "" : ": " + seen);
  }

  /** How many methods, hottest first, make which part of all calls. */
  void cutoffs(List<Cutoff> cutoffs) {
    print("%12s  %10s  %14s%n", "PART OF ALL", "METHODS", "CALLS AT LEAST");
    for (Cutoff cutoff : cutoffs) {
      print("%11.2f%%  %10d  %14d%n", cutoff.percent(), cutoff.methods(), cutoff.calls());
    }
  }

  /** A line for each class. */
  void classes(List<ClassCounts> classes) {
    print("%14s  %7s  %s%n", "CALLS", "METHODS", "CLASS");
    for (ClassCounts each : classes) {
      print("%14d  %7d  %s%n", each.calls(), each.methods(), each.name());
    }
  }

  private void print(String format, Object... arguments) {
    Object[] printable = arguments.clone();
    for (int i = 0; i < printable.length; i++) {
      printable[i] = printable[i] instanceof Number ? printable[i] : Printable.of(printable[i]);
    }
    out.print(String.format(Locale.ROOT, format, printable));
  }
}
