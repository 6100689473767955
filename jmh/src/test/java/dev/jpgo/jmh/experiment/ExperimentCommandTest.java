package dev.jpgo.jmh.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ExperimentCommandTest {
  @Test
  void eachExperimentTellsItsOptions() {
    CommandLine experiments = new CommandLine(new ExperimentCommand());
    assertTrue(experiments.getSubcommands().size() >= 7);
    for (String name : experiments.getSubcommands().keySet()) {
      StringWriter out = new StringWriter();
      experiments.setOut(new PrintWriter(out, true));
      assertEquals(0, experiments.execute(name, "--help"), name);
      assertTrue(out.toString().contains("--vm"), () -> name + ": " + out);
    }
  }
}
