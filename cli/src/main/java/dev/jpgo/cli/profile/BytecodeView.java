package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.Printable;
import dev.jpgo.cli.common.SeenSite;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.CountedCode;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.SiteCounts;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Prints a method's original bytecode with everything that was counted in it. */
final class BytecodeView {
  private final PrintWriter out;
  private final BytecodeSource code;
  private final SourceFiles sources;

  BytecodeView(PrintWriter out, BytecodeSource code, SourceFiles sources) {
    this.out = out;
    this.code = code;
    this.sources = sources;
  }

  /** Prints one method. */
  void print(ProfiledMethod method) {
    print("%n%s%n", method.counts().method());
    Optional<String> text = code.of(method);
    if (text.isEmpty()) {
      print("  no bytecode: it is kept of methods that were optimized; for others name the jar or");
      print(" folder they came from with --classes%n");
      return;
    }
    CountedCode counted = CountedCode.of(text.get(), method.counts());
    if (!counted.counted()) {
      print("  edges were not counted: it was never profiled%n");
    }
    if (method.counts().codeHash() == 0) {
      print("  the profile does not know its code: this may be another version%n");
    }
    Map<Integer, String> notes = notes(method);
    String onEntry = notes.getOrDefault(SiteCounts.ENTRY, "");
    if (!onEntry.isEmpty()) {
      print("  on entry: %s%n", onEntry); // a line of its own, since no instruction does it
    }
    for (CountedCode.Line line : counted.lines()) {
      line(method.counts().method(), line, notes);
    }
  }

  private void line(MethodId method, CountedCode.Line line, Map<Integer, String> notes) {
    String count = line.count() < 0 ? "" : Long.toString(line.count());
    StringBuilder note = new StringBuilder();
    for (CountedCode.Way way : line.ways()) {
      add(note, "to " + way.to() + " x " + way.count());
    }
    add(note, notes.getOrDefault(line.ordinal(), ""));
    String source = line.sourceLine() == 0 ? "" : sources.line(method, line.sourceLine());
    print("%14s  %s", count, line.text());
    print("%s", source.isEmpty() ? "" : ": " + source.replace('\t', ' '));
    print("%s%n", note.length() == 0 ? "" : "   // " + note);
  }

  private static void add(StringBuilder note, String more) {
    if (!more.isEmpty()) {
      note.append(note.length() == 0 ? "" : "; ").append(more);
    }
  }

  /** What was seen and decided, by instruction. */
  private static Map<Integer, String> notes(ProfiledMethod method) {
    Map<Integer, String> notes = new TreeMap<>();
    for (SeenSite site : SeenSite.of(method.counts())) {
      String seen = site.text();
      String kind = site.isCall() || seen.isEmpty() ? "" : site.kind() + ": ";
      note(notes, site.site(), kind + seen);
    }
    for (InlineDecision decision :
        method.compiled().map(CompiledMethod::decisions).orElse(List.of())) {
      note(
          notes,
          decision.site(),
          (decision.inlined() ? "inlined, " : "not inlined, ")
              + decision.reason()
              + ", "
              + decision.count()
              + " times");
    }
    return notes;
  }

  private static void note(Map<Integer, String> notes, int site, String more) {
    if (!more.isEmpty()) {
      notes.merge(site, more, (a, b) -> a + "; " + b);
    }
  }

  private void print(String format, Object... arguments) {
    Object[] printable = arguments.clone();
    for (int i = 0; i < printable.length; i++) {
      printable[i] = Printable.of(printable[i]);
    }
    out.print(String.format(Locale.ROOT, format, printable));
  }
}
