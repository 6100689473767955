package dev.jpgo.cli.launch;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What is meant for java, which is all that follows {@code --} and nothing else. */
public final class JavaArguments {
  private static final String DELIMITER = "--";

  private JavaArguments() {}

  /**
   * Fails when one of the words stands before {@code --}: what follows it, meant for the program,
   * would have been taken for options of the agent.
   *
   * @param words all that the command took for java's
   * @throws ParameterException that names the first of them
   */
  public static void check(CommandLine line, List<String> words) {
    List<String> given = line.getParseResult().expandedArgs();
    int delimiter = given.indexOf(DELIMITER);
    int after = delimiter < 0 ? 0 : given.size() - delimiter - 1;
    if (words.size() != after) {
      throw new ParameterException(line, misplaced(line, words.get(0)));
    }
  }

  /** The line that says where a word belongs. */
  public static String misplaced(CommandLine line, String word) {
    return "java arguments come after --: "
        + line.getCommandSpec().qualifiedName()
        + " [agent options] -- "
        + word
        + " ...";
  }
}
