package dev.jpgo.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
  @Test
  void aShellReadsTheSameWordsBack() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs a POSIX shell");
    List<String> words =
        List.of("plain", "", "two words", "it's", "$(echo x)", "`x`", "a\\,b", "*", "\"", "-D=1");
    List<String> script = new ArrayList<>(List.of("printf", "[%s]"));
    script.addAll(words);
    Process shell = new ProcessBuilder("/bin/sh", "-c", ShellWords.quote(script)).start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, shell.waitFor());
    assertEquals("[" + String.join("][", words) + "]", said);
  }
}
