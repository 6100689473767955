package dev.jpgo.jmh.experiment;

/**
 * What a JVM runs with.
 *
 * @param label as in tables
 * @param agent whether the agent is there
 * @param options of the agent, {@code key=value,...}, or ""
 */
record Setting(String label, boolean agent, String options) {
  static final Setting BASE = new Setting("base", false, "");
}
