package dev.jpgo.test.validation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What the agent's list of decisions says about loops. */
final class LoopDecisions {
  private LoopDecisions() {}

  /**
   * How often something was decided in the last version of each method of a class.
   *
   * @param type the class's simple name; those nested in it count as well
   * @param ending how the line of such a decision ends
   */
  static Map<String, Integer> count(Path decisions, String type, String ending) throws IOException {
    Pattern head = Pattern.compile("^tier 2 .*\\." + type + "[\\w$]*\\.([\\w<>$]+).*");
    Map<String, Integer> counts = new TreeMap<>();
    String method = "";
    for (String line : Files.readAllLines(decisions)) {
      if (!line.startsWith(" ")) {
        method = head.matcher(line).replaceAll("$1");
        counts.remove(method);
      } else if (!method.contains(" ")
          && line.strip().startsWith("inline ")
          && line.endsWith(ending)) {
        counts.merge(method, 1, Integer::sum);
      }
    }
    return counts;
  }
}
