package dev.jpgo.agent.hooks;

import dev.jpgo.core.classfile.LineTable;
import dev.jpgo.core.classfile.ResolvedReferences;
import dev.jpgo.core.ir.Position;
import dev.jpgo.runtime.JpgoInlinedFrame;
import dev.jpgo.runtime.JpgoTraceSource;
import dev.jpgo.runtime.JpgoTraces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is needed to keep stack traces true: for each rewritten class its source file and the lines
 * of every version, for each class name the frames behind synthetic lines. The redefiner writes,
 * application threads that print traces read; the table is weak in the classes.
 *
 * <p>The order of calls for one class: {@link #inlined} before the version with those lines is
 * installed, {@link #upcoming} while the VM asks for it, {@link #rewritten} after it took it. Until
 * then a trace of the new version has its file and lines from the VM.
 */
public final class TraceTable extends JpgoTraceSource {
  private static final String AMBIGUOUS = "";

  private final ClassLinesTable classes = new ClassLinesTable();
  private final Map<String, String> filesByName = new ConcurrentHashMap<>();
  private final Map<String, InlinedLines> inlinedByName = new ConcurrentHashMap<>();
  private final List<Hooked> hooked = new ArrayList<>();
  private volatile boolean active;
  private final Map<String, String> handingOver = new ConcurrentHashMap<>();
  private final InlinedFrames frames = new InlinedFrames();
  private final boolean archivedPrograms;

  /**
   * @param archivedPrograms whether classes of the program may be from an archive (CDS, AOT)
   */
  public TraceTable(boolean archivedPrograms) {
    this.archivedPrograms = archivedPrograms;
  }

  /**
   * Says that the hooks are in place: from the first rewrite on traces are repaired from here.
   * Without it nothing is kept.
   */
  public void activate() {
    active = true;
  }

  /**
   * A version that the VM has taken in, read only when the first class is rewritten by a tier; at
   * start-up there is no time for it.
   */
  void hooked(Class<?> type, byte[] before, byte[] after) {
    synchronized (hooked) {
      hooked.add(new Hooked(type, before, after));
    }
  }

  /** Before a batch: does what can be done before the VM asks for versions. */
  public void prepare() {
    if (active) {
      readHooked();
    }
  }

  private record Hooked(Class<?> type, byte[] before, byte[] after) {}

  private void readHooked() {
    List<Hooked> classes;
    synchronized (hooked) {
      classes = List.copyOf(hooked);
      hooked.clear();
    }
    for (Hooked each : classes) {
      announce(each.type(), each.before(), each.after(), null);
      rewritten(each.type());
    }
  }

  /** Whether inlined code shows in traces as the source has it. */
  public boolean active() {
    return active;
  }

  /**
   * A class is about to have a new version; at the latest while the VM asks for it, so that frames
   * of the version before have their lines at any time. Loads nothing once it is warm.
   *
   * @param type the class
   * @param before the class file of the version before
   * @param after the class file that the VM is given
   * @param change what makes this of an earlier version; null when that is not known
   * @throws IllegalArgumentException when one of them is no class file
   */
  public void upcoming(Class<?> type, byte[] before, byte[] after, @Nullable MethodChange change) {
    if (!active) {
      return;
    }
    announce(type, before, after, change);
    JpgoTraces.source = this;
  }

  /** The VM has taken in the version that was announced last. */
  public void rewritten(Class<?> type) {
    ClassLines lines = active ? classes.find(type) : null;
    if (lines != null) {
      LineTable version = lines.upcoming;
      lines.upcoming = null;
      if (version == null) {
        lines.uncertain();
      } else {
        lines.add(version);
      }
    }
  }

  private void announce(Class<?> type, byte[] before, byte[] after, @Nullable MethodChange change) {
    ClassLines lines = classes.of(type);
    LineTable fresh = null;
    if (lines.isEmpty()) {
      fresh = LineTable.read(before);
      if (mayBeArchived(type)) {
        archived(lines, type, before);
      }
      lines.add(fresh);
      remember(type.getName(), fresh.sourceFile());
    }
    LineTable next = fresh != null && before == after ? fresh : lines.read(after, change);
    if (next.greatest() == HANDOVER_LINE) {
      handingOver.put(type.getName(), type.getName());
      lowestSyntheticLine = Math.min(lowestSyntheticLine, HANDOVER_LINE);
    }
    lines.upcoming = next;
  }

  private static void archived(ClassLines lines, Class<?> type, byte[] classFile) {
    if (type.getPackageName().equals("java.lang.invoke")) {
      lines.uncertain(); // invokeBasic and its like, of handles, are counted otherwise
    } else {
      lines.archived(ResolvedReferences.count(classFile));
    }
  }

  /** The archive that every JDK comes with has classes of its own; one of the program has more. */
  private boolean mayBeArchived(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return archivedPrograms || loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /**
   * Someone else redefined a class, so that versions cannot be counted any more: its lines are
   * looked up in all versions from now on and given only where they agree.
   */
  public void uncertain(Class<?> type) {
    if (!active) {
      return;
    }
    classes.of(type).uncertain();
  }

  /**
   * A version that is about to be installed has inlined code.
   *
   * @param type the class
   * @param lines what each synthetic line stands for
   * @param types finds the classes of inlined methods
   */
  public void inlined(Class<?> type, Map<Integer, Position> lines, InlinedTypes types) {
    if (lines.isEmpty() || !active) {
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
    JpgoTraces.source = this;
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
    return inlinedByName.containsKey(className) || handingOver.containsKey(className);
  }

  @Override
  public boolean handsOver(String className) {
    return handingOver.containsKey(className);
  }

  @Override
  public boolean knows(Class<?> type) {
    ClassLines lines = classes.find(type);
    return lines != null && !lines.isEmpty();
  }

  @Override
  public @Nullable String sourceFile(Class<?> type) {
    ClassLines lines = classes.find(type);
    return lines == null ? null : lines.sourceFile();
  }

  @Override
  public @Nullable String sourceFile(String className) {
    String file = filesByName.get(className);
    return file == null || file.equals(AMBIGUOUS) ? null : file;
  }

  @Override
  public void older(Class<?> type, int version) {
    ClassLines lines = classes.find(type);
    if (lines != null) {
      lines.older(version);
    }
  }

  @Override
  public int line(
      Class<?> type,
      int version,
      String method,
      @Nullable String descriptor,
      int bci,
      @Nullable String callee) {
    ClassLines lines = classes.find(type);
    return lines == null ? LineTable.UNKNOWN : lines.line(version, method, descriptor, bci, callee);
  }

  @Override
  public @Nullable String member(Class<?> type, int number) {
    ClassLines lines = classes.find(type);
    return lines == null ? null : lines.member(type, number);
  }
}
