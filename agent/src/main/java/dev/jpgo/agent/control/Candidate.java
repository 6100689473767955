package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.warm.KnownMethod;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.classfile.MethodInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A method that an earlier run knew, on its way to tier 2. */
final class Candidate implements Comparable<Candidate> {
  final ClassState state;
  final MethodInfo info;
  final @Nullable KnownMethod known;

  /** Whether the cache has a version of it that may hold. */
  boolean cached;

  /** Name of a class that its version needs and that was not there; or empty. */
  String missing = "";

  /** Classes whose bytes it needs, and which have been sent for. */
  List<ClassRecord> bytes = List.of();

  /** Place of its class among those that the cache has code of; the first promise most. */
  int rank;

  int looks;
  long notBefore;

  /** When it was asked about because it is hot; or 0. */
  long hotSince;

  /** How many of the classes that it needs have been found to be there. */
  int found;

  Candidate(ClassState state, MethodInfo info, @Nullable KnownMethod known, boolean cached) {
    this.state = state;
    this.info = info;
    this.known = known;
    this.cached = cached;
  }

  private int tier() {
    return cached ? 3 : known == null ? 0 : known.tier();
  }

  private long executions() {
    return known == null ? 0 : known.executions();
  }

  /**
   * What is made already comes first, of that a class with all its methods after the other; then
   * what was optimized, then what ran most.
   */
  @Override
  public int compareTo(Candidate other) {
    if (tier() != other.tier()) {
      return other.tier() - tier();
    }
    return cached && rank != other.rank
        ? Integer.compare(rank, other.rank)
        : Long.compare(other.executions(), executions());
  }
}
