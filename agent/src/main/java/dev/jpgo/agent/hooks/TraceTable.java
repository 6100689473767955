package dev.jpgo.agent.hooks;

import dev.jpgo.core.classfile.LineTable;
import dev.jpgo.core.ir.Position;
import dev.jpgo.runtime.JpgoInlinedFrame;
import dev.jpgo.runtime.JpgoTraceSource;
import dev.jpgo.runtime.JpgoTraces;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is needed to keep stack traces true: for each rewritten class its source file and the lines
 * of every version, for each class name the frames behind synthetic lines. The redefiner writes,
 * application threads that print traces read; the table is weak in the classes.
 *
 * <p>The order of calls for one class: {@link #inlined} before the version with those lines is
 * installed, {@link #rewritten} after the VM took it. Between the two a trace of the new version
 * has its file and lines from the VM.
 */
public final class TraceTable extends JpgoTraceSource {
  private static final String AMBIGUOUS = "";

  private final ClassRecords records = new ClassRecords();
  private final Map<String, String> filesByName = new ConcurrentHashMap<>();
  private final Map<String, InlinedLines> inlinedByName = new ConcurrentHashMap<>();
  private final InlinedFrames frames = new InlinedFrames();

  /** Makes this what traces are repaired from. */
  public void activate() {
    JpgoTraces.source = this;
  }

  /**
   * A class has a new version.
   *
   * @param type the class
   * @param before the class file of the version before, for its first rewrite; the VM forgets it
   * @param after the class file that the VM now runs
   * @throws IllegalArgumentException when one of them is no class file
   */
  public void rewritten(Class<?> type, byte[] before, byte[] after) {
    ClassRecord record = records.of(type);
    if (record.isEmpty()) {
      LineTable first = LineTable.read(before);
      record.add(first);
      remember(type.getName(), first.sourceFile());
    }
    record.add(LineTable.read(after));
  }

  /**
   * Someone else redefined a class, so that versions cannot be counted any more: its lines are
   * looked up in all versions from now on and given only where they agree.
   */
  public void uncertain(Class<?> type) {
    records.of(type).uncertain();
  }

  /**
   * A version that is about to be installed has inlined code.
   *
   * @param type the class
   * @param lines what each synthetic line stands for
   * @param types finds the classes of inlined methods
   */
  public void inlined(Class<?> type, Map<Integer, Position> lines, InlinedTypes types) {
    if (lines.isEmpty()) {
      return;
    }
    String name = type.getName();
    InlinedLines known = inlinedByName.get(name);
    InlinedLines more = known == null ? new InlinedLines() : known.copy();
    for (Map.Entry<Integer, Position> line : lines.entrySet()) {
      int number = line.getKey();
      more.put(number, frames.of(type, line.getValue(), types));
      if (number < lowestSyntheticLine) {
        lowestSyntheticLine = number;
      }
    }
    inlinedByName.put(name, more);
  }

  private void remember(String className, @Nullable String file) {
    String name = file == null ? AMBIGUOUS : file;
    String other = filesByName.putIfAbsent(className, name);
    if (other != null && !other.equals(name)) {
      filesByName.put(className, AMBIGUOUS);
    }
  }

  @Override
  public JpgoInlinedFrame @Nullable [] inlined(String className, int line) {
    InlinedLines lines = inlinedByName.get(className);
    return lines == null ? null : lines.get(line);
  }

  @Override
  public boolean hasInlined(String className) {
    return inlinedByName.containsKey(className);
  }

  @Override
  public @Nullable String sourceFile(Class<?> type) {
    ClassRecord record = records.find(type);
    return record == null ? null : record.sourceFile();
  }

  @Override
  public @Nullable String sourceFile(String className) {
    String file = filesByName.get(className);
    return file == null || file.equals(AMBIGUOUS) ? null : file;
  }

  @Override
  public int line(
      Class<?> type,
      int version,
      String method,
      @Nullable String descriptor,
      int bci,
      @Nullable String callee) {
    ClassRecord record = records.find(type);
    return record == null
        ? LineTable.UNKNOWN
        : record.line(version, method, descriptor, bci, callee);
  }
}
