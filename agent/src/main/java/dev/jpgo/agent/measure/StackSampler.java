package dev.jpgo.agent.measure;

import java.util.HashMap;
import java.util.Map;

/**
 * Looks at all stacks now and then while nothing is counted yet, so that the classes that do the
 * work get their counters first. Each look is one safepoint.
 */
public final class StackSampler {
  private static final int DEPTH = 24;

  private final Map<String, Integer> hits = new HashMap<>();

  /** Takes one sample; the upper frames count, the topmost most of all. */
  public void sample() {
    Thread self = Thread.currentThread();
    for (Map.Entry<Thread, StackTraceElement[]> stack : Thread.getAllStackTraces().entrySet()) {
      if (stack.getKey() != self && stack.getKey().getState() == Thread.State.RUNNABLE) {
        count(stack.getValue());
      }
    }
  }

  private void count(StackTraceElement[] stack) {
    for (int i = 0; i < stack.length && i < DEPTH; i++) {
      String name = stack[i].getClassName();
      Integer before = hits.get(name);
      hits.put(name, (before == null ? 0 : before) + (i < 4 ? 4 : 1));
    }
  }

  /** How often a class, by its name with dots, was seen. */
  public int hits(String className) {
    Integer count = hits.get(className);
    return count == null ? 0 : count;
  }
}
