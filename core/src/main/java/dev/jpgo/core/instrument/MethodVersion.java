package dev.jpgo.core.instrument;

import java.util.Set;
import org.objectweb.asm.tree.MethodNode;

/** How one method of a class is to be assembled from its original code. */
public sealed interface MethodVersion {
  /** A counter index that means: no such counter. */
  int NONE = -1;

  /** The code as it was. */
  MethodVersion ORIGINAL = new Counted(NONE, LoopPlan.NONE);

  /**
   * Tier 0: a call counter and loop patchpoints.
   *
   * @param callCounter index of its call counter, or {@link #NONE}
   * @param loops its loops, or {@link LoopPlan#NONE}
   */
  record Counted(int callCounter, LoopPlan loops) implements MethodVersion {}

  /**
   * Tier 1: edge counters, histograms of receivers and more, loop patchpoints and, where a loop is
   * to be taken over from an older version, OSR entries.
   *
   * @param firstCounter index of the first of {@link InstrumentationLayout#counters()} counters
   * @param firstSite index of the first of {@link InstrumentationLayout#sites()} sites
   * @param form which edges get counters
   * @param loops its loops, or {@link LoopPlan#NONE}
   * @param entries indices of the loops that get an OSR entry
   * @param recorded what is recorded beside the classes of receivers
   * @param told sites of receivers whose classes are not recorded, unless all are
   */
  record Profiled(
      int firstCounter,
      int firstSite,
      InstrumentationLayout.Form form,
      LoopPlan loops,
      Set<Integer> entries,
      Set<Recorded> recorded,
      Set<Integer> told)
      implements MethodVersion {
    public Profiled {
      entries = Set.copyOf(entries);
      recorded = Set.copyOf(recorded);
      told = Set.copyOf(told);
    }

    /** The same, with the classes of all receivers recorded. */
    public Profiled(
        int firstCounter,
        int firstSite,
        InstrumentationLayout.Form form,
        LoopPlan loops,
        Set<Integer> entries,
        Set<Recorded> recorded) {
      this(firstCounter, firstSite, form, loops, entries, recorded, Set.of());
    }

    /** The same, with all classes recorded and nothing beside. */
    public Profiled(
        int firstCounter,
        int firstSite,
        InstrumentationLayout.Form form,
        LoopPlan loops,
        Set<Integer> entries) {
      this(firstCounter, firstSite, form, loops, entries, Set.of(Recorded.CLASSES));
    }
  }

  /**
   * Tier 2: code that was made elsewhere. Name, descriptor and flags are those of the original.
   *
   * @param code the method to write in the original's place
   * @param callCounter index of the counter of its calls that it gets, or {@link #NONE}
   */
  record Optimized(MethodNode code, int callCounter) implements MethodVersion {
    /** Code that counts nothing, or all that it is to count already. */
    public Optimized(MethodNode code) {
      this(code, NONE);
    }
  }
}
