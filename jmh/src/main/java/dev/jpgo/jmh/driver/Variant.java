package dev.jpgo.jmh.driver;

/** What a fork runs with besides the workload. */
public enum Variant {
  /** Nothing. */
  BASE("base"),
  /** The agent. */
  AGENT("agent"),
  /** An agent that retransforms every loaded class once and changes none. */
  CONTROL("control");

  private final String label;

  Variant(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
