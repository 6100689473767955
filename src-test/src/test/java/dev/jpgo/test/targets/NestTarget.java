package dev.jpgo.test.targets;

/**
 * Inner, local and anonymous classes: private members across a nest, captured variables, outer
 * this.
 */
final class NestTarget implements Target {
  private int secret = 1;
  private static int shared;

  private int secretly(int by) {
    secret += by;
    return secret;
  }

  private static int sharedly() {
    return ++shared;
  }

  final class Inner {
    private int own;

    private Inner(int own) {
      this.own = own;
    }

    private int total() {
      return own + secretly(2) + secret + sharedly();
    }

    final class Innermost {
      private int all() {
        return own++ + secret-- + total();
      }
    }
  }

  private abstract static class Task {
    private final int base = 7;

    abstract int compute();

    private int both() {
      return base + compute();
    }
  }

  @Override
  public void run(Effects effects, int seed) {
    secret = seed;
    shared = 0;
    Inner inner = new Inner(seed + 1);
    for (int i = 0; i < 10; i++) {
      effects.add(inner.total());
      effects.add(inner.new Innermost().all());
      int captured = i * 3;
      Task task =
          new Task() {
            private int calls;

            @Override
            int compute() {
              return captured + secretly(1) + ++calls;
            }
          };
      effects.add(task.both() + task.both());
      class Local {
        int get() {
          return captured + inner.own + secret;
        }
      }
      effects.add(new Local().get());
    }
  }
}
