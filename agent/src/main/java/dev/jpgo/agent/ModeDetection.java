package dev.jpgo.agent;

import dev.jpgo.core.world.Mode;
import java.util.List;
import java.util.Locale;

/** Finds out how this VM executes bytecode, from what is at hand without loading anything. */
final class ModeDetection {
  private static final String LEVEL = "-XX:TieredStopAtLevel=";

  private ModeDetection() {}

  /** The mode of this VM. */
  static Mode detect(VmArguments arguments) {
    String vmName = System.getProperty("java.vm.name", "");
    String vmInfo = System.getProperty("java.vm.info", "");
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
            new VmArguments(List.of()));
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private static boolean interprets(String vmName, String vmInfo) {
    return vmInfo.contains("interpreted mode") || vmName.contains("Zero VM");
  }

  /**
   * The mode.
   *
   * @param vmArguments arguments of the VM
   */
  static Mode detect(String vmName, String vmInfo, VmArguments vmArguments) {
    if (interprets(vmName, vmInfo)) {
      return Mode.INTERPRETER;
    }
    int level = level(vmArguments.last(LEVEL));
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
      return 4; // not given: the VM would not have started with another word
    }
  }
}
