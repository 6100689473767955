package dev.jpgo.cli.jvm;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import java.util.List;

/**
 * The JVMs on this machine, and what is sent to one of them. Names no class of the module {@code
 * jdk.attach}, so that it can say where that is missing.
 */
final class RunningJvm {
  /** A JVM that could be attached to. */
  record Listed(long pid, String program) {}

  private RunningJvm() {}

  /** The JVMs of this user, without this one, by process id. */
  static List<Listed> list() {
    requireAttachModule();
    return AttachedJvm.list();
  }

  /**
   * Sends arguments to the agent of a JVM, or starts one there.
   *
   * @throws CliException when that fails; the JVM goes on as it was
   */
  static void send(long pid, String arguments) {
    requireAttachModule();
    AttachedJvm.send(pid, arguments);
  }

  private static void requireAttachModule() {
    if (ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
      throw new CliException(
          ExitCode.FAILURE,
          "the Java at "
              + System.getProperty("java.home")
              + " has no module jdk.attach: run jpgo with a JDK");
    }
  }
}
