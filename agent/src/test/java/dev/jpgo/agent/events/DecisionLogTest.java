package dev.jpgo.agent.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class DecisionLogTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskEndsTheLogWithOneLine() throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Log log = new Log(new PrintStream(said, true, UTF_8), LogLevel.WARN);
    DecisionLog decisions = DecisionLog.open(Path.of("/dev/full"), log);
    assertTrue(decisions.on());
    for (int i = 0; i < 3; i++) {
      decisions.line("a decision");
      decisions.flush();
    }
    assertFalse(decisions.on());
    assertEquals(1, said.toString(UTF_8).lines().count(), said.toString(UTF_8));
    assertTrue(said.toString(UTF_8).contains("decisions not written to /dev/full"));
  }
}
