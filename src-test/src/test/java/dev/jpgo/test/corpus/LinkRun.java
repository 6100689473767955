package dev.jpgo.test.corpus;

import dev.jpgo.test.vm.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What linking the classes of a corpus in a JVM of its own came to.
 *
 * @param linked how many classes could be linked
 * @param errors why others could not, by class
 */
record LinkRun(int linked, Map<String, String> errors) {

  /** Links in a JVM; the jar is left out for classes of the JDK. */
  static LinkRun of(ForkedJvm vm, List<String> classes, Path... jar) throws IOException {
    Path names = Files.createTempFile("jpgo-classes", ".txt");
    try {
      Files.write(names, classes);
      List<String> arguments = new ArrayList<>(List.of(names.toString()));
      for (Path each : jar) {
        arguments.add(each.toString());
      }
      return read(vm.run(LinkMain.class, arguments.toArray(String[]::new)));
    } finally {
      Files.delete(names);
    }
  }

  private static LinkRun read(ForkedJvm.Result result) {
    List<String> lines = result.out().lines().toList();
    String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    if (result.exitCode() != 0 || !last.startsWith(LinkMain.LINKED)) {
      throw new AssertionError("exit code " + result.exitCode() + "\n" + result.err());
    }
    Map<String, String> errors = new TreeMap<>();
    for (String line : lines.subList(0, lines.size() - 1)) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        errors.put(line.substring(0, tab), line.substring(tab + 1));
      }
    }
    return new LinkRun(Integer.parseInt(last.substring(LinkMain.LINKED.length())), errors);
  }

  /**
   * The classes that cannot be linked although they could before, or for worse than a class that is
   * not there: jars use libraries that they do not carry.
   */
  List<String> worseThan(LinkRun before) {
    List<String> worse = new ArrayList<>();
    for (Map.Entry<String, String> error : errors.entrySet()) {
      String old = before.errors().get(error.getKey());
      boolean absent = error.getValue().contains("NoClassDefFoundError");
      if (old == null || (!absent && !error.getValue().equals(old))) {
        worse.add(error.getKey() + ": " + error.getValue());
      }
    }
    return worse;
  }
}
