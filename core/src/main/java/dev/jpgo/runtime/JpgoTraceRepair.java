package dev.jpgo.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One trace, repaired and expanded. The elements that need nothing are kept. */
final class JpgoTraceRepair {
  private static final int NATIVE = -2;
  private static final int DISAGREED = -3;
  private static long format = -1;

  private final JpgoTraceSource source;
  private final @Nullable Object backtrace;

  JpgoTraceRepair(JpgoTraceSource source, @Nullable Object backtrace) {
    this.source = source;
    this.backtrace = backtrace;
  }

  StackTraceElement[] repair(StackTraceElement[] trace) {
    int lowest = source.lowestSyntheticLine;
    for (int i = 0; i < trace.length; i++) {
      StackTraceElement element = trace[i];
      int line = element.getLineNumber();
      if (line >= lowest || (line != NATIVE && element.getFileName() == null)) {
        return repairFrom(trace, i, lowest);
      }
    }
    return trace;
  }

  private StackTraceElement[] repairFrom(StackTraceElement[] trace, int first, int lowest) {
    StackTraceElement[] out = Arrays.copyOf(trace, trace.length + 8);
    int size = first;
    for (int i = first; i < trace.length; i++) {
      StackTraceElement element = trace[i];
      if (element.getFileName() == null && element.getLineNumber() != NATIVE) {
        element = undamaged(element, i, i == 0 ? null : trace[i - 1].getMethodName());
      }
      if (element.getLineNumber() == JpgoTraceSource.HANDOVER_LINE
          && source.handsOver(element.getClassName())) {
        if (i > 0 && isSame(trace[i - 1], element)) {
          continue;
        }
        element = with(element, element.getFileName(), -1, format(element)); // no room for the call
      }
      JpgoInlinedFrame[] inlined =
          element.getLineNumber() < lowest
              ? null
              : source.inlined(element.getClassName(), element.getLineNumber());
      int needed = size + (inlined == null ? 1 : inlined.length) + trace.length - i;
      if (needed > out.length) {
        out = Arrays.copyOf(out, needed + needed / 2);
      }
      if (inlined == null) {
        out[size++] = element;
      } else {
        byte wanted = format(element);
        for (JpgoInlinedFrame frame : inlined) {
          StackTraceElement part = frame.element;
          out[size++] =
              wanted == 0 && format(part) != 0
                  ? with(part, part.getFileName(), part.getLineNumber(), wanted)
                  : part;
        }
      }
    }
    return size == out.length ? out : Arrays.copyOf(out, size);
  }

  private static boolean isSame(StackTraceElement a, StackTraceElement b) {
    return a.getMethodName().equals(b.getMethodName()) && a.getClassName().equals(b.getClassName());
  }

  private StackTraceElement undamaged(
      StackTraceElement element, int index, @Nullable String callee) {
    JpgoBacktrace frame = JpgoBacktrace.frame(backtrace, index);
    if (frame == null) {
      String file = source.sourceFile(element.getClassName());
      return file == null ? element : with(element, file, element.getLineNumber());
    }
    Class<?> type = frame.type();
    if (!source.knows(type)) {
      return element;
    }
    source.older(type, frame.version());
    int line = element.getLineNumber();
    if (line < 0) {
      String method = element.getMethodName();
      line = source.line(type, frame.version(), method, null, frame.bci(), callee);
      String member = line < 0 ? source.member(type, frame.method()) : null;
      if (member != null) {
        String descriptor = member.substring(member.indexOf('('));
        line = source.line(type, frame.version(), method, descriptor, frame.bci(), callee);
      }
    }
    return with(element, source.sourceFile(type), line);
  }

  /** An element of a frame on a live stack, whose version is not known. */
  static StackTraceElement walked(
      JpgoTraceSource source,
      StackTraceElement element,
      Class<?> type,
      @Nullable String descriptor,
      int bci) {
    if (!source.knows(type)) {
      return element;
    }
    int line = element.getLineNumber();
    if (line < 0) {
      line = liveLine(source, element.getMethodName(), type, descriptor, bci);
    }
    return with(element, source.sourceFile(type), line);
  }

  /**
   * The line of a frame that does not tell its version, but is most likely still on this thread's
   * stack, where a backtrace tells it; -1 when frames there disagree, those of other methods left
   * out.
   */
  private static int liveLine(
      JpgoTraceSource source, String method, Class<?> type, @Nullable String descriptor, int bci) {
    Object here = JpgoBacktrace.of(new Throwable());
    int line = liveLine(source, here, method, type, descriptor, bci, false);
    return line == DISAGREED
        ? Math.max(-1, liveLine(source, here, method, type, descriptor, bci, true))
        : line;
  }

  /**
   * @param named whether methods are told apart, for which classes that their descriptors name may
   *     have to be loaded
   */
  private static int liveLine(
      JpgoTraceSource source,
      @Nullable Object here,
      String method,
      Class<?> type,
      @Nullable String descriptor,
      int bci,
      boolean named) {
    int found = -1;
    boolean live = false;
    JpgoBacktrace frame = JpgoBacktrace.frame(here, 0);
    for (int i = 1; frame != null; i++) {
      if (frame.type() == type
          && frame.bci() == bci
          && !(named && isOther(source, frame, method, descriptor))) {
        int line = source.line(type, frame.version(), method, descriptor, bci, null);
        if (live && line != found) {
          return DISAGREED;
        }
        live = true;
        found = line;
      }
      frame = JpgoBacktrace.frame(here, i);
    }
    return live ? found : source.line(type, -1, method, descriptor, bci, null);
  }

  /** Whether a frame is known to be another method's, at the same index in its own code. */
  private static boolean isOther(
      JpgoTraceSource source, JpgoBacktrace frame, String method, @Nullable String descriptor) {
    String member = source.member(frame.type(), frame.method());
    return member != null
        && (descriptor == null
            ? !member.startsWith(method + '(')
            : !member.equals(method + descriptor));
  }

  /** What of module and loader is left out in print; thread dumps leave out nothing. */
  private static byte format(StackTraceElement element) {
    JpgoMemory memory = JpgoMemory.instance;
    return memory == null || format < 0 ? 0 : memory.getByte(element, format);
  }

  /** The element with another position; it prints in the same format. */
  private static StackTraceElement with(
      StackTraceElement element, @Nullable String file, int line) {
    return with(element, file, line, format(element));
  }

  private static StackTraceElement with(
      StackTraceElement element, @Nullable String file, int line, byte newFormat) {
    StackTraceElement changed =
        new StackTraceElement(
            element.getClassLoaderName(),
            element.getModuleName(),
            element.getModuleVersion(),
            element.getClassName(),
            element.getMethodName(),
            file,
            line);
    JpgoMemory memory = JpgoMemory.instance;
    if (memory != null && format >= 0) {
      memory.putByte(changed, format, newFormat);
    }
    return changed;
  }

  static void prepare(JpgoMemory memory) {
    format = memory.offset(StackTraceElement.class, "format");
  }
}
