package dev.jpgo.cli;

import dev.jpgo.cli.common.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a subcommand: says that one is needed. */
@Command(
    name = "jpgo",
    description = "Adaptive profile-guided tiers for JVM bytecode.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:it did not work out",
      "2:unknown option, or a value that is not allowed",
      "3:a profile that is missing, unreadable or damaged",
      "4:no such JVM, another user's, below 17, or wrong state of its agent",
      "5:a place, or standard output, that cannot be written",
      "6:bisect or bench found a difference"
    })
final class JpgoCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
