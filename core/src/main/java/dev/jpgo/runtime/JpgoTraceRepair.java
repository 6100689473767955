package dev.jpgo.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One trace, repaired and expanded. The elements that need nothing are kept. */
final class JpgoTraceRepair {
  private static final int NATIVE = -2;
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
        for (JpgoInlinedFrame frame : inlined) {
          out[size++] = frame.element;
        }
      }
    }
    return size == out.length ? out : Arrays.copyOf(out, size);
  }

  private StackTraceElement undamaged(
      StackTraceElement element, int index, @Nullable String callee) {
    JpgoBacktrace frame = JpgoBacktrace.frame(backtrace, index);
    int line = element.getLineNumber();
    String file;
    if (frame == null) {
      file = source.sourceFile(element.getClassName());
    } else {
      Class<?> type = frame.type();
      file = source.sourceFile(type);
      if (file != null && line < 0) {
        line = source.line(type, frame.version(), element.getMethodName(), frame.bci(), callee);
      }
    }
    return file == null ? element : with(element, file, line);
  }

  /** An element of a frame on a live stack, whose version is not known. */
  static StackTraceElement withFile(
      JpgoTraceSource source, StackTraceElement element, Class<?> type, int bci) {
    String file = source.sourceFile(type);
    if (file == null) {
      return element;
    }
    int line = element.getLineNumber();
    if (line < 0) {
      line = source.line(type, -1, element.getMethodName(), bci, null);
    }
    return with(element, file, line);
  }

  /** The element with another position; it prints in the same format. */
  static StackTraceElement with(StackTraceElement element, String file, int line) {
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
    if (memory != null) {
      if (format < 0) {
        format = memory.offset(StackTraceElement.class, "format");
      }
      memory.putByte(changed, format, memory.getByte(element, format));
    }
    return changed;
  }
}
