package dev.jpgo.cli.jvm;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.launch.Installation;
import dev.jpgo.cli.launch.JavaHome;
import dev.jpgo.cli.launch.JvmProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What {@link RunningJvm} does, in terms of the module {@code jdk.attach}. */
final class AttachedJvm {
  private AttachedJvm() {}

  /** The JVMs of this user, without this one, by process id. */
  static List<RunningJvm.Listed> list() {
    List<RunningJvm.Listed> jvms = new ArrayList<>();
    for (VirtualMachineDescriptor jvm : VirtualMachine.list()) {
      long pid = Long.parseLong(jvm.id());
      if (pid != ProcessHandle.current().pid()) {
        jvms.add(new RunningJvm.Listed(pid, jvm.displayName()));
      }
    }
    jvms.sort(Comparator.comparingLong(RunningJvm.Listed::pid));
    return jvms;
  }

  /**
   * Sends arguments to the agent of a JVM, or starts one there.
   *
   * @throws CliException when that fails; the JVM goes on as it was
   */
  static void send(long pid, String arguments) {
    JvmProcess.check(pid);
    Path agent = Installation.agentJar();
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        JavaHome.requireSupported(
            "JVM " + pid,
            jvm.getSystemProperties().getProperty("java.specification.version", "(unknown)"));
        AgentReply reply = AgentReply.expectedFrom(pid);
        try {
          load(jvm, agent, reply.argument() + (arguments.isEmpty() ? "" : "," + arguments));
          reply.requireOk(pid);
        } finally {
          reply.delete();
        }
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException | IOException e) {
      throw new CliException(ExitCode.BAD_JVM, failed(pid, e));
    }
  }

  /** A JVM that ends while it is asked closes the connection in the middle of its answer. */
  static String failed(long pid, Exception failure) {
    boolean cut = String.valueOf(failure.getMessage()).contains("Premature EOF");
    boolean gone = !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    return cut || gone
        ? "JVM " + pid + " ended before it answered"
        : "cannot attach to JVM " + pid + ": " + failure.getMessage();
  }

  /** A JVM that does not see a jar says that it has no agent in it. */
  static String refused(String id, Path agent, Exception refusal) {
    String why = String.valueOf(refusal.getMessage());
    return why.startsWith("Agent JAR not found")
        ? "JVM "
            + id
            + " does not find the agent's jar, it may see other files (a container): "
            + agent
        : "JVM " + id + " refused the agent: " + why;
  }

  private static void load(VirtualMachine jvm, Path agent, String arguments) throws IOException {
    try {
      jvm.loadAgent(agent.toString(), arguments);
    } catch (AgentLoadException | AgentInitializationException e) {
      throw new CliException(ExitCode.BAD_JVM, refused(jvm.id(), agent, e));
    }
  }
}
