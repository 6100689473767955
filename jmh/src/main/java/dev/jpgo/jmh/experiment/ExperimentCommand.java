package dev.jpgo.jmh.experiment;

import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** Groups the experiments. */
@Command(
    name = "experiment",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT, // each experiment has --help, too
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
