package dev.jpgo.cli.transfer;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Formats that are lines of text. */
final class TextFormats {
  private TextFormats() {}

  /** Frames between semicolons, a space, a count: what flame graphs are drawn from. */
  static String folded(Profile profile) {
    StringBuilder text = new StringBuilder();
    for (CallTree.Stack stack : CallTree.of(profile)) {
      String separator = "";
      for (CallTree.Frame frame : stack.frames()) {
        text.append(separator).append(CallTree.name(frame.method()));
        separator = ";";
      }
      text.append(' ').append(stack.count()).append('\n');
    }
    return text.toString();
  }

  /** A line for each method (RFC 4180). */
  static String csv(Profile profile) {
    StringBuilder text = new StringBuilder();
    text.append("class,method,descriptor,loader,codeHash,tier,calls,codeBytes,optimizedBytes\n");
    for (ProfiledMethod method : profile.methods()) {
      MethodId id = method.counts().method();
      cell(text, id.owner().replace('/', '.')).append(',');
      cell(text, id.name()).append(',');
      cell(text, id.descriptor()).append(',');
      cell(text, method.loader()).append(',');
      text.append(String.format("%016x", method.counts().codeHash())).append(',');
      text.append(method.tier()).append(',');
      text.append(method.counts().calls()).append(',');
      text.append(method.codeBytes()).append(',');
      text.append(method.compiled().map(CompiledMethod::codeBytesAfter).orElse(0)).append('\n');
    }
    return text.toString();
  }

  private static StringBuilder cell(StringBuilder text, String value) {
    if (value.indexOf(',') < 0 && value.indexOf('"') < 0 && value.indexOf('\n') < 0) {
      return text.append(value);
    }
    return text.append('"').append(value.replace("\"", "\"\"")).append('"');
  }

  /**
   * Coverage as {@code genhtml} reads it. A profile knows lines of calls that the optimizer looked
   * at and no others; a method without any is left out, and a method begins at the first of them.
   */
  static String lcov(Profile profile) {
    Map<String, Map<Integer, Long>> files = new TreeMap<>();
    Map<String, Map<String, long[]>> functions = new TreeMap<>();
    for (ProfiledMethod method : profile.methods()) {
      Map<Integer, Long> lines = lines(method);
      if (!lines.isEmpty()) {
        MethodId id = method.counts().method();
        String file = CallTree.sourceFile(id);
        Map<Integer, Long> all = files.computeIfAbsent(file, f -> new TreeMap<>());
        lines.forEach((line, count) -> all.merge(line, count, Math::max));
        long first = lines.keySet().iterator().next();
        functions
            .computeIfAbsent(file, f -> new TreeMap<>())
            .put(id.toString().replace(',', ';'), new long[] {first, method.counts().calls()});
      }
    }
    StringBuilder text = new StringBuilder();
    files.forEach((file, lines) -> lcov(text, file, functions.getOrDefault(file, Map.of()), lines));
    return text.toString();
  }

  private static void lcov(
      StringBuilder text, String file, Map<String, long[]> functions, Map<Integer, Long> lines) {
    text.append("TN:\nSF:").append(file).append('\n');
    functions.forEach(
        (name, at) -> text.append("FN:").append(at[0]).append(',').append(name).append('\n'));
    functions.forEach(
        (name, at) -> text.append("FNDA:").append(at[1]).append(',').append(name).append('\n'));
    text.append("FNF:").append(functions.size()).append('\n');
    text.append("FNH:").append(functions.values().stream().filter(at -> at[1] > 0).count());
    text.append('\n');
    lines.forEach(
        (line, count) -> text.append("DA:").append(line).append(',').append(count).append('\n'));
    text.append("LF:").append(lines.size()).append('\n');
    text.append("LH:").append(lines.values().stream().filter(count -> count > 0).count());
    text.append("\nend_of_record\n");
  }

  private static Map<Integer, Long> lines(ProfiledMethod method) {
    Map<Integer, Long> lines = new TreeMap<>();
    List<InlineDecision> decisions =
        method.compiled().map(CompiledMethod::decisions).orElse(List.of());
    for (InlineDecision decision : decisions) {
      if (decision.line() > 0) {
        lines.merge(decision.line(), decision.count(), Math::max);
      }
    }
    return lines;
  }
}
