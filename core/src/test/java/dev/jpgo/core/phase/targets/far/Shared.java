package dev.jpgo.core.phase.targets.far;

/** A number for everyone who may name the class. */
public final class Shared {
  public static int number = 1;

  private Shared() {}
}
