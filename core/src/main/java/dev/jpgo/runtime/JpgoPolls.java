package dev.jpgo.runtime;

/**
 * Where a loop whose calls are gone lets the VM stop its thread. Zero VMs of JDK 17 look at that
 * when a method returns and where one is left for the VM, but not at jumps back.
 */
public final class JpgoPolls {
  private JpgoPolls() {}

  /** Does nothing. */
  public static void poll() {}
}
