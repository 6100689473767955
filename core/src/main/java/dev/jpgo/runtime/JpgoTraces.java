package dev.jpgo.runtime;

import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps stack traces true: where the JDK takes them from the VM, frames of inlined code are
 * expanded to those that the source has, and frames of older class versions get back the file and
 * the line that the VM forgets. One volatile read while there is no {@link #source}.
 */
public final class JpgoTraces {
  /** Who knows; null until the first class is rewritten. */
  public static volatile @Nullable JpgoTraceSource source;

  private static int most = Integer.MAX_VALUE;

  private JpgoTraces() {}

  /** After {@code StackTraceElement.of} in {@code Throwable.getOurStackTrace}. */
  public static StackTraceElement[] thrown(StackTraceElement[] trace, @Nullable Object backtrace) {
    return cut(repaired(trace, backtrace));
  }

  private static StackTraceElement[] repaired(
      StackTraceElement[] trace, @Nullable Object backtrace) {
    JpgoTraceSource known = source;
    if (known == null) {
      return trace;
    }
    try {
      return new JpgoTraceRepair(known, backtrace).repair(trace);
    } catch (ThreadDeath stopped) {
      throw stopped;
    } catch (Throwable failure) {
      return trace; // out of memory or stack: the VM's own trace will do
    }
  }

  /** As many elements as the VM would have given had it seen the frames of inlined code. */
  private static StackTraceElement[] cut(StackTraceElement[] trace) {
    return trace.length > most ? Arrays.copyOf(trace, most) : trace;
  }

  /** After a trace of another thread was taken, of as many elements as exceptions have at most. */
  public static StackTraceElement @Nullable [] taken(StackTraceElement @Nullable [] trace) {
    return trace == null ? null : thrown(trace, null);
  }

  /** After a trace of another thread was taken, of all that it has or that were asked for. */
  public static StackTraceElement @Nullable [] dumped(StackTraceElement @Nullable [] trace) {
    return trace == null ? null : repaired(trace, null);
  }

  /** After {@code Thread.dumpThreads}. */
  public static StackTraceElement @Nullable [][] dumpedAll(
      StackTraceElement @Nullable [][] traces) {
    if (source != null && traces != null) {
      for (int i = 0; i < traces.length; i++) {
        traces[i] = dumped(traces[i]);
      }
    }
    return traces;
  }

  /**
   * Looks up what the repair needs of this JDK; once, before the hooks are installed.
   *
   * @param depth the VM's {@code MaxJavaStackTraceDepth}: elements of a trace at most, 0 for all
   * @throws InternalError when this JDK is another
   */
  public static void prepare(JpgoMemory memory, int depth) {
    most = depth == 0 ? Integer.MAX_VALUE : depth;
    JpgoCaller.prepare();
    JpgoBacktrace.prepare(memory);
    JpgoTraceRepair.prepare(memory);
    JpgoMembers.prepare(memory);
  }

  /**
   * After {@code StackTraceElement.of} in {@code StackFrameInfo.toStackTraceElement}.
   *
   * @param signature the frame's method type, as the JDK happens to keep it
   */
  public static StackTraceElement frame(
      StackTraceElement element,
      Class<?> type,
      StackWalker.StackFrame frame,
      @Nullable Object signature) {
    JpgoTraceSource known = source;
    if (known == null || element.getFileName() != null || frame.isNativeMethod()) {
      return element;
    }
    try {
      String descriptor = descriptor(signature);
      return JpgoTraceRepair.walked(known, element, type, descriptor, frame.getByteCodeIndex());
    } catch (ThreadDeath stopped) {
      throw stopped;
    } catch (Throwable failure) {
      return element;
    }
  }

  /** 25 keeps a descriptor or a method type, 17 a member name. */
  private static @Nullable String descriptor(@Nullable Object signature) {
    if (signature instanceof String) {
      return (String) signature;
    }
    if (signature instanceof MethodType) {
      return ((MethodType) signature).toMethodDescriptorString();
    }
    JpgoHandles handles = JpgoHandles.instance;
    return handles == null || signature == null ? null : handles.descriptor(signature);
  }

  /** The function that {@code StackWalker.walk} applies. */
  public static <T> Function<Stream<StackWalker.StackFrame>, T> walking(
      Function<Stream<StackWalker.StackFrame>, T> function) {
    JpgoTraceSource known = source;
    return known == null
            || known.lowestSyntheticLine > 65535
            || function instanceof JpgoCaller // expands frames itself
        ? function
        : new JpgoFrames.Walk<>(function, known);
  }

  /** The action of {@code StackWalker.forEach}. */
  public static Consumer<StackWalker.StackFrame> visiting(Consumer<StackWalker.StackFrame> action) {
    JpgoTraceSource known = source;
    return known == null || known.lowestSyntheticLine > 65535
        ? action
        : new JpgoFrames.Visit(action, known);
  }

  /**
   * The result of {@code StackWalker.getCallerClass}, called from its own body. Any two frames that
   * the VM has counted may be others in the source: that of the caller may hold its callee inlined,
   * where method handles lie between the two and {@code getCallerClass}, and either frame may be
   * one that has handed its loop over.
   *
   * @throws IllegalCallerException when the source has no second frame
   */
  public static Class<?> caller(Class<?> found) {
    JpgoTraceSource known = source;
    if (known == null || known.lowestSyntheticLine > 65535) {
      return found;
    }
    JpgoCaller caller = JpgoCaller.find(known);
    Class<?> expanded = caller.second;
    if (expanded == null) {
      throw caller.none();
    }
    return expanded;
  }

  /** The same where the VM has found no second frame: that of the first may hold it inlined. */
  public static Class<?> caller(IllegalCallerException none) {
    JpgoTraceSource known = source;
    Class<?> expanded =
        known == null || known.lowestSyntheticLine > 65535 ? null : JpgoCaller.find(known).second;
    if (expanded == null) {
      throw none;
    }
    return expanded;
  }
}
