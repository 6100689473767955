package dev.jpgo.agent.redefine;

import dev.jpgo.agent.redefine.TierZeroLayout.Extent;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassShape;
import dev.jpgo.core.instrument.ClassPlan;
import dev.jpgo.core.instrument.ClassRewriter;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.core.instrument.MethodShape;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.core.ir.SyntheticLines;
import dev.jpgo.core.world.Mode;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What tier 0 is in a mode. Pure but for taking counters: may run inside class definition. */
public final class TierZero {
  private final CounterAllocator counters;
  private final Patchpoints patchpoints;
  private final Extent extent;
  private final boolean loopsLater;
  private final boolean selective;

  /**
   * @param selective whether C1 compiles, and what is hot is found without counters: only calls of
   *     what loops are counted then
   * @param patchpoints what loop headers get where the mode allows
   * @param loopsLater whether a class first gets call counters alone. Putting patchpoints into its
   *     loops takes an interpreted JVM twenty times as long, and would keep what is already known
   *     to be hot waiting
   */
  public TierZero(
      Mode mode,
      boolean selective,
      Patchpoints patchpoints,
      boolean loopsLater,
      CounterAllocator counters) {
    this.counters = counters;
    // An optimizing compiler vectorizes loops, but none that counts its iterations in memory; and
    // has on-stack replacement of its own.
    this.loopsLater = loopsLater;
    // Of what is selected, few methods ever get further.
    this.patchpoints = mode == Mode.JIT || selective ? Patchpoints.NONE : patchpoints;
    this.selective = selective;
    this.extent = selective ? Extent.CALLS_OF_LOOPS : extent(mode, this.patchpoints);
  }

  private static Extent extent(Mode mode, Patchpoints patchpoints) {
    if (patchpoints == Patchpoints.NONE) {
      return Extent.CALLS_NOT_INLINED;
    }
    return mode == Mode.C1 ? Extent.LOOPS_AND_CALLS_NOT_INLINED : Extent.LOOPS_AND_CALLS;
  }

  /** How many holders of counters there are, of which code may name any. */
  int chunks() {
    return counters.chunks();
  }

  /** What loop headers get below tier 2. */
  public Patchpoints patchpoints() {
    return patchpoints;
  }

  /** Of the JDK nothing is counted where classes are selected. */
  TierZeroLayout layOut(byte[] original, ClassRecord record) {
    Extent counted = selective && record.isOfJdk() ? Extent.NOTHING : extent;
    return TierZeroLayout.of(MethodShape.read(original), counted, counters, true);
  }

  ClassPlan plan(TierZeroLayout layout) {
    return layout.plan(patchpoints, SyntheticLines.HANDOVER);
  }

  /** What a class gets that has nothing yet. */
  ClassPlan first(TierZeroLayout layout) {
    return layout.plan(loopsLater ? Patchpoints.NONE : patchpoints, SyntheticLines.HANDOVER);
  }

  /** Whether a class first gets call counters alone. */
  public boolean loopsLater() {
    return loopsLater;
  }

  /** Whether classes are looked at as they load for whether they are to be rewritten. */
  boolean selective() {
    return selective;
  }

  /**
   * What a class got as it was loaded; attached to its record.
   *
   * @param layout its counters
   * @param entries ordinals of its methods with loops that one call may keep busy for good
   * @param complete whether all its methods are in tier 0
   * @param checksum of the bytes that it was made of, see {@link ClassState#checksum}
   */
  public record AtLoad(TierZeroLayout layout, BitSet entries, boolean complete, long checksum) {}

  /** A class as it is loaded. */
  record Loaded(byte[] bytes, AtLoad state) {}

  /**
   * Tier 0 at load: of all methods, or only of those that one call may keep busy for good, such as
   * {@code main}. Of all methods that are counted, too, where classes are selected and one of them
   * loops: later its calls tell whether the loop may be left behind.
   *
   * @return null when nothing is to be changed
   */
  @Nullable Loaded atLoad(byte[] original, boolean all) {
    List<MethodShape> methods = MethodShape.read(original);
    if (selective && !all && !anyLoops(methods)) {
      return null;
    }
    TierZeroLayout layout = TierZeroLayout.of(methods, extent, counters, false);
    if (layout.counters() == 0) {
      return null;
    }
    boolean complete = all || selective;
    BitSet entries = entries(methods, layout);
    ClassPlan plan = complete ? plan(layout) : longRunning(entries, layout);
    return plan.methods().isEmpty()
        ? null
        : new Loaded(
            ClassRewriter.rewrite(original, plan),
            new AtLoad(layout, entries, complete, ClassBytes.checksum(original)));
  }

  private static boolean anyLoops(List<MethodShape> methods) {
    for (MethodShape method : methods) {
      if (method.loops() > 0) {
        return true;
      }
    }
    return false;
  }

  /** The bytes that {@link #atLoad} made of a class, made again. */
  byte[] again(byte[] original, AtLoad state) {
    ClassPlan plan =
        state.complete() ? plan(state.layout()) : longRunning(state.entries(), state.layout());
    return ClassRewriter.rewrite(original, plan);
  }

  private static BitSet entries(List<MethodShape> methods, TierZeroLayout layout) {
    BitSet entries = new BitSet();
    for (int i = 0; i < methods.size(); i++) {
      if (layout.loops(i) > 0 && ClassShape.isEntryName(methods.get(i).name())) {
        entries.set(i);
      }
    }
    return entries;
  }

  private ClassPlan longRunning(BitSet entries, TierZeroLayout layout) {
    Map<Integer, MethodVersion> versions = new HashMap<>();
    for (int i = entries.nextSetBit(0); i >= 0; i = entries.nextSetBit(i + 1)) {
      versions.put(
          i, new MethodVersion.Counted(layout.callCounter(i), layout.loopPlan(i, 0, patchpoints)));
    }
    return new ClassPlan(versions, SyntheticLines.HANDOVER);
  }
}
