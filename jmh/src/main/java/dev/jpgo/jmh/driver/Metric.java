package dev.jpgo.jmh.driver;

/**
 * What is measured of a whole process, by its key in JSON. A figure the system does not tell is
 * absent.
 */
public enum Metric {
  /** From the start of the process to the first instruction of {@code main}. */
  START("startSeconds", "s", "process start to main"),
  /** To the end of the first iteration, set-up included. */
  FIRST_RESULT("firstResultSeconds", "s", "process start to the end of the first operation"),
  /** A whole process, of the user's own program. */
  WALL("wallSeconds", "s", "process start to its end"),
  /** All threads. */
  CPU("cpuSeconds", "s", "processor time of the process"),
  /** Threads that an agent has started; what it does in other threads is not in it. */
  AGENT_CPU("agentCpuSeconds", "s", "processor time of the agent's own threads"),
  /** Compiler threads that live at the end. */
  COMPILER_CPU("compilerCpuSeconds", "s", "processor time of the VM's compiler threads"),
  /** Threads of the garbage collector that live at the end. */
  GC_CPU("gcCpuSeconds", "s", "processor time of the VM's collector threads"),
  /** The kernel's high-water mark. */
  RSS_PEAK("rssPeakBytes", "bytes", "most memory that was resident at once"),
  /** The sum over the heap's pools of the most that each held: an upper bound. */
  HEAP_PEAK(
      "heapPeakBytes",
      "bytes",
      "sum of the heap pools' peaks, or what is in use at the end if that is more"),
  /** After a collection at the end. */
  HEAP_LIVE("heapLiveBytes", "bytes", "heap in use after a collection at the end"),
  /** Metaspace, code caches and the like. */
  NON_HEAP("nonHeapBytes", "bytes", "metaspace and code in use at the end"),
  /** Loaded at the end. */
  CLASSES("classes", "classes", "loaded at the end"),
  /** Calls of retransformClasses. */
  PAUSES("pauses", "calls", "of retransformClasses"),
  /** In those calls; the program runs during most of it. */
  PAUSE_TOTAL("pauseTotalMillis", "ms", "in those calls; the program runs during most of it"),
  /** The longest. */
  PAUSE_MAX("pauseMaxMillis", "ms", "in the longest of them");

  private final String key;
  private final String unit;
  private final String meaning;

  Metric(String key, String unit, String meaning) {
    this.key = key;
    this.unit = unit;
    this.meaning = meaning;
  }

  public String key() {
    return key;
  }

  public String unit() {
    return unit;
  }

  public String meaning() {
    return meaning;
  }
}
