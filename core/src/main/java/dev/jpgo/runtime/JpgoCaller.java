package dev.jpgo.runtime;

import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the caller's class anew, in the expanded stack, by the rules of {@code
 * StackStreamFactory.CallerClassFinder}: the second frame that is neither reflection's nor a method
 * handle's, counted from who called {@code getCallerClass}.
 */
final class JpgoCaller implements Function<Stream<StackWalker.StackFrame>, @Nullable Class<?>> {
  private JpgoCaller() {}

  static @Nullable Class<?> find() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(new JpgoCaller());
  }

  @Override
  public @Nullable Class<?> apply(Stream<StackWalker.StackFrame> stream) {
    Iterator<StackWalker.StackFrame> frames = stream.iterator();
    while (frames.hasNext()) {
      StackWalker.StackFrame frame = frames.next();
      if (frame.getDeclaringClass() == StackWalker.class) {
        return second(frames);
      }
    }
    return null;
  }

  private static @Nullable Class<?> second(Iterator<StackWalker.StackFrame> frames) {
    int seen = 0;
    while (frames.hasNext()) {
      Class<?> type = frames.next().getDeclaringClass();
      if (!type.getPackageName().equals("java.lang.invoke") && ++seen == 2) {
        return type;
      }
    }
    return null;
  }
}
