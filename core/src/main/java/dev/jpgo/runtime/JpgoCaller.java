package dev.jpgo.runtime;

import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the caller's class anew, in the expanded stack, by the rules of {@code
 * StackStreamFactory.CallerClassFinder}: the second frame that is neither reflection's nor a method
 * handle's, counted from who called {@code getCallerClass}. Is given the frames of the VM, and
 * expands those two.
 */
final class JpgoCaller
    implements Function<Stream<StackWalker.StackFrame>, JpgoCaller>,
        Consumer<StackWalker.StackFrame> {
  /** Made before there can be a security manager, who might not let its callers have one. */
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final JpgoFrames.Expansion expansion;
  private boolean asked;
  private @Nullable Class<?> first;

  /** The caller's class; null when the first frame has no caller. */
  @Nullable Class<?> second;

  private JpgoCaller(JpgoTraceSource source) {
    expansion = new JpgoFrames.Expansion(source);
  }

  /** Makes the walker. */
  static void prepare() {
    // the class is initialized
  }

  static JpgoCaller find(JpgoTraceSource source) {
    return WALKER.walk(new JpgoCaller(source));
  }

  @Override
  public JpgoCaller apply(Stream<StackWalker.StackFrame> stream) {
    Spliterator<StackWalker.StackFrame> frames = stream.spliterator();
    boolean more = true;
    while (more && second == null) {
      more = frames.tryAdvance(this);
    }
    return this;
  }

  @Override
  public void accept(StackWalker.StackFrame frame) {
    Class<?> type = frame.getDeclaringClass();
    if (!asked) {
      asked = type == StackWalker.class;
      return;
    }
    JpgoInlinedFrame[] inlined = expansion.of(frame);
    if (inlined == null) {
      count(type);
      return;
    }
    for (JpgoInlinedFrame part : inlined) {
      Class<?> inner = part.type();
      count(inner == null ? type : inner);
    }
  }

  private void count(Class<?> type) {
    if (type.getPackageName().equals("java.lang.invoke")) {
      return;
    }
    if (first == null) {
      first = type;
    } else if (second == null) {
      second = type;
    }
  }

  /** What the JDK throws where the first frame has no caller, in the words of its version. */
  IllegalCallerException none() {
    Class<?> seen = first;
    String frame = seen == null ? "null" : seen.getName() + ' ';
    return new IllegalCallerException(
        Runtime.version().feature() < 22
            ? "no caller frame"
            : "no caller frame: [" + frame + ", null]");
  }
}
