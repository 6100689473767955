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
      return depth.isEmpty() ? USUAL_TRACE_DEPTH : Integer.decode(depth);
    } catch (NumberFormatException e) {
      return 0; // written in a way that the VM understands, and we do not
    }
  }

  /** The bound on what classes may take, in bytes; 0 if there is none. */
  long metaspace() {
    String size = last(METASPACE).toLowerCase(Locale.ROOT);
    if (size.isEmpty()) {
      return 0;
    }
    int unit = UNITS.indexOf(size.charAt(size.length() - 1));
    try {
      String digits = unit < 0 ? size : size.substring(0, size.length() - 1);
      return Long.decode(digits) << 10 * (unit + 1);
    } catch (NumberFormatException e) {
      return 0; // the VM would not have started
    }
  }
}
