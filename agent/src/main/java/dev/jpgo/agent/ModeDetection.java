package dev.jpgo.agent;

import dev.jpgo.core.world.Mode;
import java.util.Locale;

/** Finds out how this VM executes bytecode, from what is at hand without loading anything. */
final class ModeDetection {
  private static final String LEVEL = "-XX:TieredStopAtLevel=";

  private ModeDetection() {}

  /** The mode of this VM; {@code jdk.internal.misc} must be open to this module. */
  static Mode detect() {
    String vmName = System.getProperty("java.vm.name", "");
    String vmInfo = System.getProperty("java.vm.info", "");
    String[] arguments = interprets(vmName, vmInfo) ? new String[0] : arguments();
    return detect(vmName, vmInfo, arguments);
  }

  /** Whether nothing is compiled, by the VM's own description: cheap enough for the start. */
  static boolean interprets() {
    return interprets(
        System.getProperty("java.vm.name", ""), System.getProperty("java.vm.info", ""));
  }

  /** The mode's name, by the VM's own description: which does not tell of C1 at levels 2 and 3. */
  static String name() {
    Mode mode =
        detect(
            System.getProperty("java.vm.name", ""),
            System.getProperty("java.vm.info", ""),
            new String[0]);
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private static String[] arguments() {
    try {
      Object arguments =
          Class.forName("jdk.internal.misc.VM").getMethod("getRuntimeArguments").invoke(null);
      return arguments instanceof String[] strings ? strings : new String[0];
    } catch (ReflectiveOperationException e) {
      return new String[0];
    }
  }

  private static boolean interprets(String vmName, String vmInfo) {
    return vmInfo.contains("interpreted mode") || vmName.contains("Zero VM");
  }

  /**
   * The mode.
   *
   * @param vmArguments arguments of the VM; the last of a kind counts
   */
  static Mode detect(String vmName, String vmInfo, String[] vmArguments) {
    if (interprets(vmName, vmInfo)) {
      return Mode.INTERPRETER;
    }
    int level = 4;
    for (String argument : vmArguments) {
      if (argument.startsWith(LEVEL)) {
        level = level(argument.substring(LEVEL.length()));
      }
    }
    if (level == 0) {
      return Mode.INTERPRETER;
    }
    boolean client = vmName.contains("Client VM") || vmInfo.contains("emulated-client");
    return level < 4 || client ? Mode.C1 : Mode.JIT;
  }

  private static int level(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      return 4; // the VM would not have started
    }
  }
}
