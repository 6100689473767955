package dev.jpgo.jmh.kernel.language;

import dev.jpgo.jmh.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/** A recursive-descent parser over a lexer over a reader, then evaluation of what was parsed. */
public final class ExpressionParser implements Workload {
  static final int FORMULAS = 240;

  /** Reads characters of a text; a zero after its end. */
  static final class Reader {
    private final String text;
    private int position;

    Reader(String text) {
      this.text = text;
    }

    char peek() {
      return position < text.length() ? text.charAt(position) : 0;
    }

    char next() {
      char c = peek();
      position++;
      return c;
    }
  }

  /** What a token is. */
  enum Kind {
    NUMBER,
    NAME,
    OPERATOR,
    END
  }

  /** A piece of the text; {@code value} of a number, or the character of anything else. */
  record Token(Kind kind, int value) {
    boolean is(char operator) {
      return kind == Kind.OPERATOR && value == operator;
    }
  }

  /** Cuts the text into tokens, one ahead. */
  static final class Lexer {
    private final Reader reader;
    private Token current;

    Lexer(Reader reader) {
      this.reader = reader;
      this.current = scan();
    }

    Token current() {
      return current;
    }

    Token advance() {
      Token token = current;
      current = scan();
      return token;
    }

    boolean accept(char operator) {
      if (current.is(operator)) {
        advance();
        return true;
      }
      return false;
    }

    private Token scan() {
      while (Character.isWhitespace(reader.peek())) {
        reader.next();
      }
      char c = reader.peek();
      if (Character.isDigit(c)) {
        return new Token(Kind.NUMBER, number());
      }
      reader.next();
      if (c == 0) {
        return new Token(Kind.END, 0);
      }
      return new Token(Character.isLetter(c) ? Kind.NAME : Kind.OPERATOR, c);
    }

    private int number() {
      int value = 0;
      while (Character.isDigit(reader.peek())) {
        value = value * 10 + Character.digit(reader.next(), 10);
      }
      return value;
    }
  }

  /** A formula, with names for values. */
  interface Expression {
    long evaluate(long[] names);
  }

  record Constant(long value) implements Expression {
    @Override
    public long evaluate(long[] names) {
      return value;
    }
  }

  record Name(int index) implements Expression {
    @Override
    public long evaluate(long[] names) {
      return names[index];
    }
  }

  record Sum(Expression left, Expression right) implements Expression {
    @Override
    public long evaluate(long[] names) {
      return left.evaluate(names) + right.evaluate(names);
    }
  }

  record Difference(Expression left, Expression right) implements Expression {
    @Override
    public long evaluate(long[] names) {
      return left.evaluate(names) - right.evaluate(names);
    }
  }

  record Product(Expression left, Expression right) implements Expression {
    @Override
    public long evaluate(long[] names) {
      return left.evaluate(names) * right.evaluate(names);
    }
  }

  private final List<String> formulas = new ArrayList<>();
  private final long[] names = new long[26];

  public ExpressionParser() {
    for (int i = 0; i < FORMULAS; i++) {
      formulas.add(formula(i));
    }
    for (int i = 0; i < names.length; i++) {
      names[i] = i + 1;
    }
  }

  static String formula(int i) {
    return "(a + "
        + i
        + ") * b - 17 * (c - d * ("
        + (i * 37)
        + " + e)) + x * y * (z - 3)"
        + " - ((f + g) * (h - "
        + (i % 9)
        + ") + 1024) * (k + 2 * m) ";
  }

  @Override
  public long iterate() {
    long checksum = 1;
    for (String formula : formulas) {
      Expression expression = sum(new Lexer(new Reader(formula)));
      for (int i = 0; i < 8; i++) {
        names[0] = i;
        checksum = checksum * 31 + expression.evaluate(names);
      }
    }
    return checksum;
  }

  private static Expression sum(Lexer lexer) {
    Expression left = product(lexer);
    while (true) {
      if (lexer.accept('+')) {
        left = new Sum(left, product(lexer));
      } else if (lexer.accept('-')) {
        left = new Difference(left, product(lexer));
      } else {
        return left;
      }
    }
  }

  private static Expression product(Lexer lexer) {
    Expression left = factor(lexer);
    while (lexer.accept('*')) {
      left = new Product(left, factor(lexer));
    }
    return left;
  }

  private static Expression factor(Lexer lexer) {
    if (lexer.accept('(')) {
      Expression inner = sum(lexer);
      if (!lexer.accept(')')) {
        throw new IllegalArgumentException("expected ) before " + lexer.current());
      }
      return inner;
    }
    Token token = lexer.advance();
    return switch (token.kind()) {
      case NUMBER -> new Constant(token.value());
      case NAME -> new Name(token.value() - 'a');
      case OPERATOR, END -> throw new IllegalArgumentException("no factor: " + token);
    };
  }
}
