package dev.jpgo.agent.options;

import static dev.jpgo.agent.options.Stability.DIAGNOSTIC;
import static dev.jpgo.agent.options.Stability.EXPERIMENTAL;
import static dev.jpgo.agent.options.Stability.STABLE;

import java.util.List;

/** Every option there is. */
public final class Options {
  private static final String CLASSES = "class patterns such as com.acme.*";

  public static final Option<OutputPattern> OUT =
      new Option<>(
          "out",
          OptionType.pattern(),
          "",
          "",
          STABLE,
          "Where the profile is written at exit. %p: process id; %h: host; %t: folder for temporary"
              + " files; %m: signature of the program, and profiles are merged into the file; %Nm: the"
              + " same in a pool of N files; %%: a percent sign.");

  public static final Option<Long> OUT_WAIT =
      new Option<>(
          "out.wait",
          OptionType.number(0, 600_000),
          "ms",
          "5000",
          STABLE,
          "How long an exit waits for the lock of a file that profiles are merged into. Then the"
              + " profile is left beside it, for the next that merges.");

  public static final Option<OutputPattern> USE =
      new Option<>(
          "use",
          OptionType.inputPattern(),
          "",
          "",
          STABLE,
          "Profile of earlier runs. Methods that were hot then, and whose code is the same, are"
              + " optimized as soon as their classes are there, whatever delay= says, and are not"
              + " profiled first. A file that is missing or damaged costs a line on standard error."
              + " If out= is the same file, what is counted is merged into it.");

  public static final Option<String> PROFILE_CLASSES =
      new Option<>(
          "profile.classes",
          OptionType.word("auto", "all", "needed"),
          "",
          "auto",
          STABLE,
          "Of which classes a profile tells: all receivers of calls and all that instanceof and"
              + " checkcast asked about (all), or the receivers that optimizing needs, which are"
              + " those of calls whose target the loaded classes leave open (needed). auto is all if"
              + " out= is given, and needed otherwise.");

  public static final Option<Boolean> PROFILE_VALUES =
      new Option<>(
          "profile.values",
          OptionType.onOff(),
          "",
          "off",
          STABLE,
          "Whether a profile tells numbers: how long arrays were to be (newarray, System.arraycopy,"
              + " Arrays.copyOf), and which of several cases that lead to the same code was switched"
              + " on. All other cases of switches are there without it.");

  public static final Option<Boolean> PROFILE_LOCKS =
      new Option<>(
          "profile.locks",
          OptionType.onOff(),
          "",
          "on",
          STABLE,
          "Whether a profile tells the classes of objects whose monitors were entered, and how often"
              + " the thread had the monitor already. How often they were entered is there without"
              + " it.");

  public static final Option<Long> USE_BUDGET =
      new Option<>(
          "use.budget",
          OptionType.number(1, 100),
          "% of one processor",
          "100",
          STABLE,
          "In place of budget= as long as methods wait that use= knows: the sooner they are there, the"
              + " less time the program spends in slow code.");

  public static final Option<String> CACHE =
      new Option<>(
          "cache",
          OptionType.folder(),
          "",
          "",
          EXPERIMENTAL,
          "Folder that keeps optimized code for the next start of the same program on the same JVM:"
              + " it is installed as classes load, where all that it was made of is as it was. Made if"
              + " it is not there. What is in it is run, so nobody else may be able to write to it.");

  public static final Option<String> COMPILER =
      new Option<>(
          "compiler",
          OptionType.input(),
          "",
          "",
          EXPERIMENTAL,
          "Launcher (bin/java) of a JVM of version 17 or later that has a compiler, or its folder: it is"
              + " started beside this one, and methods are optimized there. For interpreters, where the"
              + " optimizer itself is interpreted. Without it, or when it ends, they are optimized here.");

  public static final Option<Long> CACHE_SIZE =
      new Option<>(
          "cache.size",
          OptionType.number(1, 4096),
          "MB",
          "64",
          EXPERIMENTAL,
          "Bound on the files in the folder of cache= together; the oldest are deleted.");

  public static final Option<Boolean> JMX =
      new Option<>(
          "jmx",
          OptionType.onOff(),
          "",
          "off",
          STABLE,
          "Whether dump, reset and the like are operations of the MBean dev.jpgo:type=Agent. No port"
              + " is opened for it.");

  public static final Option<String> STATS =
      new Option<>(
          "stats",
          OptionType.file(),
          "",
          "",
          STABLE,
          "Where statistics are written at exit (JSON).");

  public static final Option<String> MODE =
      new Option<>(
          "mode",
          OptionType.word("auto", "interpreter", "c1", "jit"),
          "",
          "auto",
          STABLE,
          "Which cost table and phases to use. auto: interpreter for -Xint and Zero, c1 for"
              + " TieredStopAtLevel 1 to 3 and client compilers, jit otherwise.");

  public static final Option<String> LOG =
      new Option<>(
          "log",
          OptionType.word("off", "error", "warn", "info", "debug"),
          "",
          "warn",
          STABLE,
          "How much is said on standard error.");

  public static final Option<String> DECISIONS =
      new Option<>(
          "decisions",
          OptionType.file(),
          "",
          "",
          STABLE,
          "Where every promotion and inlining decision is written with its reason, as it is"
              + " taken.");

  public static final Option<Long> DELAY =
      new Option<>(
          "delay",
          OptionType.number(0, 86_400_000),
          "ms",
          "1000",
          STABLE,
          "How long classes stay as they are after the start, so that start-up is not taxed. 0:"
              + " counters are put in as classes load.");

  public static final Option<Long> INTERVAL =
      new Option<>(
          "interval",
          OptionType.number(1, 60_000),
          "ms",
          "100",
          STABLE,
          "How often the counters are read; less often where share= is used up, and every 20 ms"
              + " at least while methods are being profiled.");

  public static final Option<Long> TIER1_CALLS =
      new Option<>(
          "tier1.calls",
          OptionType.number(0, Integer.MAX_VALUE),
          "calls",
          "2000",
          STABLE,
          "Calls (decayed) after which a method is profiled; a call of a program's method that uses"
              + " streams or sorts counts as sixteen. Less than the default lets in what is worth"
              + " less, within share=; 0, and share=100 with any, have everything at once.");

  public static final Option<Long> TIER1_LOOPS =
      new Option<>(
          "tier1.loops",
          OptionType.number(0, Integer.MAX_VALUE),
          "iterations",
          "60000",
          STABLE,
          "Loop iterations (decayed) after which a method is profiled.");

  public static final Option<Long> TIER2_CALLS =
      new Option<>(
          "tier2.calls",
          OptionType.number(0, Integer.MAX_VALUE),
          "calls",
          "500",
          STABLE,
          "Profiled calls after which a method is optimized. 0: at once.");

  public static final Option<Long> TIER2_LOOPS =
      new Option<>(
          "tier2.loops",
          OptionType.number(0, Integer.MAX_VALUE),
          "iterations",
          "10000",
          STABLE,
          "Profiled loop iterations after which a method is optimized.");

  public static final Option<String> STRINGS =
      new Option<>(
          "strings",
          OptionType.word("hide", "show"),
          "",
          "hide",
          STABLE,
          "Whether string constants show in the bytecode that a profile holds for jpgo explain: they"
              + " may be nobody else's business.");

  public static final Option<String> STRATEGY =
      new Option<>(
          "strategy",
          OptionType.word("auto", "hot", "all", "none"),
          "",
          "auto",
          EXPERIMENTAL,
          "hot: count every method, profile those that were called often. all: profile every"
              + " method at once. none: touch nothing. auto: in interpreter mode as hot, but"
              + " classes get their counters a few at a time, the busiest first, and those that are"
              + " not seen at work ten seconds later (sixty for the JDK's, and for all where use= or"
              + " cache= tells what is hot);"
              + " in c1 mode methods that are seen at work are tried beside their originals and kept"
              + " where they are measured to be faster, and records' equals, hashCode and (JDK 17)"
              + " toString become code as their classes are loaded; in jit mode"
              + " none, since compiled code has gained nothing there. With a threshold given, auto is hot.");

  public static final Option<List<String>> INCLUDE =
      new Option<>(
          "include", OptionType.list(CLASSES), "", "", STABLE, "Touch only these classes.");

  public static final Option<List<String>> EXCLUDE =
      new Option<>(
          "exclude", OptionType.list(CLASSES), "", "", STABLE, "Never touch these classes.");

  public static final Option<List<String>> AGGRESSIVE =
      new Option<>(
          "aggressive",
          OptionType.list(CLASSES),
          "",
          "",
          EXPERIMENTAL,
          "Profile methods of these classes at their first calls, before any others and whatever it"
              + " is expected to gain; they are optimized as others are.");

  public static final Option<String> ACCESS =
      new Option<>(
          "access",
          OptionType.word("open", "strict"),
          "",
          "open",
          STABLE,
          "open: in interpreter mode the fields, constructors and static methods of classes become"
              + " public as they load, hidden from reflection, so that more can be inlined; not where"
              + " another agent stays behind this one. strict: access flags stay.");

  public static final Option<String> DEBUGGER =
      new Option<>(
          "debugger",
          OptionType.word("aside", "ignore"),
          "",
          "aside",
          STABLE,
          "aside: touch nothing in a JVM that was started open to debuggers (-agentlib:jdwp), since"
              + " classes that are redefined lose their breakpoints. ignore: go on.");

  public static final Option<Long> MAX_REWRITES =
      new Option<>(
          "max-rewrites",
          OptionType.number(1, 10_000),
          "rewrites",
          "24",
          STABLE,
          "How many versions of one class may be made one after another; every ten seconds there may be one more. Each costs metaspace.");

  public static final Option<Long> MAX_REPROFILES =
      new Option<>(
          "max-reprofiles",
          OptionType.number(0, 100),
          "times",
          "2",
          STABLE,
          "How often a method may go back from tier 2 to tier 1 before it is left alone.");

  public static final Option<Long> GROWTH =
      new Option<>(
          "growth",
          OptionType.number(100, 10_000),
          "% of the original code",
          "1000",
          STABLE,
          "Bound on the code of an optimized method. Interpreted, one of up to 20 bytes counts as"
              + " 25, so that what only passes on to another can take that in; what makes objects for"
              + " a loop alone counts as 120 bytes at least where it takes that in.");

  public static final Option<Long> BATCH =
      new Option<>(
          "batch",
          OptionType.number(1, 10_000),
          "classes",
          "50",
          STABLE,
          "Bound on the classes of one retransformation; larger is cheaper and pauses longer.");

  public static final Option<Long> QUEUE =
      new Option<>(
          "queue",
          OptionType.number(1, 1_000_000),
          "plans",
          "20000",
          STABLE,
          "Bound on waiting plans; the least promising are dropped.");

  public static final Option<Long> BUDGET =
      new Option<>(
          "budget",
          OptionType.number(1, 100),
          "% of one processor",
          "100",
          STABLE,
          "Bound on the agent's share of time while it has work; share= is the bound over a minute.");

  public static final Option<Long> SHARE =
      new Option<>(
          "share",
          OptionType.number(1, 100),
          "% of all processors",
          "10",
          STABLE,
          "Bound on what the agent's work takes over any minute, bursts included; 100 is no bound.");

  public static final Option<Long> BYTES_CACHE =
      new Option<>(
          "bytes-cache",
          OptionType.number(1, 4096),
          "MB",
          "32",
          STABLE,
          "Bound on class bytes kept in memory, besides a sixteenth of the heap; others are captured"
              + " again when needed.");

  public static final Option<List<String>> PHASES_OFF =
      new Option<>(
          "phases.off",
          OptionType.words(
              "substitution",
              "stream-loops",
              "key-sorts",
              "record-methods",
              "pattern-switches",
              "concatenation",
              "variable-handles",
              "static-constants",
              "functional-calls",
              "known-receivers",
              "inline",
              "list-loops",
              "boxed-keys",
              "box-elimination",
              "scalar-replacement",
              "redundant-casts",
              "merged-casts",
              "unshared-locks",
              "merged-locks",
              "nested-locks",
              "constant-folding",
              "narrow-conversions",
              "redundant-checks",
              "jump-threading",
              "tail-duplication",
              "dead-code",
              "block-merging",
              "guard-threading",
              "loop-tests",
              "loop-invariants",
              "loop-elements",
              "value-numbering",
              "implied-checks",
              "copy-loops",
              "fill-loops",
              "loop-unrolling",
              "cold-joins",
              "string-bytes",
              "unused-loads",
              "loop-polls",
              "type-test-order",
              "operand-order"),
          "",
          "",
          DIAGNOSTIC,
          "Leave these phases of the optimizer out.");

  public static final Option<List<String>> HOOKS_OFF =
      new Option<>(
          "hooks.off",
          OptionType.words(
              "traces",
              "reflection",
              "linkage",
              "definitions",
              "permissions",
              "arrays",
              "handles",
              "builders"),
          "",
          "",
          DIAGNOSTIC,
          "Leave these changes to the JDK's classes out; what rests on them is off too.");

  public static final Option<Boolean> JDK =
      new Option<>(
          "jdk",
          OptionType.onOff(),
          "",
          "on",
          STABLE,
          "Whether the JDK's own classes are touched.");

  public static final Option<Boolean> OSR =
      new Option<>(
          "osr",
          OptionType.onOff(),
          "",
          "on",
          DIAGNOSTIC,
          "Whether a running loop may move to a new version of its method.");

  public static final Option<List<String>> STRESS =
      new Option<>(
          "stress",
          OptionType.words("receivers", "misses", "inlining", "osr", "retier"),
          "",
          "",
          DIAGNOSTIC,
          "For tests: do at random what may be done either way. receivers: which class a receiver is"
              + " tested for. misses: guards fail. inlining: which calls are inlined, and how much of"
              + " their targets. osr: loops are left for new versions as soon as they may. retier:"
              + " optimized methods are profiled again. Programs do the same, slower.");

  public static final Option<Long> STRESS_SEED =
      new Option<>(
          "stress.seed",
          OptionType.number(0, Integer.MAX_VALUE),
          "",
          "0",
          DIAGNOSTIC,
          "Decides what stress= does at random. Drawn, and said on standard error, unless given.");

  public static final Option<Long> METHODS_FROM =
      new Option<>(
          "methods.from",
          OptionType.number(0, Integer.MAX_VALUE),
          "",
          "0",
          DIAGNOSTIC,
          "Optimize only methods of this number or a higher one. A method's number is a hash of its"
              + " name, the same in every run; jpgo bisect tells it.");

  public static final Option<Long> METHODS_TO =
      new Option<>(
          "methods.to",
          OptionType.number(0, Integer.MAX_VALUE),
          "",
          "" + Integer.MAX_VALUE,
          DIAGNOSTIC,
          "Optimize only methods of this number or a lower one. Below methods.from: none.");

  /** In the order of docs/options.md. */
  public static final List<Option<?>> ALL =
      List.of(
          OUT,
          OUT_WAIT,
          USE,
          USE_BUDGET,
          PROFILE_CLASSES,
          PROFILE_VALUES,
          PROFILE_LOCKS,
          CACHE,
          CACHE_SIZE,
          COMPILER,
          JMX,
          STATS,
          MODE,
          LOG,
          DECISIONS,
          STRINGS,
          DELAY,
          INTERVAL,
          TIER1_CALLS,
          TIER1_LOOPS,
          TIER2_CALLS,
          TIER2_LOOPS,
          STRATEGY,
          INCLUDE,
          EXCLUDE,
          AGGRESSIVE,
          ACCESS,
          DEBUGGER,
          MAX_REWRITES,
          MAX_REPROFILES,
          GROWTH,
          BATCH,
          QUEUE,
          BUDGET,
          SHARE,
          BYTES_CACHE,
          PHASES_OFF,
          HOOKS_OFF,
          JDK,
          OSR,
          STRESS,
          STRESS_SEED,
          METHODS_FROM,
          METHODS_TO);

  private Options() {}
}
