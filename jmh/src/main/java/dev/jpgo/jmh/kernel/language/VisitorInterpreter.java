package dev.jpgo.jmh.kernel.language;

import dev.jpgo.jmh.workload.Workload;
import java.util.List;

/** An interpreter as two visitors: statements change variables, expressions have a value. */
public final class VisitorInterpreter implements Workload {
  static final int VARIABLES = 4;
  static final int LIMIT = 7500;

  /** What has a value. */
  interface Expression {
    <R> R accept(ExpressionVisitor<R> visitor);
  }

  /** What does something. */
  interface Statement {
    void accept(StatementVisitor visitor);
  }

  /** One method for each kind of expression. */
  interface ExpressionVisitor<R> {
    R visitConstant(Constant constant);

    R visitVariable(Variable variable);

    R visitBinary(Binary binary);
  }

  /** One method for each kind of statement. */
  interface StatementVisitor {
    void visitAssignment(Assignment assignment);

    void visitBlock(Block block);

    void visitWhile(While loop);

    void visitIf(If condition);
  }

  enum Operator {
    ADD,
    MULTIPLY,
    DIVIDE,
    MODULO,
    LESS
  }

  record Constant(Integer value) implements Expression {
    @Override
    public <R> R accept(ExpressionVisitor<R> visitor) {
      return visitor.visitConstant(this);
    }
  }

  record Variable(int slot) implements Expression {
    @Override
    public <R> R accept(ExpressionVisitor<R> visitor) {
      return visitor.visitVariable(this);
    }
  }

  record Binary(Operator operator, Expression left, Expression right) implements Expression {
    @Override
    public <R> R accept(ExpressionVisitor<R> visitor) {
      return visitor.visitBinary(this);
    }
  }

  record Assignment(Variable target, Expression value) implements Statement {
    @Override
    public void accept(StatementVisitor visitor) {
      visitor.visitAssignment(this);
    }
  }

  record Block(List<Statement> statements) implements Statement {
    @Override
    public void accept(StatementVisitor visitor) {
      visitor.visitBlock(this);
    }
  }

  record While(Expression condition, Statement body) implements Statement {
    @Override
    public void accept(StatementVisitor visitor) {
      visitor.visitWhile(this);
    }
  }

  record If(Expression condition, Statement then, Statement otherwise) implements Statement {
    @Override
    public void accept(StatementVisitor visitor) {
      visitor.visitIf(this);
    }
  }

  /** Boxed values, as a generic visitor has them. */
  private static final class Evaluator implements ExpressionVisitor<Integer> {
    private final Integer[] values = {0, 0, 0, 0};

    Integer get(int slot) {
      return values[slot];
    }

    void set(int slot, Integer value) {
      values[slot] = value;
    }

    @Override
    public Integer visitConstant(Constant constant) {
      return constant.value();
    }

    @Override
    public Integer visitVariable(Variable variable) {
      return get(variable.slot());
    }

    @Override
    public Integer visitBinary(Binary binary) {
      int left = binary.left().accept(this);
      int right = binary.right().accept(this);
      return switch (binary.operator()) {
        case ADD -> left + right;
        case MULTIPLY -> left * right;
        case DIVIDE -> left / right;
        case MODULO -> left % right;
        case LESS -> left < right ? 1 : 0;
      };
    }
  }

  private record Executor(Evaluator evaluator) implements StatementVisitor {
    @Override
    public void visitAssignment(Assignment assignment) {
      evaluator.set(assignment.target().slot(), assignment.value().accept(evaluator));
    }

    @Override
    public void visitBlock(Block block) {
      for (Statement statement : block.statements()) {
        statement.accept(this);
      }
    }

    @Override
    public void visitWhile(While loop) {
      while (loop.condition().accept(evaluator) != 0) {
        loop.body().accept(this);
      }
    }

    @Override
    public void visitIf(If condition) {
      if (condition.condition().accept(evaluator) != 0) {
        condition.then().accept(this);
      } else {
        condition.otherwise().accept(this);
      }
    }
  }

  private final Statement program = collatz();

  /** Follows {@code x / 2} and {@code 3 x + 1} for a while, and starts anew at each one. */
  private static Statement collatz() {
    Variable step = new Variable(0);
    Variable x = new Variable(1);
    Variable start = new Variable(2);
    Variable sum = new Variable(3);
    Statement restart =
        new Block(
            List.of(
                new Assignment(start, plus(start, 1)),
                new Assignment(x, plus(start, 0)),
                new Assignment(
                    sum,
                    new Binary(
                        Operator.ADD, new Binary(Operator.MULTIPLY, sum, number(31)), step))));
    Statement halve = new Assignment(x, new Binary(Operator.DIVIDE, x, number(2)));
    Statement grow = new Assignment(x, plus(new Binary(Operator.MULTIPLY, x, number(3)), 1));
    Statement follow = new If(new Binary(Operator.MODULO, x, number(2)), grow, halve);
    return new While(
        new Binary(Operator.LESS, step, number(LIMIT)),
        new Block(
            List.of(
                new Assignment(step, plus(step, 1)),
                new If(new Binary(Operator.LESS, x, number(2)), restart, follow))));
  }

  private static Expression plus(Expression left, int right) {
    return new Binary(Operator.ADD, left, number(right));
  }

  private static Constant number(int value) {
    return new Constant(value);
  }

  @Override
  public long iterate() {
    Evaluator evaluator = new Evaluator();
    program.accept(new Executor(evaluator));
    long checksum = 1;
    for (int slot = 0; slot < VARIABLES; slot++) {
      checksum = checksum * 31 + evaluator.get(slot);
    }
    return checksum;
  }
}
