package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.warm.CodeCache;
import dev.jpgo.agent.warm.KnownMethod;
import dev.jpgo.agent.warm.KnownMethods;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Classes that an earlier run knew something of, from when they are loaded until they have been
 * looked at: methods whose code has the hash that it had then get the counts of then, others are
 * named as stale.
 */
final class Arrivals implements KnownCode.StaleListener {
  private final KnownMethods known;
  private final Controller.Parts parts;
  private final CodeReuse reuse;
  private final List<ClassState> arriving = new ArrayList<>();

  Arrivals(KnownMethods known, Controller.Parts parts, CodeReuse reuse) {
    this.known = known;
    this.parts = parts;
    this.reuse = reuse;
  }

  /** These have been loaded. */
  void meet(List<ClassState> fresh) {
    for (ClassState state : fresh) {
      ClassRecord record = state.record();
      if (isKnown(record) || known.isNeeded(record.name()) || reuse.mentions(record.name())) {
        arriving.add(state);
      }
    }
  }

  private boolean isKnown(ClassRecord record) {
    return !known.ofClass(record.name(), record.loaderRecord().kind()).isEmpty()
        || !reuse.ofClass(record).isEmpty();
  }

  /** A class has other bytes now: what was found out about it means nothing. */
  void again(ClassState state) {
    state.know(Map.of());
    if (isKnown(state.record()) && !arriving.contains(state)) {
      arriving.add(state);
    }
  }

  /** Whether there is a class that has not been looked at. */
  boolean any() {
    return !arriving.isEmpty();
  }

  /**
   * Looks at those that are initialized and whose bytes are there.
   *
   * @param found gets their methods that an earlier run knew
   * @return whether there was any
   */
  boolean look(List<Candidate> found) {
    boolean any = false;
    for (Iterator<ClassState> each = arriving.iterator(); each.hasNext(); ) {
      ClassState state = each.next();
      ClassRecord record = state.record();
      if (record.type() == null) {
        each.remove();
      } else if (record.initialized() && (isLeftAlone(state) || lookAt(state, found))) {
        each.remove();
        any = true;
      }
    }
    return any;
  }

  private static boolean isLeftAlone(ClassState state) {
    return state.status() == ClassState.Status.EXCLUDED
        || state.status() == ClassState.Status.REFUSED;
  }

  /** Finds the known methods of a class; false as long as its bytes are not to be had. */
  private boolean lookAt(ClassState state, List<Candidate> found) {
    ClassRecord record = state.record();
    byte[] bytes = bytes(record);
    if (bytes == null) {
      return false;
    }
    List<KnownMethod> methods = known.ofClass(record.name(), record.loaderRecord().kind());
    if (!methods.isEmpty()) {
      state.know(new KnownCode(record, bytes, this).find(methods));
    }
    BitSet cached = new BitSet();
    int rank = Integer.MAX_VALUE;
    for (CodeCache.Entry entry : reuse.ofClass(record)) {
      rank = Math.min(rank, entry.rank());
    }
    for (CodeCache.Entry entry : reuse.ofClass(record)) {
      MethodInfo info = record.info().method(entry.name(), entry.descriptor()).orElse(null);
      if (info != null && !cached.get(info.ordinal())) {
        cached.set(info.ordinal());
        Candidate candidate = new Candidate(state, info, state.known(info.ordinal()), true);
        candidate.rank = rank;
        found.add(candidate);
      }
    }
    for (MethodInfo info : record.info().methods()) {
      KnownMethod method = state.known(info.ordinal());
      if (method != null && method.hot() && !cached.get(info.ordinal())) {
        found.add(new Candidate(state, info, method, false));
      }
    }
    return true;
  }

  @Override
  public void stale(MethodId method, String why) {
    parts.statistics().stale(method.toString(), why);
    parts.log().info("use=: " + method + " is stale: " + why);
    if (parts.decisions().on()) {
      parts.decisions().line("stale " + method + ": " + why);
    }
  }

  /** Whether all has been found out about a class that is there, and its bytes are known. */
  boolean isLookedAt(ClassRecord record) {
    return !(record.attachment() instanceof ClassState state)
        || isLeftAlone(state)
        || bytes(record) != null && !arriving.contains(state);
  }

  /** The bytes of a class; if they are not known they are sent for. */
  byte @Nullable [] bytes(ClassRecord record) {
    byte[] bytes = parts.registry().bytes(record);
    if (bytes == null) {
      parts.registry().want(record);
    }
    return bytes;
  }
}
