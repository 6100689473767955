package dev.jpgo.cli.launch;

import dev.jpgo.agent.options.AgentArguments;
import dev.jpgo.agent.options.Option;
import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.GivenPath;
import dev.jpgo.cli.common.OutputPlace;
import dev.jpgo.cli.common.ProfileSource;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The agent's options as options of a command: {@code --key VALUE} for each in the registry. */
public final class AgentOptions {
  /** Types of options whose values are paths. */
  private static final Set<String> PATHS =
      Set.of("file", "folder", "input", "pattern", "input pattern");

  private AgentOptions() {}

  /** Adds them to a command. */
  public static CommandLine declareOn(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    for (Option<?> option : Options.ALL) {
      OptionSpec.Builder declared =
          OptionSpec.builder("--" + option.key())
              .type(String.class)
              .paramLabel(option.unit().isEmpty() ? "VALUE" : "N")
              .description(escape(description(option)));
      if (PATHS.contains(option.type().name())) {
        declared.type(File.class).converters(File::new); // so that a shell completes it
      } else if (!option.type().words().isEmpty()) {
        declared.completionCandidates(option.type().words());
        declared.paramLabel(label(option)); // a script keeps the words of a label, not of an option
      }
      spec.addOption(declared.build());
    }
    return line;
  }

  /**
   * The agent arguments for the options that were given. Paths become absolute, since the JVM that
   * reads them may have another working directory.
   *
   * @throws CliException when a value is not allowed, something to write has no place, or what is
   *     to be read is no profile
   */
  public static String arguments(ParseResult given) {
    StringBuilder arguments = new StringBuilder();
    Map<String, String> places = new LinkedHashMap<>();
    for (Option<?> option : Options.ALL) {
      OptionSpec matched = given.matchedOption("--" + option.key());
      if (matched == null) {
        continue;
      }
      String value = matched.stringValues().get(0);
      arguments.append(arguments.length() == 0 ? "" : ",");
      String place = value.isEmpty() ? value : absolute(option, value);
      arguments.append(option.key()).append('=').append(AgentArguments.quote(place));
      places.put(option.key(), place);
    }
    try {
      OptionValues.parse(arguments.toString());
    } catch (OptionException e) {
      throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
    checkApart(places);
    checkUsed(places);
    checkKeeps(places);
    return arguments.toString();
  }

  /** No two files that are written may be the same. */
  private static void checkApart(Map<String, String> places) {
    Map<String, Path> files = new LinkedHashMap<>();
    for (Option<?> option : List.of(Options.OUT, Options.STATS, Options.DECISIONS)) {
      String place = places.getOrDefault(option.key(), "");
      boolean pattern = option.equals(Options.OUT);
      if (!place.isEmpty() && !(pattern && isOpen(place))) {
        Path file = Path.of(pattern ? place.replace("%%", "%") : place);
        files.forEach(
            (key, other) -> OutputPlace.checkApart("--" + key, other, "--" + option.key(), file));
        files.put(option.key(), file);
      }
    }
  }

  /** What is written at exit must not replace the profile that is used, unless it is one. */
  private static void checkKeeps(Map<String, String> places) {
    String use = places.getOrDefault(Options.USE.key(), "");
    if (use.isEmpty() || isOpen(use)) {
      return;
    }
    for (Option<?> option : List.of(Options.STATS, Options.DECISIONS)) {
      String place = places.getOrDefault(option.key(), "");
      if (!place.isEmpty()) {
        OutputPlace.checkKeeps(Path.of(place), Path.of(use.replace("%%", "%")));
      }
    }
  }

  /** The file of out= need not be there yet: then this is the first of many runs. */
  private static void checkUsed(Map<String, String> places) {
    String use = places.getOrDefault(Options.USE.key(), "");
    if (use.isEmpty() || isOpen(use)) {
      return;
    }
    Path file = Path.of(use.replace("%%", "%"));
    if (!use.equals(places.get(Options.OUT.key())) || Files.exists(file)) {
      ProfileSource.read(file);
    }
  }

  private static String absolute(Option<?> option, String value) {
    return switch (option.type().name()) {
      case "file" -> OutputPlace.check(GivenPath.of(value)).toString();
      case "folder" -> OutputPlace.checkFolder(GivenPath.of(value)).toString();
      case "input" -> GivenPath.of(value).toAbsolutePath().toString();
      case "pattern" -> place(value);
      case "input pattern" -> absolutePattern(value);
      default -> value;
    };
  }

  /**
   * The pattern of a profile to write, absolute. What is left open the agent finds out; the rest is
   * checked here.
   */
  public static String place(String pattern) {
    if (pattern.indexOf('%') < 0) {
      return literal(OutputPlace.check(GivenPath.of(pattern)));
    }
    String absolute = absolutePattern(pattern);
    Path folder = Path.of(absolute).getParent();
    if (folder != null && !isOpen(folder.toString())) {
      OutputPlace.checkIn(Path.of(folder.toString().replace("%%", "%")), pattern);
    }
    return absolute;
  }

  /** Whether there is more to a pattern than signs that stand for themselves. */
  private static boolean isOpen(String pattern) {
    return pattern.replace("%%", "").indexOf('%') >= 0;
  }

  private static String absolutePattern(String pattern) {
    if (pattern.startsWith("%t")) {
      return pattern;
    }
    return Path.of(literal(Path.of("").toAbsolutePath())).resolve(GivenPath.of(pattern)).toString();
  }

  /** The pattern that stands for a path as it is: a folder may have a percent sign in its name. */
  private static String literal(Path path) {
    return path.toString().replace("%", "%%");
  }

  private static String label(Option<?> option) {
    return option.key().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  private static String description(Option<?> option) {
    StringBuilder text = new StringBuilder(option.help());
    text.append(" Value: ").append(option.type().range());
    if (!option.unit().isEmpty()) {
      text.append(' ').append(option.unit());
    }
    if (!option.defaultText().isEmpty()) {
      text.append("; default ").append(option.defaultText());
    }
    return text.append('.').toString();
  }

  private static String escape(String text) {
    return text.replace("%", "%%");
  }
}
