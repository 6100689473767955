package dev.jpgo.agent;

import java.lang.instrument.Instrumentation;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Where {@link JpgoAgent}, of another class loader, comes in. Applied to what {@link
 * AgentStart#start} takes; answers what it threw, or null.
 */
public final class AgentEntry implements Function<Object[], @Nullable Throwable> {
  @Override
  @SuppressWarnings("unchecked")
  public @Nullable Throwable apply(Object[] all) {
    try {
      AgentStart.start(
          (String) all[0],
          (Instrumentation) all[1],
          (boolean) all[2],
          (JarFile) all[3],
          (Supplier<@Nullable Instrumentation>) all[4]);
      return null;
    } catch (Throwable failure) {
      return failure;
    }
  }
}
