package dev.jpgo.agent.world;

import dev.jpgo.core.instrument.FlagHolders;
import dev.jpgo.core.instrument.RuntimeNames;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.runtime.JpgoFlagHolder;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Hands out assumption flags; defines another holder class when one is used up. Has the fields for
 * constants too.
 */
public final class FlagAllocator {
  private final MethodHandles.Lookup runtime;
  private final List<JpgoFlagHolder> holders = new CopyOnWriteArrayList<>();
  private final ConstantAllocator constants;
  private int next;

  /**
   * @param runtime a lookup that may define classes next to the runtime
   */
  public FlagAllocator(MethodHandles.Lookup runtime) {
    this.runtime = runtime;
    this.constants = new ConstantAllocator(runtime);
  }

  /** Fields for objects that code compares with. */
  public ConstantAllocator constants() {
    return constants;
  }

  /**
   * A flag of its own for one version of a method.
   *
   * @param field what its code reads
   * @param holder the object that can clear it
   * @param index its index in the holder
   */
  public record Flag(FlagField field, JpgoFlagHolder holder, int index) {
    /** From now on, and for good, the version does not rest on its assumptions. */
    public void clear() {
      holder.clear(index);
    }

    public boolean holds() {
      return holder.holds(index);
    }

    /** How often the version has taken a slow path. */
    public long misses() {
      return holder.misses(index);
    }
  }

  /**
   * The next flag, true. Controller thread only. Flags are never used again: some frame may still
   * run the version that read one.
   */
  public Flag allocate() {
    int holder = next / FlagHolders.FLAGS;
    int index = next++ % FlagHolders.FLAGS;
    if (holder == holders.size()) {
      holders.add(define(holder));
    }
    FlagField field =
        new FlagField(
            RuntimeNames.flags(holder), RuntimeNames.flag(index), RuntimeNames.misses(index));
    return new Flag(field, holders.get(holder), index);
  }

  /** How often all versions together have taken a slow path; any thread. */
  public long misses() {
    long sum = 0;
    for (JpgoFlagHolder holder : holders) {
      for (int i = 0; i < FlagHolders.FLAGS; i++) {
        sum += holder.misses(i);
      }
    }
    return sum;
  }

  private JpgoFlagHolder define(int holder) {
    try {
      Class<?> type = runtime.defineClass(FlagHolders.generate(holder));
      JpgoFlagHolder made = (JpgoFlagHolder) type.getConstructor().newInstance();
      made.holds(0);
      return made;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("holder of assumption flags", e);
    }
  }
}
