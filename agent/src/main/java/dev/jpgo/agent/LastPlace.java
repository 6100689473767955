package dev.jpgo.agent;

import java.lang.instrument.Instrumentation;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the JDK gives to an agent that is loaded as one of a program's own jar ({@code
 * Launcher-Agent-Class}), and keeps it for {@link AgentOrder}, of another class loader, who has
 * asked for it. By itself it does nothing.
 */
public final class LastPlace implements Supplier<@Nullable Instrumentation> {
  private static volatile @Nullable Instrumentation taken;

  LastPlace() {}

  /** Called by the JDK. */
  public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
    taken = instrumentation;
  }

  /** What the JDK has given; null if it has not. */
  @Override
  public @Nullable Instrumentation get() {
    return taken;
  }
}
