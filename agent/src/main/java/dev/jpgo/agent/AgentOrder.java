package dev.jpgo.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Where this agent's transformers stand among those of others. The VM shows a class to each in the
 * order in which their environments in it were made, and what comes later is seen by none before.
 * Those of the agents on the command line are made in its order, before any of them begins; one
 * that is made after that is behind them all. The JDK makes one for what it loads as the agent of a
 * program's own jar, with the same abilities (ADR 40).
 *
 * @param instrumentation of this agent's place
 * @param follows whether there may be agents that see a class before this one
 * @param behind the first agent of the command line that sees a class after this one; empty if this
 *     one is behind all
 * @param why why there is one
 */
record AgentOrder(Instrumentation instrumentation, boolean follows, String behind, String why) {
  private static final String IMPLEMENTATION = "sun.instrument.InstrumentationImpl";

  /**
   * Goes behind all agents of the command line.
   *
   * @param given what this agent was started with
   * @param arguments of this VM
   * @param later what the JDK gave to the agent that it has loaded since; null if it has loaded
   *     none
   */
  static AgentOrder behindOthers(
      Instrumentation given,
      JarFile jar,
      VmArguments arguments,
      Supplier<@Nullable Instrumentation> later) {
    Path own = Path.of(jar.getName());
    List<String> after = arguments.agentsAfter(own);
    if (after.isEmpty()) {
      return new AgentOrder(given, arguments.mayHaveAgentsBefore(own), "", "");
    }
    String why = "the JDK has not loaded it once more";
    try {
      load(given, jar);
      Instrumentation last = later.get();
      if (last != null && last.isRetransformClassesSupported()) {
        return new AgentOrder(last, true, "", "");
      }
    } catch (InvocationTargetException e) {
      why = String.valueOf(e.getCause());
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      why = e.toString();
    }
    return new AgentOrder(given, true, after.get(0), why);
  }

  /** Has the JDK load the agent that the jar names for launchers. */
  private static void load(Instrumentation given, JarFile jar) throws ReflectiveOperationException {
    Class<?> implementation = Class.forName(IMPLEMENTATION);
    given.redefineModule(
        implementation.getModule(),
        Set.of(),
        Map.of(implementation.getPackageName(), Set.of(AgentOrder.class.getModule())),
        Map.of(),
        Set.of(),
        Map.of());
    implementation.getMethod("loadAgent", String.class).invoke(null, jar.getName());
  }
}
