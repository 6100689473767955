package dev.jpgo.cli.transfer;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.CountedCode;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Coverage as {@code genhtml} reads it. Lines are those of methods whose edges were counted and
 * whose bytecode is at hand, and of calls that the optimizer looked at. A method without any is
 * left out. A method begins at the first line of its bytecode; where that is not at hand, at the
 * first of the lines that are known.
 */
final class Lcov {
  /** A method's first line and its calls. */
  private record Start(int line, long calls) {}

  private final Map<String, Map<Integer, Long>> files = new TreeMap<>();
  private final Map<String, Map<String, Start>> functions = new TreeMap<>();
  private final StringBuilder text = new StringBuilder();

  private Lcov() {}

  /**
   * The text of the file.
   *
   * @param bytecode where to take the methods' bytecode from
   */
  static String of(Profile profile, Function<ProfiledMethod, Optional<String>> bytecode) {
    Lcov lcov = new Lcov();
    for (ProfiledMethod method : profile.methods()) {
      Optional<CountedCode> code =
          bytecode.apply(method).map(text -> CountedCode.of(text, method.counts()));
      lcov.add(method, lines(method, code), code);
    }
    lcov.files.forEach(lcov::file);
    return lcov.text.toString();
  }

  private void add(ProfiledMethod method, Map<Integer, Long> lines, Optional<CountedCode> code) {
    if (lines.isEmpty()) {
      return;
    }
    MethodId id = method.counts().method();
    String file = CallTree.sourceFile(id);
    Map<Integer, Long> all = files.computeIfAbsent(file, f -> new TreeMap<>());
    lines.forEach((line, count) -> all.merge(line, count, Math::max));
    int first = code.map(Lcov::firstLine).orElse(0);
    first = first > 0 ? first : lines.keySet().iterator().next();
    functions
        .computeIfAbsent(file, f -> new TreeMap<>())
        .put(
            CallTree.clean(id.toString()).replace(',', ';'),
            new Start(first, method.counts().calls()));
  }

  private void file(String file, Map<Integer, Long> lines) {
    Map<String, Start> starts = functions.getOrDefault(file, Map.of());
    text.append("TN:\nSF:").append(CallTree.clean(file)).append('\n');
    starts.forEach(
        (name, at) -> text.append("FN:").append(at.line).append(',').append(name).append('\n'));
    starts.forEach(
        (name, at) -> text.append("FNDA:").append(at.calls).append(',').append(name).append('\n'));
    text.append("FNF:").append(starts.size()).append('\n');
    text.append("FNH:").append(starts.values().stream().filter(at -> at.calls > 0).count());
    text.append('\n');
    lines.forEach(
        (line, count) -> text.append("DA:").append(line).append(',').append(count).append('\n'));
    text.append("LF:").append(lines.size()).append('\n');
    text.append("LH:").append(lines.values().stream().filter(count -> count > 0).count());
    text.append("\nend_of_record\n");
  }

  /** The line of a method's first instruction, 0 when not known. */
  private static int firstLine(CountedCode code) {
    for (CountedCode.Line each : code.lines()) {
      if (each.sourceLine() > 0) {
        return each.sourceLine();
      }
    }
    return 0;
  }

  private static Map<Integer, Long> lines(ProfiledMethod method, Optional<CountedCode> code) {
    Map<Integer, Long> lines = new TreeMap<>();
    List<InlineDecision> decisions =
        method.compiled().map(CompiledMethod::decisions).orElse(List.of());
    for (InlineDecision decision : decisions) {
      if (decision.line() > 0) {
        lines.merge(decision.line(), decision.count(), Math::max);
      }
    }
    if (!method.counts().edges().isEmpty()) {
      code.ifPresent(each -> add(each, lines));
    }
    return lines;
  }

  /** A line ran as often as the one of its instructions that ran most often. */
  private static void add(CountedCode code, Map<Integer, Long> lines) {
    int line = 0;
    for (CountedCode.Line each : code.lines()) {
      line = each.sourceLine() > 0 ? each.sourceLine() : line;
      if (line > 0 && each.count() >= 0) {
        lines.merge(line, each.count(), Math::max);
      }
    }
  }
}
