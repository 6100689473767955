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

/** The JVMs on this machine, and what is sent to one of them. */
final class RunningJvm {
  /** A JVM that could be attached to. */
  record Listed(long pid, String program) {}

  private RunningJvm() {}

  /** The JVMs of this user, without this one, by process id. */
  static List<Listed> list() {
    List<Listed> jvms = new ArrayList<>();
    try {
      for (VirtualMachineDescriptor jvm : VirtualMachine.list()) {
        long pid = Long.parseLong(jvm.id());
        if (pid != ProcessHandle.current().pid()) {
          jvms.add(new Listed(pid, jvm.displayName()));
        }
      }
    } catch (NoClassDefFoundError e) {
      throw noAttachModule();
    }
    jvms.sort(Comparator.comparingLong(Listed::pid));
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
      throw new CliException(
          ExitCode.BAD_JVM, "cannot attach to JVM " + pid + ": " + e.getMessage());
    } catch (NoClassDefFoundError e) {
      throw noAttachModule();
    }
  }

  private static void load(VirtualMachine jvm, Path agent, String arguments) throws IOException {
    try {
      jvm.loadAgent(agent.toString(), arguments);
    } catch (AgentLoadException | AgentInitializationException e) {
      throw new CliException(
          ExitCode.BAD_JVM, "JVM " + jvm.id() + " refused the agent: " + e.getMessage());
    }
  }

  private static CliException noAttachModule() {
    return new CliException(
        ExitCode.FAILURE,
        "the Java at "
            + System.getProperty("java.home")
            + " has no module jdk.attach: run jpgo with a JDK");
  }
}
