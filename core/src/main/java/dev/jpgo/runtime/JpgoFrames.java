package dev.jpgo.runtime;

import java.lang.invoke.MethodType;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a stack walk with inlined code expanded, as lazily as the walk itself. Frames of
 * classes without inlined code pass through untouched.
 */
final class JpgoFrames
    implements Spliterator<StackWalker.StackFrame>, Consumer<StackWalker.StackFrame> {
  private static final JpgoInlinedFrame[] NOTHING = {};

  private final Spliterator<StackWalker.StackFrame> frames;
  private final Expansion expansion;
  private StackWalker.@Nullable StackFrame physical;
  private JpgoInlinedFrame @Nullable [] inlined;
  private int next;

  private JpgoFrames(Spliterator<StackWalker.StackFrame> frames, JpgoTraceSource source) {
    this.frames = frames;
    this.expansion = new Expansion(source);
  }

  /** Finds what frames of one walk stand for. */
  static final class Expansion {
    private final JpgoTraceSource source;

    /** Whether the walker drops what a frame's line would be found by (JDK 22 and later). */
    private boolean blind;

    Expansion(JpgoTraceSource source) {
      this.source = source;
    }

    /** The frames behind a frame, or null when it stands for itself alone. */
    JpgoInlinedFrame @Nullable [] of(StackWalker.StackFrame frame) {
      if (blind || !source.hasInlined(frame.getClassName())) {
        return null;
      }
      try {
        return frame.isNativeMethod() ? null : of(frame, frame.getLineNumber());
      } catch (UnsupportedOperationException e) {
        blind = true;
        return null;
      }
    }

    private JpgoInlinedFrame @Nullable [] of(StackWalker.StackFrame frame, int line) {
      if (line == JpgoTraceSource.HANDOVER_LINE && source.handsOver(frame.getClassName())) {
        return NOTHING;
      }
      return line < source.lowestSyntheticLine ? null : source.inlined(frame.getClassName(), line);
    }
  }

  @Override
  public boolean tryAdvance(Consumer<? super StackWalker.StackFrame> action) {
    JpgoInlinedFrame[] pending = inlined;
    while (pending == null || next == pending.length) {
      if (!frames.tryAdvance(this)) {
        return false;
      }
      pending = inlined;
      next = 0;
      if (pending == null) {
        break;
      }
    }
    StackWalker.StackFrame frame = physical;
    if (frame == null) {
      return false;
    }
    action.accept(pending == null ? frame : new Frame(frame, pending[next++]));
    return true;
  }

  /** Takes the next frame of the VM. */
  @Override
  public void accept(StackWalker.StackFrame frame) {
    physical = frame;
    inlined = expansion.of(frame);
  }

  @Override
  public @Nullable Spliterator<StackWalker.StackFrame> trySplit() {
    return null;
  }

  @Override
  public long estimateSize() {
    return frames.estimateSize();
  }

  @Override
  public int characteristics() {
    return frames.characteristics();
  }

  /** For {@code StackWalker.walk}. */
  static final class Walk<T> implements Function<Stream<StackWalker.StackFrame>, T> {
    private final Function<Stream<StackWalker.StackFrame>, T> function;
    private final JpgoTraceSource source;

    Walk(Function<Stream<StackWalker.StackFrame>, T> function, JpgoTraceSource source) {
      this.function = function;
      this.source = source;
    }

    @Override
    public T apply(Stream<StackWalker.StackFrame> stream) {
      return function.apply(
          StreamSupport.stream(new JpgoFrames(stream.spliterator(), source), false));
    }
  }

  /** For {@code StackWalker.forEach}. */
  static final class Visit implements Consumer<StackWalker.StackFrame> {
    private final Consumer<StackWalker.StackFrame> action;
    private final Expansion expansion;

    Visit(Consumer<StackWalker.StackFrame> action, JpgoTraceSource source) {
      this.action = action;
      this.expansion = new Expansion(source);
    }

    @Override
    public void accept(StackWalker.StackFrame frame) {
      JpgoInlinedFrame[] inlined = expansion.of(frame);
      if (inlined == null) {
        action.accept(frame);
        return;
      }
      for (JpgoInlinedFrame part : inlined) {
        action.accept(new Frame(frame, part));
      }
    }
  }

  /** A frame of inlined code; the real frame around it says what its walker may show. */
  private static final class Frame implements StackWalker.StackFrame {
    private final StackWalker.StackFrame physical;
    private final JpgoInlinedFrame inlined;

    Frame(StackWalker.StackFrame physical, JpgoInlinedFrame inlined) {
      this.physical = physical;
      this.inlined = inlined;
    }

    @Override
    public String getClassName() {
      return inlined.element.getClassName();
    }

    @Override
    public String getMethodName() {
      return inlined.element.getMethodName();
    }

    @Override
    public Class<?> getDeclaringClass() {
      Class<?> outer = physical.getDeclaringClass();
      Class<?> type = inlined.type();
      return type == null ? outer : type;
    }

    @Override
    public MethodType getMethodType() {
      ClassLoader loader = getDeclaringClass().getClassLoader();
      return MethodType.fromMethodDescriptorString(
          getDescriptor(), loader == null ? ClassLoader.getPlatformClassLoader() : loader);
    }

    @Override
    public String getDescriptor() {
      String checked = physical.getDescriptor();
      return checked == null ? "" : inlined.descriptor;
    }

    @Override
    public int getByteCodeIndex() {
      return physical.getByteCodeIndex();
    }

    @Override
    public @Nullable String getFileName() {
      return inlined.element.getFileName();
    }

    @Override
    public int getLineNumber() {
      return inlined.element.getLineNumber();
    }

    @Override
    public boolean isNativeMethod() {
      return false;
    }

    @Override
    public StackTraceElement toStackTraceElement() {
      return inlined.element;
    }

    @Override
    public String toString() {
      return inlined.element.toString();
    }
  }
}
