package dev.jpgo.agent.control;

/** Where threads are. */
public final class ThreadGroups {
  private ThreadGroups() {}

  /** The group that all others are in. */
  public static ThreadGroup topmost() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }
}
