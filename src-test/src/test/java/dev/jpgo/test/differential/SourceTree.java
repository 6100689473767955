package dev.jpgo.test.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * A program's text as statements inside one another. A node is a statement or declaration on a line
 * of its own, or several lines of which the first opens a brace that the last closes; what is
 * between them are its children.
 */
final class SourceTree {
  private final String head;
  private final String tail;
  private final List<SourceTree> children;

  private SourceTree(String head, String tail, List<SourceTree> children) {
    this.head = head;
    this.tail = tail;
    this.children = children;
  }

  /** The top of a text: its classes, and what is before them. */
  static List<SourceTree> parse(String source) {
    List<String> lines = oneStatementEach(source);
    List<SourceTree> top = new ArrayList<>();
    int[] at = {0};
    while (at[0] < lines.size()) {
      top.add(next(lines, at));
    }
    return top;
  }

  /** Breaks lines behind each brace and semicolon that is not between parentheses or quotes. */
  private static List<String> oneStatementEach(String source) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int parentheses = 0;
    boolean text = false;
    for (int i = 0; i < source.length(); i++) {
      char c = source.charAt(i) == '\n' ? ' ' : source.charAt(i);
      text ^= c == '"';
      if (!text) {
        parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == '}' && parentheses == 0) {
          flush(line, lines);
        }
      }
      line.append(c);
      if (!text && parentheses == 0 && (c == ';' || c == '{' || c == '}')) {
        flush(line, lines);
      }
    }
    flush(line, lines);
    return lines;
  }

  private static void flush(StringBuilder line, List<String> lines) {
    if (!line.toString().isBlank()) {
      lines.add(line.toString().strip());
    }
    line.setLength(0);
  }

  private static SourceTree next(List<String> lines, int[] at) {
    String head = lines.get(at[0]++);
    if (!head.endsWith("{")) {
      return new SourceTree(head, "", List.of());
    }
    List<SourceTree> children = new ArrayList<>();
    while (at[0] < lines.size() && !lines.get(at[0]).equals("}")) {
      children.add(next(lines, at));
    }
    at[0]++;
    return new SourceTree(head, "}", children);
  }

  static String text(List<SourceTree> nodes) {
    StringBuilder out = new StringBuilder();
    for (SourceTree node : nodes) {
      node.write(out);
    }
    return out.toString();
  }

  private void write(StringBuilder out) {
    out.append(head).append('\n');
    for (SourceTree child : children) {
      child.write(out);
    }
    if (!tail.isEmpty()) {
      out.append(tail).append('\n');
    }
  }

  List<SourceTree> children() {
    return children;
  }

  /** The same with other children. */
  SourceTree with(List<SourceTree> others) {
    return new SourceTree(head, tail, others);
  }
}
