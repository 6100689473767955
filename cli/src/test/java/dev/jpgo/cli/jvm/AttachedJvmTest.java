package dev.jpgo.cli.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.tools.attach.AgentLoadException;
import dev.jpgo.cli.launch.JavaHome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is said of a JVM that does not answer as it should. */
class AttachedJvmTest {
  private static final Path JAR = Path.of("/opt/jpgo/jpgo-agent.jar");

  @Test
  void aJarThatTheJvmDoesNotSeeIsNamed() {
    assertEquals(
        "JVM 7 does not find the agent's jar, it may see other files (a container): " + JAR,
        AttachedJvm.refused(
            "7", JAR, new AgentLoadException("Agent JAR not found or no Agent-Class attribute")));
    assertEquals(
        "JVM 7 refused the agent: Failed to load agent library",
        AttachedJvm.refused("7", JAR, new AgentLoadException("Failed to load agent library")));
  }

  @Test
  void aJvmThatHasEndedIsNotSaidToRefuse() throws Exception {
    long own = ProcessHandle.current().pid();
    assertEquals(
        "JVM " + own + " ended before it answered",
        AttachedJvm.failed(own, new IOException("Premature EOF")));
    assertEquals(
        "cannot attach to JVM " + own + ": Connection refused",
        AttachedJvm.failed(own, new IOException("Connection refused")));
    Process ended = new ProcessBuilder(JavaHome.current(), "--version").start();
    ended.getInputStream().readAllBytes();
    ended.waitFor();
    assertEquals(
        "JVM " + ended.pid() + " ended before it answered",
        AttachedJvm.failed(ended.pid(), new IOException("Connection refused")));
  }
}
