package dev.jpgo.agent.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the agent did, as numbers. Written by the controller thread, read by whoever asks: every
 * method takes this object's lock, which no application code can hold.
 */
public final class Statistics {
  private final String mode;
  private final String jvm;
  private final long[] methods = new long[MethodState.values().length];
  private final long[] promotions = new long[Promotion.values().length];
  private final List<Refusal> refused = new ArrayList<>();
  private final Map<String, Long> siteRefusals = new TreeMap<>();
  private long batches;
  private long classes;
  private long pauseNanosTotal;
  private long pauseNanosMax;
  private long foregroundClasses;
  private long foregroundRewritten;
  private long foregroundNanos;
  private int queuePeak;
  private int queuePending;
  private long optimizerNanos;
  private long codeBytesBefore;
  private long codeBytesAfter;
  private long sitesSeen;
  private long sitesDevirtualized;
  private long sitesInlined;
  private long guardMisses;
  private long osrEntries;
  private int known;
  private long warmOptimized;
  private long warmUnchanged;
  private int warmWaiting;
  private long staleMethods;
  private long compilations;
  private long elsewhere;
  private long queries;
  private int cacheLoaded;
  private int cacheDamaged;
  private long cacheNanos;
  private final long[] cached = new long[Cached.values().length];
  private final Map<String, Long> cacheReasons = new TreeMap<>();
  private final List<Refusal> stale = new ArrayList<>();

  /** Where a method stands. */
  public enum MethodState {
    SEEN,
    TIER0,
    TIER1,
    TIER2,
    EXCLUDED,
    QUARANTINED
  }

  /** What became of a method in the cache of optimized code. */
  public enum Cached {
    /** Its code was installed. */
    USED,
    /** It stays as it is, as was found out before. */
    UNCHANGED,
    /** What its code was made of is otherwise now. */
    STALE,
    /** It was compiled, and is in the cache from now on. */
    KEPT
  }

  /** A way from one tier to another. */
  public enum Promotion {
    TIER1,
    TIER2,
    REPROFILE
  }

  /** Bound on the stale methods that are named; all are counted. */
  private static final int NAMED = 200;

  private record Refusal(String name, String reason) {}

  /**
   * Starts at zero.
   *
   * @param mode the mode's name in lower case
   * @param jvm name and version of the virtual machine
   */
  public Statistics(String mode, String jvm) {
    this.mode = mode;
    this.jvm = jvm;
  }

  /** So many methods are in this state now. */
  public synchronized void methods(MethodState state, long count) {
    methods[state.ordinal()] = count;
  }

  public synchronized void promoted(Promotion promotion) {
    promotions[promotion.ordinal()]++;
  }

  /** A batch went through. */
  public synchronized void batch(int classCount, long pauseNanos) {
    batches++;
    classes += classCount;
    pauseNanosTotal += pauseNanos;
    pauseNanosMax = Math.max(pauseNanosMax, pauseNanos);
  }

  /** The VM refused a class for good. */
  public synchronized void refused(String className, String reason) {
    refused.add(new Refusal(className, reason));
  }

  /** What the program's threads have done as classes loaded, so far. */
  public synchronized void foreground(long looked, long rewritten, long nanos) {
    foregroundClasses = looked;
    foregroundRewritten = rewritten;
    foregroundNanos = nanos;
  }

  public synchronized void queue(int pending) {
    queuePending = pending;
    queuePeak = Math.max(queuePeak, pending);
  }

  /** The optimizer has worked for so long on a method, whatever came of it. */
  public synchronized void optimized(long nanos) {
    optimizerNanos += nanos;
  }

  /** Optimized code of a method was installed. */
  public synchronized void installed(int before, int after) {
    codeBytesBefore += before;
    codeBytesAfter += after;
  }

  /** Call sites of an optimized method. */
  public synchronized void sites(long seen, long devirtualized, long inlined) {
    sitesSeen += seen;
    sitesDevirtualized += devirtualized;
    sitesInlined += inlined;
  }

  /** A call site was not inlined. */
  public synchronized void siteRefused(String reason) {
    Long count = siteRefusals.get(reason);
    siteRefusals.put(reason, count == null ? 1 : count + 1);
  }

  public synchronized void guardMisses(long count) {
    guardMisses = count;
  }

  public synchronized void osrEntries(long count) {
    osrEntries = count;
  }

  /** The optimizer has been through a method. */
  public synchronized void compiled() {
    compilations++;
  }

  /** It was another process's, which has asked so many times for what it needed to know. */
  public synchronized void elsewhere(int asked) {
    elsewhere++;
    queries += asked;
  }

  /** There were so many methods in the cache. */
  public synchronized void cacheLoaded(int methods) {
    cacheLoaded = methods;
  }

  /** So much of the cache could not be read. */
  public synchronized void cacheDamaged(int entries) {
    cacheDamaged = entries;
  }

  public synchronized void cached(Cached what) {
    cached[what.ordinal()]++;
  }

  /** It took so long to find out whether a method of the cache can be used. */
  public synchronized void cacheChecked(long nanos) {
    cacheNanos += nanos;
  }

  /** A method of the cache was used, which took so long. */
  public synchronized void reused(Cached what, long nanos) {
    cached[what.ordinal()]++;
    cacheNanos += nanos;
  }

  /** Why a method of the cache could not be used. */
  public synchronized void cacheReason(String reason) {
    if (cacheReasons.size() < NAMED || cacheReasons.containsKey(reason)) {
      Long count = cacheReasons.get(reason);
      cacheReasons.put(reason, count == null ? 1 : count + 1);
    }
  }

  /** So many methods were hot in an earlier run. */
  public synchronized void known(int methods) {
    known = methods;
  }

  /** A method that was hot in an earlier run was optimized, or was left as it is. */
  public synchronized void warmed(boolean optimized) {
    if (optimized) {
      warmOptimized++;
    } else {
      warmUnchanged++;
    }
  }

  /** So many methods that were hot in an earlier run wait for classes, or their turn. */
  public synchronized void warmWaiting(int methods) {
    warmWaiting = methods;
  }

  /** What an earlier run knew of a method is not about the code it has now. */
  public synchronized void stale(String method, String reason) {
    staleMethods++;
    if (stale.size() < NAMED) {
      stale.add(new Refusal(method, reason));
    }
  }

  /** One line for a person. */
  public synchronized String summary() {
    return "mode "
        + mode
        + ", promotions "
        + promotions[0]
        + "/"
        + promotions[1]
        + ", batches "
        + batches
        + ", longest "
        + pauseNanosMax / 1_000_000
        + " ms";
  }

  /** The whole of it, in the format of docs/statistics.md. */
  public synchronized String json() {
    JsonText json = new JsonText().open('{');
    json.key("mode").value(mode).key("jvm").value(jvm);
    json.key("methods").open('{');
    json.key("seen").value(methods[0]).key("tier0").value(methods[1]);
    json.key("tier1").value(methods[2]).key("tier2").value(methods[3]);
    json.key("excluded").value(methods[4]).key("quarantined").value(methods[5]).close('}');
    json.key("promotions").open('{');
    json.key("tier1").value(promotions[0]).key("tier2").value(promotions[1]);
    json.key("reprofile").value(promotions[2]).close('}');
    redefinition(json);
    json.key("foreground").open('{').key("classes").value(foregroundClasses);
    json.key("rewritten").value(foregroundRewritten);
    json.key("millis").value(foregroundNanos / 1e6).close('}');
    json.key("queue").open('{').key("peak").value(queuePeak);
    json.key("pending").value(queuePending).close('}');
    json.key("optimizer").open('{').key("cpuMillis").value(optimizerNanos / 1e6);
    json.key("compilations").value(compilations);
    json.key("elsewhere").value(elsewhere).key("queries").value(queries);
    json.key("codeBytesBefore").value(codeBytesBefore);
    json.key("codeBytesAfter").value(codeBytesAfter).close('}');
    json.key("callSites").open('{').key("seen").value(sitesSeen);
    json.key("devirtualized").value(sitesDevirtualized).key("inlined").value(sitesInlined);
    json.key("refused").counts(siteRefusals).close('}');
    json.key("guards").open('{').key("misses").value(guardMisses).close('}');
    json.key("osr").open('{').key("entries").value(osrEntries).close('}');
    warmStart(json);
    json.key("cache").open('{').key("loaded").value(cacheLoaded);
    json.key("used").value(cached[0]).key("unchanged").value(cached[1]);
    json.key("stale").value(cached[2]).key("staleReasons").counts(cacheReasons);
    json.key("damaged").value(cacheDamaged).key("kept").value(cached[3]);
    json.key("cpuMillis").value(cacheNanos / 1e6).close('}');
    return json.close('}').toString();
  }

  private void warmStart(JsonText json) {
    json.key("warmStart").open('{').key("known").value(known);
    json.key("optimized").value(warmOptimized).key("unchanged").value(warmUnchanged);
    json.key("waiting").value(warmWaiting).key("stale").value(staleMethods);
    json.key("staleMethods");
    refusals(json, "method", stale);
    json.close('}');
  }

  private static void refusals(JsonText json, String what, List<Refusal> refusals) {
    json.open('[');
    for (Refusal refusal : refusals) {
      json.open('{').key(what).value(refusal.name());
      json.key("reason").value(refusal.reason()).close('}');
    }
    json.close(']');
  }

  private void redefinition(JsonText json) {
    json.key("redefinition").open('{').key("batches").value(batches).key("classes").value(classes);
    json.key("refused");
    refusals(json, "class", refused);
    json.key("pauseMillisTotal").value(pauseNanosTotal / 1e6);
    json.key("pauseMillisMax").value(pauseNanosMax / 1e6).close('}');
  }
}
