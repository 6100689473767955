package dev.jpgo.core.phase.targets.far;

/** Members of every access that is neither public nor private. */
public class Context {
  static int made;
  protected static int read;

  protected int type;
  int depth;

  protected Context(int type) {
    this.type = type;
  }

  Context(int type, int depth) {
    this.type = type;
    this.depth = depth;
  }

  public boolean inArray() {
    return type == 1;
  }

  public int depth() {
    read++;
    return depth;
  }

  public static Context root(int type) {
    made++;
    return new Context(type);
  }

  public Context child(int newType) {
    return new Context(newType, deeper(depth));
  }

  public int total() {
    return sum(depth, type);
  }

  static int deeper(int depth) {
    return depth + 1;
  }

  protected static int sum(int depth, int type) {
    return depth + 10 * type + 100 * made + 1000 * read;
  }
}
