package dev.jpgo.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** One run of the command inside the test's JVM. */
record CommandRun(int exitCode, String out, String err) {
  static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(arguments);
    return new CommandRun(code, out.toString(), err.toString());
  }
}
