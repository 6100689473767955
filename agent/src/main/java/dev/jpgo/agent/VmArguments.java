package dev.jpgo.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
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
  private static final int LEAST_TRACE_DEPTH = 16;
  private static final List<String> AGENTS =
      List.of("-javaagent:", "-agentpath:", "-agentlib:", "-Xrun");
  private static final String UNITS = "kmgt";

  /**
   * Those of this VM; none if it was started with none.
   *
   * @throws IllegalStateException when {@code jdk.internal.misc} is not open to us, or does not
   *     tell: whether anything may be touched is not known then
   */
  static VmArguments ofThisVm() {
    try {
      Object arguments =
          Class.forName("jdk.internal.misc.VM").getMethod("getRuntimeArguments").invoke(null);
      return new VmArguments(arguments instanceof String[] strings ? List.of(strings) : List.of());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM does not tell how it was started", e);
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

  /**
   * The agents, in Java or native, that start with the VM after one in Java.
   *
   * @param jar of that one; where none is of it, it has come to a running VM, and so after all
   */
  List<String> agentsAfter(Path jar) {
    List<String> agents = agents();
    int own = indexOf(agents, jar);
    return own < 0 ? List.of() : agents.subList(own + 1, agents.size());
  }

  /**
   * Whether there may be agents that see a class before one does: of those that come after it, too,
   * what cannot see classes again sees them first.
   */
  boolean mayHaveAgentsBefore(Path jar) {
    List<String> agents = agents();
    return agents.size() > 1 || indexOf(agents, jar) < 0;
  }

  /** The agents in their order: their jars or libraries. */
  private List<String> agents() {
    List<String> agents = new ArrayList<>();
    for (String argument : all) {
      for (String beginning : AGENTS) {
        if (argument.startsWith(beginning)) {
          String rest = argument.substring(beginning.length());
          int options = rest.indexOf('=');
          agents.add(options < 0 ? rest : rest.substring(0, options));
        }
      }
    }
    return agents;
  }

  private static int indexOf(List<String> agents, Path jar) {
    for (int i = 0; i < agents.size(); i++) {
      try {
        if (Files.isSameFile(Path.of(agents.get(i)), jar)) {
          return i;
        }
      } catch (IOException | InvalidPathException e) {
        continue; // gone since the VM started, or a name that no path can have
      }
    }
    return -1;
  }

  /** Whether traces tell apart what calls: they are kept, and not only of what the JDK adds. */
  boolean keepTraces() {
    int depth = traceDepth();
    return (depth == 0 || depth >= LEAST_TRACE_DEPTH)
        && all.lastIndexOf("-XX:-StackTraceInThrowable")
            <= all.lastIndexOf("-XX:+StackTraceInThrowable");
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
