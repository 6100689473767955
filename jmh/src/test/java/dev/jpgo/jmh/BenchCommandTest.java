package dev.jpgo.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --programs nope          | 2 | unknown program nope; known: [
          --variants nope          | 2 | unknown variant nope; known: base, noshare, control
          --vm this-fast           | 2 | unknown way to run in this-fast; known: [xint
          --vm fast                | 2 | unknown VM fast
          --vm 3-xint              | 4 | no JDK 3 beside
          --java /no/such/java     | 4 | no JVM at /no/such/java: there is no such file
          --vm-option -XX:+NoSuch  | 4 | this-xint does not start: Unrecognized VM option
          --forks 0                | 2 | --forks must be at least 1
          --forks few              | 2 | '--forks': 'few' is not a whole number
          --forks 9999999999       | 2 | '--forks': '9999999999' is too large a number
          --seconds few            | 2 | '--seconds': 'few' is not a number
          --json x --html ./x      | 2 | --json and --html name the same file: x
          --json -                 | 2 | - is no file: write /dev/stdin or /dev/stdout
          --seconds 0              | 2 | --seconds must be above 0
          --forcs 3                | 2 | unknown option --forcs; did you mean --forks
          -jar app.jar             | 2 | unknown option -jar
          app.Main                 | 2 | java arguments come after --
          --duet -- -jar app.jar   | 2 | --duet is for programs of the benchmark jar
          --programs h2 -- -cp . H | 2 | --programs is for programs of the benchmark jar
          --seconds 3 -- -cp . H   | 2 | --seconds is for programs of the benchmark jar
          --json /no/such/r.json   | 5 | cannot write /no/such/r.json: there is no folder
          --html /                 | 5 | cannot write /: it is a folder
          --from pom.xml --html ./pom.xml | 2 | cannot write pom.xml: it is what is to be read
          --from /no/such/r.json   | 2 | cannot read /no/such/r.json: there is no such file
          """)
  void whatIsWrongIsOneLineBeforeAnythingRuns(String arguments, int exitCode, String message) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = BenchMain.commandLine();
    line.getSubcommands().get("bench").setOut(new PrintWriter(out, true));
    line.getSubcommands().get("bench").setErr(new PrintWriter(err, true));
    int code = line.execute(("bench " + arguments).split(" "));
    assertTrue(err.toString().startsWith("jpgo bench: "), err.toString());
    assertTrue(err.toString().contains(message), err.toString());
    assertEquals(1, err.toString().lines().count(), err.toString());
    assertEquals("", out.toString());
    assertEquals(exitCode, code);
  }

  @ParameterizedTest
  @CsvSource({"experiment locks --cuont=3, experiment locks", "micro --sests x, micro"})
  void whatIsNamedIsACommandThatThereIs(String arguments, String command) {
    StringWriter err = new StringWriter();
    CommandLine line = BenchMain.commandLine();
    line.setErr(new PrintWriter(err, true));
    assertEquals(2, line.execute(arguments.split(" ")));
    assertTrue(err.toString().startsWith("jpgo bench " + command + ": unknown option "), err + "");
    assertTrue(
        err.toString().contains("(jpgo bench " + command + " --help lists what there is)"),
        err.toString());
  }
}
