package dev.jpgo.test.targets;

/** One program around one language construct. Must be deterministic in its seed. */
@FunctionalInterface
public interface Target {
  void run(Effects effects, int seed) throws Exception;
}
