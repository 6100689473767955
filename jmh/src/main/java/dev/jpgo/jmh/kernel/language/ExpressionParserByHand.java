package dev.jpgo.jmh.kernel.language;

import dev.jpgo.jmh.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * {@link ExpressionParser} with reader and lexer written into the parser, tokens as two fields, and
 * expressions of one class with a switch. Texts are arrays of characters.
 */
public final class ExpressionParserByHand implements Workload {
  private static final int NUMBER = 1;
  private static final int NAME = 2;
  private static final int SUM = '+';
  private static final int DIFFERENCE = '-';
  private static final int PRODUCT = '*';

  /** A formula of any kind. */
  private static final class Expression {
    private final int kind;
    private final int value;
    private final @Nullable Expression left;
    private final @Nullable Expression right;

    Expression(int kind, int value, @Nullable Expression left, @Nullable Expression right) {
      this.kind = kind;
      this.value = value;
      this.left = left;
      this.right = right;
    }
  }

  private final char[][] formulas = new char[ExpressionParser.FORMULAS][];
  private final long[] names = new long[26];
  private char[] text = new char[0];
  private int position;
  private int kind;
  private int value;

  public ExpressionParserByHand() {
    for (int i = 0; i < formulas.length; i++) {
      formulas[i] = (ExpressionParser.formula(i) + "\0").toCharArray();
    }
    for (int i = 0; i < names.length; i++) {
      names[i] = i + 1;
    }
  }

  @Override
  public long iterate() {
    long checksum = 1;
    for (char[] formula : formulas) {
      text = formula;
      position = 0;
      scan();
      Expression expression = sum();
      for (int i = 0; i < 8; i++) {
        names[0] = i;
        checksum = checksum * 31 + evaluate(expression, names);
      }
    }
    return checksum;
  }

  private void scan() {
    char[] text = this.text;
    int position = this.position;
    char c = text[position];
    while (c == ' ') {
      c = text[++position];
    }
    if (c >= '0' && c <= '9') {
      int number = 0;
      do {
        number = number * 10 + c - '0';
        c = text[++position];
      } while (c >= '0' && c <= '9');
      value = number;
      kind = NUMBER;
    } else {
      value = c;
      kind = c >= 'a' && c <= 'z' ? NAME : c;
      position++;
    }
    this.position = position;
  }

  private Expression sum() {
    Expression left = product();
    while (kind == '+' || kind == '-') {
      int operator = kind;
      scan();
      left = new Expression(operator, 0, left, product());
    }
    return left;
  }

  private Expression product() {
    Expression left = factor();
    while (kind == '*') {
      scan();
      left = new Expression(PRODUCT, 0, left, factor());
    }
    return left;
  }

  private Expression factor() {
    if (kind == '(') {
      scan();
      Expression inner = sum();
      if (kind != ')') {
        throw new IllegalArgumentException("expected ) before " + kind);
      }
      scan();
      return inner;
    }
    if (kind != NUMBER && kind != NAME) {
      throw new IllegalArgumentException("no factor: " + kind);
    }
    Expression leaf = new Expression(kind, kind == NAME ? value - 'a' : value, null, null);
    scan();
    return leaf;
  }

  private static long evaluate(@Nullable Expression expression, long[] names) {
    if (expression == null) {
      return 0;
    }
    switch (expression.kind) {
      case NUMBER:
        return expression.value;
      case NAME:
        return names[expression.value];
      case SUM:
        return evaluate(expression.left, names) + evaluate(expression.right, names);
      case DIFFERENCE:
        return evaluate(expression.left, names) - evaluate(expression.right, names);
      default:
        return evaluate(expression.left, names) * evaluate(expression.right, names);
    }
  }
}
