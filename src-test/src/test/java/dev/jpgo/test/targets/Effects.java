package dev.jpgo.test.targets;

/**
 * Records what a target did, in order: a rolling digest always, the words themselves on request.
 */
public final class Effects {
  private final StringBuilder words = new StringBuilder();
  private final boolean keepWords;
  private long digest = 17;

  Effects(boolean keepWords) {
    this.keepWords = keepWords;
  }

  public void add(int value) {
    digest = digest * 31 + value;
    if (keepWords) {
      words.append(value).append(' ');
    }
  }

  public void add(long value) {
    digest = digest * 31 + value;
    if (keepWords) {
      words.append(value).append("L ");
    }
  }

  public void add(double value) {
    digest = digest * 31 + Double.doubleToRawLongBits(value);
    if (keepWords) {
      words.append(value).append("d ");
    }
  }

  public void add(String value) {
    digest = digest * 31 + value.hashCode();
    if (keepWords) {
      words.append(value).append(' ');
    }
  }

  /** An exception with class, message and the methods and lines of its trace inside the targets. */
  public void add(Throwable thrown) {
    add(thrown.getClass().getName());
    add(String.valueOf(thrown.getMessage()));
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getClassName().startsWith("dev.jpgo.test.targets.")
          && !frame.getClassName().equals(TargetMain.class.getName())) {
        add(frame.getMethodName());
        add(frame.getLineNumber());
        add(String.valueOf(frame.getFileName()));
      }
    }
    if (thrown.getCause() != null) {
      add(thrown.getCause());
    }
  }

  String words() {
    return words.toString();
  }

  long digest() {
    return digest;
  }
}
