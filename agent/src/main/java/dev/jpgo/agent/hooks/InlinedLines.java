package dev.jpgo.agent.hooks;

import dev.jpgo.runtime.JpgoInlinedFrame;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The frames behind the synthetic lines of the classes of one name; not changed once shared. */
final class InlinedLines {
  private final Map<Integer, JpgoInlinedFrame[]> frames;

  InlinedLines() {
    this(new HashMap<>());
  }

  private InlinedLines(Map<Integer, JpgoInlinedFrame[]> frames) {
    this.frames = frames;
  }

  InlinedLines copy() {
    return new InlinedLines(new HashMap<>(frames));
  }

  void put(int line, JpgoInlinedFrame[] stack) {
    frames.put(line, stack);
  }

  JpgoInlinedFrame @Nullable [] get(int line) {
    return frames.get(line);
  }
}
