package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.ProfileSource;
import dev.jpgo.core.profile.Profile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Arguments of the commands that compare two profiles, and what differs. */
final class TwoProfiles {
  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many at most; default ${DEFAULT-VALUE}, 0 for all.",
      defaultValue = "20")
  private int top;

  @Parameters(index = "0", paramLabel = "BEFORE", description = "A profile.")
  private Path before;

  @Parameters(index = "1", paramLabel = "AFTER", description = "Another profile.")
  private Path after;

  /**
   * Both, read.
   *
   * @param methods those that differ, what changed most first
   * @param sites instructions that saw something else, what matters most first
   * @param top how many of each are shown; 0 for all
   */
  record Comparison(List<ComparedMethod> methods, List<ComparedSite> sites, int top) {
    /** As many methods as were asked for, as JSON. */
    List<Object> methodsJson() {
      List<Object> list = new ArrayList<>();
      for (ComparedMethod method : atMost(methods, top)) {
        list.add(method.json());
      }
      return list;
    }

    /** As many sites as were asked for, as JSON. */
    List<Object> sitesJson() {
      List<Object> list = new ArrayList<>();
      for (ComparedSite site : atMost(sites, top)) {
        list.add(site.json());
      }
      return list;
    }

    /** As many methods and sites as were asked for, a line each. */
    void print(PrintWriter out) {
      out.println(methods.size() + " methods differ in their share of calls, or in their code");
      out.println("   BEFORE      AFTER    CHANGE    CALLS BEFORE     CALLS AFTER  METHOD");
      for (ComparedMethod method : atMost(methods, top)) {
        out.println(method.line());
      }
      out.println();
      out.println("instructions that saw something else, or in other shares: " + sites.size());
      out.println(ComparedSite.HEAD);
      for (ComparedSite site : atMost(sites, top)) {
        out.println(site.line());
      }
      out.flush();
    }
  }

  /** As many as were asked for. */
  <T> List<T> shown(List<T> all) {
    return atMost(all, top);
  }

  /**
   * Fails when that makes no sense.
   *
   * @throws CliException for a negative number
   */
  private void checkTop() {
    if (top < 0) {
      throw new CliException(ExitCode.USAGE, "--top " + top + " is not allowed: 0 or more");
    }
  }

  private static <T> List<T> atMost(List<T> all, int top) {
    return top == 0 || all.size() <= top ? all : all.subList(0, top);
  }

  /** The first profile. */
  Shares before() {
    checkTop();
    return new Shares(ProfileSource.read(before));
  }

  /** The second profile. */
  Shares after() {
    return new Shares(ProfileSource.read(after));
  }

  /** Reads both. */
  Comparison compare() {
    checkTop();
    Profile first = ProfileSource.read(before);
    Profile second = ProfileSource.read(after);
    List<ComparedMethod> methods =
        new ArrayList<>(ComparedMethod.of(new Shares(first), new Shares(second)));
    methods.removeIf(method -> method.difference() == 0 && method.note().isEmpty());
    return new Comparison(methods, ComparedSite.of(first, second), top);
  }
}
