package dev.jpgo.agent;

import java.lang.instrument.Instrumentation;
import java.util.jar.JarFile;

/** First class in the agent's own loader: reads the options, puts the parts together. */
public final class AgentStart {
  private AgentStart() {}

  /**
   * Called once, reflectively, by {@link JpgoAgent}.
   *
   * @param arguments agent arguments, empty when there are none
   * @param attached whether the JVM was running already
   * @param jar the agent's jar, open
   */
  public static void start(
      String arguments, Instrumentation instrumentation, boolean attached, JarFile jar)
      throws Exception {
    new RuntimeInstaller(instrumentation, jar).install();
  }
}
