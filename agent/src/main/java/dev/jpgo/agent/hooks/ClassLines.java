package dev.jpgo.agent.hooks;

import dev.jpgo.core.classfile.LineTable;
import dev.jpgo.runtime.JpgoMembers;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of all versions of one class, by how often it had been redefined. The VM counts from 0,
 * or for a class from an archive from the number of its {@link ResolvedReferences}. Which of the
 * two, the first frame tells that only one of them allows.
 */
final class ClassLines extends WeakReference<Class<?>> {
  final int hash;

  /** Replaced, never changed. */
  private volatile LineTable[] versions = {};

  private volatile boolean uncertain;

  /** What the VM counts from if the class is from an archive; 0 when it can be from none. */
  private volatile int archived;

  /** What it does count from; negative while that is not known. */
  private volatile int first = -1;

  /** Of its methods, by the VM's number; null until one of them is asked for. */
  private volatile @Nullable String @Nullable [] members;

  ClassLines(Class<?> type, ReferenceQueue<Class<?>> gone) {
    super(type, gone);
    this.hash = System.identityHashCode(type);
  }

  /** Lines of the version that the VM is being given; the redefining thread's own. */
  @Nullable LineTable upcoming;

  boolean isEmpty() {
    return versions.length == 0;
  }

  /** The class may be from an archive, where the VM counts from this number. */
  void archived(int number) {
    archived = number;
  }

  void add(LineTable version) {
    LineTable[] more = Arrays.copyOf(versions, versions.length + 1);
    more[versions.length] = known(version);
    versions = more;
  }

  /** The lines of a version; those of methods that it has from one that is here are known. */
  LineTable read(byte[] version, @Nullable MethodChange change) {
    if (change == null) {
      return LineTable.read(version);
    }
    LineTable[] known = versions;
    long from = LineTable.source(change.from());
    for (int i = known.length - 1; i >= 0; i--) {
      if (known[i].source() == from) {
        return LineTable.read(version, known[i], change.ordinals());
      }
    }
    return LineTable.read(version);
  }

  /** What an earlier version had, too, is kept once: most methods do not change. */
  private LineTable known(LineTable version) {
    for (LineTable table : versions) {
      if (table.isSame(version)) {
        return table;
      }
    }
    return versions.length == 0 ? version : version.after(versions[versions.length - 1]);
  }

  void uncertain() {
    uncertain = true;
  }

  @Nullable String sourceFile() {
    LineTable[] known = versions;
    return known.length == 0 ? null : known[0].sourceFile();
  }

  /** The name with the descriptor of the method that the VM has under a number, or null. */
  @Nullable String member(Class<?> type, int number) {
    String[] known = members;
    if (known == null) {
      members = new String[0]; // for traces that are looked at while classes are loaded for it
      known = JpgoMembers.of(type);
      members = known;
    }
    return number < known.length ? known[number] : null;
  }

  int line(
      int version, String method, @Nullable String descriptor, int bci, @Nullable String callee) {
    LineTable[] known = versions;
    if (version < 0 || uncertain) {
      return agreed(known, method, descriptor, bci, callee);
    }
    int start = start(version, known.length); // the newest in the VM may not be counted yet
    if (start >= 0) {
      return in(known, version - start, method, descriptor, bci, callee);
    }
    int line = in(known, version, method, descriptor, bci, callee);
    return in(known, version - archived, method, descriptor, bci, callee) == line
        ? line
        : LineTable.UNKNOWN;
  }

  /** A frame of a version was met that is not the newest. */
  void older(int version) {
    start(version, versions.length - 1);
  }

  /**
   * What the VM counts from; negative if it may be both.
   *
   * @param newest the newest version that it may be, counted from 0
   */
  private int start(int version, int newest) {
    if (first < 0) {
      boolean inFile = version <= newest;
      boolean inArchive = version >= archived && version - archived <= newest;
      if (inFile != inArchive || archived == 0) {
        first = inFile ? 0 : archived;
      }
    }
    return first;
  }

  private static int in(
      LineTable[] known,
      int version,
      String method,
      @Nullable String descriptor,
      int bci,
      @Nullable String callee) {
    return version >= 0 && version < known.length
        ? known[version].line(method, descriptor, bci, callee)
        : LineTable.UNKNOWN;
  }

  /** The line that all versions agree on that have the instruction. */
  private static int agreed(
      LineTable[] known,
      String method,
      @Nullable String descriptor,
      int bci,
      @Nullable String callee) {
    int line = LineTable.UNKNOWN;
    for (LineTable table : known) {
      int here = table.line(method, descriptor, bci, callee);
      boolean disagrees =
          here == LineTable.UNKNOWN
              ? table.has(method, descriptor, bci)
              : line != LineTable.UNKNOWN && here != line;
      if (disagrees) {
        return LineTable.UNKNOWN;
      }
      line = here == LineTable.UNKNOWN ? line : here;
    }
    return line;
  }
}
