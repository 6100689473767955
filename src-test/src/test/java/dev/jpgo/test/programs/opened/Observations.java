package dev.jpgo.test.programs.opened;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers to questions, one a line; an exception is an answer like others. */
final class Observations {
  /** What may be asked. */
  interface Question {
    @Nullable Object ask() throws Throwable;
  }

  private final List<String> lines = new ArrayList<>();

  void add(String name, Question question) {
    String answer;
    try {
      answer = String.valueOf(question.ask());
    } catch (Throwable e) {
      answer = chain(e);
    }
    // identity hash codes, and the numbers of hidden and proxy classes
    lines.add(name + ": " + answer.replaceAll("@[0-9a-f]{4,}|/0x[0-9a-f]+|Proxy[0-9]+", "@"));
  }

  private static String chain(Throwable thrown) {
    StringBuilder text = new StringBuilder("thrown");
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      text.append(' ').append(at);
    }
    return text.toString();
  }

  List<String> lines() {
    return lines;
  }
}
