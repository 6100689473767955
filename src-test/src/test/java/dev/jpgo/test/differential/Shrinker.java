package dev.jpgo.test.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Makes a program that shows a difference smaller: first leaves methods as they are whose
 * transformation does not matter, then takes out declarations and statements, then parts of
 * expressions, as long as the difference stays. What it tries need not make sense: a compiler
 * refuses what does not compile.
 */
final class Shrinker {
  private static final int MAX_TRIES = 20_000;

  private final DifferenceCheck check;
  private int tries;

  Shrinker(DifferenceCheck check) {
    this.check = check;
  }

  /** The smallest program that it finds; the given one must show the difference. */
  Reproducer shrink(String packageName, String source, String setting) {
    Set<String> methods = methods(source, check.methods(source));
    String text = oneStatementEach(source, methods);
    int before;
    do {
      before = text.length();
      text = statements(text, methods);
      text = ExpressionCuts.apply(text, candidate -> differs(candidate, methods));
    } while (text.length() < before);
    Set<String> left = new TreeSet<>(check.methods(text));
    left.retainAll(methods);
    return new Reproducer(packageName, text, methods(text, left), setting);
  }

  /** A statement a line, if line numbers are not what makes the difference. */
  private String oneStatementEach(String source, Set<String> methods) {
    String text = SourceTree.text(SourceTree.parse(source));
    return differs(text, methods) ? text : source;
  }

  private boolean differs(String source, Set<String> methods) {
    return tries++ < MAX_TRIES && check.differs(source, methods);
  }

  /** Methods that have to be transformed: none of them can be left out. */
  private Set<String> methods(String source, Set<String> all) {
    List<String> left =
        minimize(new ArrayList<>(all), some -> differs(source, new TreeSet<>(some)));
    return new TreeSet<>(left);
  }

  private String statements(String source, Set<String> methods) {
    List<SourceTree> top = SourceTree.parse(source);
    List<SourceTree> least = cut(top, nodes -> differs(SourceTree.text(nodes), methods));
    return SourceTree.text(least);
  }

  /** Takes nodes out, then nodes inside of those that are left, or puts what is inside in place. */
  private static List<SourceTree> cut(List<SourceTree> nodes, Predicate<List<SourceTree>> differs) {
    List<SourceTree> left = minimize(nodes, differs);
    for (int i = 0; i < left.size(); i++) {
      SourceTree node = left.get(i);
      if (node.children().isEmpty()) {
        continue;
      }
      List<SourceTree> unwrapped = replaced(left, i, node.children());
      if (differs.test(unwrapped)) {
        left = minimize(unwrapped, differs);
        i--;
        continue;
      }
      int at = i;
      List<SourceTree> around = left;
      List<SourceTree> inside =
          cut(
              node.children(),
              children -> differs.test(replaced(around, at, List.of(node.with(children)))));
      left = replaced(left, i, List.of(node.with(inside)));
    }
    return left;
  }

  private static List<SourceTree> replaced(List<SourceTree> nodes, int at, List<SourceTree> by) {
    List<SourceTree> result = new ArrayList<>(nodes.subList(0, at));
    result.addAll(by);
    result.addAll(nodes.subList(at + 1, nodes.size()));
    return result;
  }

  /**
   * Leaves out runs of elements, long ones first, as long as the rest passes (Zeller and
   * Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002).
   */
  static <E> List<E> minimize(List<E> all, Predicate<List<E>> passes) {
    List<E> left = all;
    for (int size = Math.max(1, all.size() / 2); size > 0; size /= 2) {
      for (int from = 0; from < left.size(); ) {
        List<E> without = new ArrayList<>(left.subList(0, from));
        without.addAll(left.subList(Math.min(left.size(), from + size), left.size()));
        if (passes.test(without)) {
          left = without;
        } else {
          from += size;
        }
      }
    }
    return left;
  }
}
