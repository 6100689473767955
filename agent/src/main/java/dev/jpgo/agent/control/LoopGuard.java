package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.MethodShape;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.World;
import dev.jpgo.runtime.JpgoCounters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Where a compiler is at work, keeps classes from being touched while a loop of theirs runs: the
 * frame would keep its old version, which is never compiled again, and go on at a thirtieth of its
 * speed. A loop that is asked over to the new version is no obstacle, nor is one whose method is
 * seen to return again and again: by its counters, where one thread alone does anything, or else in
 * its threads' stacks, and then a moment is caught at which it is not running.
 *
 * <p>Stacks of virtual threads cannot be seen. Once there have been any, every class with loops is
 * held.
 *
 * <p>Between the look and the new version some milliseconds pass. A method that is entered then
 * runs its old version until it returns.
 */
final class LoopGuard {
  /** A look is followed by so many times its own duration without one, at least. */
  private static final int REST = 50;

  /** For so long at most a method is watched that may return soon. */
  private static final long WATCH_NANOS = 100_000_000;

  private static final long LOOK_AGAIN_NANOS = 200_000;

  /** For so long at least it is watched for calls that are within others. */
  private static final long SHORTEST_NANOS = 10_000_000;

  /** So often a method must have been called in that time: what it does does not take long. */
  private static final int CALLS = 4;

  /** The same where it must be seen to return. */
  private static final int RETURNS = 2;

  /** In more threads at once a method is not watched. */
  private static final int MOST_THREADS = 8;

  private final Shapes shapes;
  private final World world;
  private final boolean watches;
  private final OtherThreads others = new OtherThreads();
  private long dueAt = System.nanoTime();

  /**
   * @param world has methods, and tells how often they have been called, as far as that is counted
   * @param watches whether what is held is watched for a moment at which it may be touched
   */
  LoopGuard(Shapes shapes, World world, boolean watches) {
    this.watches = watches;
    this.shapes = shapes;
    this.world = world;
  }

  /** Whether what is held is watched. */
  boolean watches() {
    return watches;
  }

  /**
   * For how many nanoseconds nothing is to be looked at: with thousands of threads a look takes
   * long, and stops them all.
   */
  long rest(long now) {
    return dueAt - now;
  }

  /** Whether code of a class takes locks, or that cannot be told. */
  boolean locks(ClassRecord record) {
    return shapes.locks(record);
  }

  /** Takes those classes out of the batch, and returns them. */
  List<ClassState> hold(List<ClassState> batch) {
    long begin = System.nanoTime();
    Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
    long end = System.nanoTime();
    dueAt = end + REST * (end - begin);
    boolean unseen = shapes.mayHaveVirtualThreads();
    Set<String> running = new HashSet<>();
    for (StackTraceElement[] stack : stacks.values()) {
      for (StackTraceElement frame : stack) {
        running.add(frame.getClassName());
      }
    }
    List<ClassState> held = new ArrayList<>();
    for (ClassState state : batch) {
      boolean runs = running.contains(state.record().toString());
      if ((runs || unseen) && isRunning(looping(state), stacks, unseen)) {
        held.add(state);
      }
    }
    batch.removeAll(held);
    return held;
  }

  private static boolean isRunning(
      Looping looping, Map<Thread, StackTraceElement[]> stacks, boolean unseen) {
    return unseen ? looping.loops() : !looping.threads(stacks).isEmpty();
  }

  /**
   * Watches a class that was held, for a tenth of a second at most: whether its loops run in few
   * threads, and the methods that they are in return again and again. Answers at once then.
   */
  boolean returnsOften(ClassState state) {
    long end = System.nanoTime() + WATCH_NANOS;
    Looping looping = looping(state);
    Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
    List<Thread> threads = looping.threads(stacks);
    if (threads.isEmpty() || threads.size() > MOST_THREADS || shapes.mayHaveVirtualThreads()) {
      return false;
    }
    boolean known = state.layout() != null && shapes.hasBytes(state.record());
    return known
            && threads.size() == 1
            && isCalledOften(state, looping, threads.get(0), end - WATCH_NANOS / 2)
        || returnOften(looping, threads, end);
  }

  /**
   * Whether what a thread is in by turns is called often by that thread: others do nothing
   * meanwhile. Only the outermost of the class's loops counts, since all that it calls is over when
   * it returns; it must not be within a call of itself.
   */
  private boolean isCalledOften(ClassState state, Looping looping, Thread thread, long end) {
    Map<MethodInfo, Long> before = new HashMap<>();
    long elsewhere = others.nanos(thread);
    long began = System.nanoTime();
    while (elsewhere >= 0 && System.nanoTime() - end < 0) {
      List<String> frames = looping.frames(thread.getStackTrace());
      int seen = before.size();
      if (!frames.isEmpty()) {
        MethodInfo outermost = outermost(state, frames);
        if (outermost == null || !before.containsKey(outermost) && callsItself(state, outermost)) {
          return false;
        }
        before.computeIfAbsent(outermost, method -> calls(state, method));
      }
      boolean often = seen > 0 && System.nanoTime() - began >= SHORTEST_NANOS;
      for (Map.Entry<MethodInfo, Long> each : before.entrySet()) {
        often &= calls(state, each.getKey()) - each.getValue() >= CALLS;
      }
      if (often || before.size() > seen) {
        long now = others.nanos(thread);
        if (often && now == elsewhere) {
          return true;
        }
        elsewhere = now;
        began = System.nanoTime();
        before.replaceAll((method, count) -> calls(state, method));
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    return false;
  }

  /** The method of the last frame; null where it is not the only one, or that cannot be told. */
  private static @Nullable MethodInfo outermost(ClassState state, List<String> frames) {
    int last = frames.size() - 1;
    String name = frames.get(last);
    return frames.indexOf(name) < last ? null : only(state, name);
  }

  /** Whether a method calls one of its name; true where that cannot be told. */
  private boolean callsItself(ClassState state, MethodInfo method) {
    MethodNode code = world.code(state.record(), method).orElse(null);
    if (code == null) {
      return true;
    }
    for (AbstractInsnNode instruction : code.instructions) {
      if (instruction instanceof MethodInsnNode call && call.name.equals(method.name())) {
        return true;
      }
    }
    return false;
  }

  /** The one method of that name; null where there are several, or that cannot be told now. */
  private static @Nullable MethodInfo only(ClassState state, String name) {
    if (!state.record().known()) {
      return null;
    }
    MethodInfo found = null;
    for (MethodInfo method : state.record().info().methods()) {
      if (method.name().equals(name)) {
        if (found != null) {
          return null;
        }
        found = method;
      }
    }
    return found;
  }

  /** Calls in all tiers that count any; whichever of its versions runs, one of them goes on. */
  private long calls(ClassState state, MethodInfo method) {
    TierZeroLayout layout = state.layout();
    int counter = layout == null ? MethodVersion.NONE : layout.callCounter(method.ordinal());
    return (counter == MethodVersion.NONE ? 0 : JpgoCounters.read(counter))
        + world.profile(state.record(), method).map(MethodProfile::calls).orElse(0L);
  }

  private static boolean returnOften(Looping looping, List<Thread> threads, long end) {
    boolean[] inside = new boolean[threads.size()];
    Arrays.fill(inside, true);
    int[] returns = new int[threads.size()];
    while (System.nanoTime() - end < 0) {
      boolean free = true;
      for (int i = 0; i < inside.length; i++) {
        boolean now = !looping.frames(threads.get(i).getStackTrace()).isEmpty();
        returns[i] += inside[i] && !now ? 1 : 0;
        inside[i] = now;
        free &= !now && returns[i] >= RETURNS;
      }
      if (free) {
        return threads.containsAll(looping.threads(Thread.getAllStackTraces()));
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    return false;
  }

  /** The methods of a class that loop; of one that nothing is known of, all. */
  private record Looping(String className, boolean all, Set<String> methods) {
    boolean loops() {
      return all || !methods.isEmpty();
    }

    /** The methods that are on a stack, each as often as it is. */
    List<String> frames(StackTraceElement[] stack) {
      List<String> frames = new ArrayList<>();
      for (StackTraceElement frame : stack) {
        if (frame.getClassName().equals(className)
            && (all || methods.contains(frame.getMethodName()))) {
          frames.add(frame.getMethodName());
        }
      }
      return frames;
    }

    List<Thread> threads(Map<Thread, StackTraceElement[]> stacks) {
      List<Thread> inside = new ArrayList<>();
      for (Map.Entry<Thread, StackTraceElement[]> stack : stacks.entrySet()) {
        if (!frames(stack.getValue()).isEmpty()) {
          inside.add(stack.getKey());
        }
      }
      return inside;
    }
  }

  private Looping looping(ClassState state) {
    ClassRecord record = state.record();
    List<MethodShape> methods = shapes.of(record);
    Set<String> names = new HashSet<>();
    for (int i = 0; methods != null && i < methods.size(); i++) {
      MethodShape method = methods.get(i);
      if (method.loops() > 0 && !isAskedOver(state, i)) {
        names.add(method.name());
      }
    }
    return new Looping(record.toString(), methods == null, names);
  }

  private static boolean isAskedOver(ClassState state, int ordinal) {
    MethodRecord method = state.promoted(ordinal);
    TierZeroLayout layout = state.layout();
    return method != null
        && !method.wasUnpatched()
        && layout != null
        && layout.loops(ordinal) > 0
        && method.osrLoops().size() == layout.loops(ordinal);
  }
}
