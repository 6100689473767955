package dev.jpgo.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MicroCommandTest {
  @Test
  void anUnknownSetIsNamedWithThoseThereAre() {
    StringWriter err = new StringWriter();
    CommandLine line = BenchMain.commandLine().setErr(new PrintWriter(err, true));
    assertEquals(Exit.USAGE, line.execute("micro", "--sets", "records,colours"));
    assertTrue(err.toString().contains("unknown set colours; there are records,"), err::toString);
    assertEquals(1, err.toString().lines().count());
  }
}
