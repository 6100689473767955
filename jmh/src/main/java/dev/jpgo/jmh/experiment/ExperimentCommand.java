package dev.jpgo.jmh.experiment;

import picocli.CommandLine.Command;

/** Groups the experiments; {@code jpgo bench --experiment NAME} runs the same. */
@Command(
    name = "experiment",
    description = "Run an experiment and print its table.",
    subcommands = {
      BigAppExperiment.class,
      JitStatsExperiment.class,
      LocksExperiment.class,
      PingPongExperiment.class,
      PlaintextExperiment.class,
      ProfilePoolExperiment.class,
      WarmStartExperiment.class
    })
public final class ExperimentCommand {}
