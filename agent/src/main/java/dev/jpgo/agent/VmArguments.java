package dev.jpgo.agent;

import java.util.List;
import java.util.Locale;

/**
 * How this VM was started: flags of the command line, of {@code JDK_JAVA_OPTIONS} and of {@code
 * JAVA_TOOL_OPTIONS}. The last of a kind counts.
 */
record VmArguments(List<String> all) {
  private static final String METASPACE = "-XX:MaxMetaspaceSize=";
  private static final String TRACE_DEPTH = "-XX:MaxJavaStackTraceDepth=";
  private static final int USUAL_TRACE_DEPTH = 1024;
  private static final String UNITS = "kmgt";

  /** Those of this VM; none if it does not tell. {@code jdk.internal.misc} must be open to us. */
  static VmArguments ofThisVm() {
    try {
      Object arguments =
          Class.forName("jdk.internal.misc.VM").getMethod("getRuntimeArguments").invoke(null);
      return new VmArguments(arguments instanceof String[] strings ? List.of(strings) : List.of());
    } catch (ReflectiveOperationException e) {
      return new VmArguments(List.of());
    }
  }

  /** What the last argument with this beginning goes on with; empty if there is none. */
  String last(String beginning) {
    String found = "";
    for (String argument : all) {
      if (argument.startsWith(beginning)) {
        found = argument.substring(beginning.length());
      }
    }
    return found;
  }

  /** Whether a debugger can attach: the agent that talks to one was loaded with the VM. */
  boolean allowDebugger() {
    for (String argument : all) {
      if (argument.startsWith("-agentlib:jdwp")
          || argument.startsWith("-Xrunjdwp")
          || argument.startsWith("-agentpath:") && argument.contains("jdwp")) {
        return true;
      }
    }
    return false;
  }

  /** Whether the VM may have an archive of classes (CDS, AOT) other than the JDK's own. */
  boolean nameArchive() {
    for (String argument : all) {
      if (argument.startsWith("-XX:SharedArchiveFile=")
          || argument.startsWith("-XX:AOT")
          || argument.startsWith("-XX:Flags=")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the VM writes an archive of its classes (CDS, AOT) as it ends or when it is asked to.
   * What a file of flags ({@code -XX:Flags=}) says is not known.
   */
  boolean dumpArchive() {
    String mode = last("-XX:AOTMode=");
    return mode.equals("record")
        || mode.equals("create")
        || !last("-XX:AOTCacheOutput=").isEmpty()
        || !last("-XX:ArchiveClassesAtExit=").isEmpty()
        || all.contains("-Xshare:dump")
        || isOn("AutoCreateSharedArchive")
        || isOn("RecordDynamicDumpInfo");
  }

  private boolean isOn(String flag) {
    return all.lastIndexOf("-XX:+" + flag) > all.lastIndexOf("-XX:-" + flag);
  }

  /** Elements that the trace of an exception has at most; 0 for all. */
  int traceDepth() {
    String depth = last(TRACE_DEPTH);
    try {
      return depth.isEmpty() ? USUAL_TRACE_DEPTH : Math.toIntExact(number(depth));
    } catch (NumberFormatException | ArithmeticException e) {
      return 0; // written in a way that the VM understands, and we do not
    }
  }

  /** The bound on what classes may take, in bytes; 0 if there is none. */
  long metaspace() {
    String size = last(METASPACE);
    try {
      return size.isEmpty() ? 0 : number(size);
    } catch (NumberFormatException e) {
      return 0; // the VM would not have started
    }
  }

  /** As the VM reads it: decimal, even after a zero, but for 0x; the last letter may be a unit. */
  private static long number(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    int unit = lower.isEmpty() ? -1 : UNITS.indexOf(lower.charAt(lower.length() - 1));
    String digits = unit < 0 ? lower : lower.substring(0, lower.length() - 1);
    long number =
        digits.startsWith("0x") ? Long.parseLong(digits.substring(2), 16) : Long.parseLong(digits);
    return number << 10 * (unit + 1);
  }
}
