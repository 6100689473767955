package dev.jpgo.test.programs.opened;

/** What {@link java.util.ServiceLoader} looks for. */
public interface Service {
  /** A provider that can be made. */
  final class Reachable implements Service {
    public Reachable() {}
  }

  /** A provider whose constructor is private. */
  final class Unreachable implements Service {
    private Unreachable() {}

    /** Counts in named modules only, and would only if it were public. */
    private static Service provider() {
      return new Unreachable();
    }

    static Service create() {
      return provider();
    }
  }
}
