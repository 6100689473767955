package dev.jpgo.jmh.kernel.language;

import static dev.jpgo.jmh.kernel.language.VisitorInterpreter.LIMIT;
import static dev.jpgo.jmh.kernel.language.VisitorInterpreter.VARIABLES;

import dev.jpgo.jmh.workload.Workload;

/** {@link VisitorInterpreter} as two recursive methods, each one switch; no value is boxed. */
public final class VisitorInterpreterByHand implements Workload {
  private static final int CONSTANT = 0;
  private static final int VARIABLE = 1;
  private static final int ADD = 2;
  private static final int MULTIPLY = 3;
  private static final int DIVIDE = 4;
  private static final int MODULO = 5;
  private static final int LESS = 6;
  private static final int ASSIGNMENT = 7;
  private static final int BLOCK = 8;
  private static final int WHILE = 9;
  private static final int IF = 10;

  /** A statement or an expression; {@code value} is a constant's, or a variable's slot. */
  private static final class Node {
    private final int kind;
    private final int value;
    private final Node[] parts;

    Node(int kind, int value, Node... parts) {
      this.kind = kind;
      this.value = value;
      this.parts = parts;
    }
  }

  private final Node program = collatz();

  private static Node collatz() {
    Node step = new Node(VARIABLE, 0);
    Node x = new Node(VARIABLE, 1);
    Node start = new Node(VARIABLE, 2);
    Node sum = new Node(VARIABLE, 3);
    Node restart =
        new Node(
            BLOCK,
            0,
            new Node(ASSIGNMENT, 2, plus(start, 1)),
            new Node(ASSIGNMENT, 1, plus(start, 0)),
            new Node(
                ASSIGNMENT, 3, new Node(ADD, 0, new Node(MULTIPLY, 0, sum, number(31)), step)));
    Node halve = new Node(ASSIGNMENT, 1, new Node(DIVIDE, 0, x, number(2)));
    Node grow = new Node(ASSIGNMENT, 1, plus(new Node(MULTIPLY, 0, x, number(3)), 1));
    Node follow = new Node(IF, 0, new Node(MODULO, 0, x, number(2)), grow, halve);
    return new Node(
        WHILE,
        0,
        new Node(LESS, 0, step, number(LIMIT)),
        new Node(
            BLOCK,
            0,
            new Node(ASSIGNMENT, 0, plus(step, 1)),
            new Node(IF, 0, new Node(LESS, 0, x, number(2)), restart, follow)));
  }

  private static Node plus(Node left, int right) {
    return new Node(ADD, 0, left, number(right));
  }

  private static Node number(int value) {
    return new Node(CONSTANT, value);
  }

  @Override
  public long iterate() {
    int[] values = new int[VARIABLES];
    execute(program, values);
    long checksum = 1;
    for (int value : values) {
      checksum = checksum * 31 + value;
    }
    return checksum;
  }

  private static void execute(Node node, int[] values) {
    Node[] parts = node.parts;
    switch (node.kind) {
      case ASSIGNMENT:
        values[node.value] = evaluate(parts[0], values);
        break;
      case BLOCK:
        for (Node part : parts) {
          execute(part, values);
        }
        break;
      case WHILE:
        while (evaluate(parts[0], values) != 0) {
          execute(parts[1], values);
        }
        break;
      case IF:
        execute(evaluate(parts[0], values) != 0 ? parts[1] : parts[2], values);
        break;
      default:
        throw new IllegalStateException("no statement: " + node.kind);
    }
  }

  private static int evaluate(Node node, int[] values) {
    int kind = node.kind;
    if (kind == CONSTANT) {
      return node.value;
    }
    if (kind == VARIABLE) {
      return values[node.value];
    }
    int left = evaluate(node.parts[0], values);
    int right = evaluate(node.parts[1], values);
    switch (kind) {
      case ADD:
        return left + right;
      case MULTIPLY:
        return left * right;
      case DIVIDE:
        return left / right;
      case MODULO:
        return left % right;
      case LESS:
        return left < right ? 1 : 0;
      default:
        throw new IllegalStateException("no expression: " + kind);
    }
  }
}
