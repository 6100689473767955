package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.ProfileSource;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Arguments of the commands that compare two profiles, and the methods that differ. */
final class TwoProfiles {
  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many methods at most; default ${DEFAULT-VALUE}, 0 for all.",
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
   */
  record Comparison(Shares first, Shares second, List<ComparedMethod> methods, int top) {
    private List<ComparedMethod> shown() {
      return atMost(methods, top);
    }

    /** As many methods as were asked for, as JSON. */
    List<Object> json() {
      List<Object> list = new ArrayList<>();
      for (ComparedMethod method : shown()) {
        list.add(method.json());
      }
      return list;
    }

    /** As many methods as were asked for, a line each. */
    void print(PrintWriter out) {
      out.println("   BEFORE      AFTER    CHANGE    CALLS BEFORE     CALLS AFTER  METHOD");
      for (ComparedMethod method : shown()) {
        out.println(method.line());
      }
      out.flush();
    }
  }

  /** As many as were asked for. */
  <T> List<T> shown(List<T> all) {
    return atMost(all, top);
  }

  private static <T> List<T> atMost(List<T> all, int top) {
    return top == 0 || all.size() <= top ? all : all.subList(0, top);
  }

  /** The first profile. */
  Shares before() {
    return new Shares(ProfileSource.read(before));
  }

  /** The second profile. */
  Shares after() {
    return new Shares(ProfileSource.read(after));
  }

  /** Reads both. */
  Comparison compare() {
    Shares first = before();
    Shares second = after();
    List<ComparedMethod> methods = new ArrayList<>(ComparedMethod.of(first, second));
    methods.removeIf(method -> method.difference() == 0 && method.note().isEmpty());
    return new Comparison(first, second, methods, top);
  }
}
