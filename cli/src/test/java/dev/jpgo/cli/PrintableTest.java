package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.BytecodeText;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileOrigin;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.TypeHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names in class files may hold what a terminal obeys: none of it reaches one. */
class PrintableTest {
  private static final String STRANGE = "\u001b[2J\u009b\r\u2028";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "show A",
        "show --edges --bytecode A",
        "show --by-class A",
        "diff A B",
        "overlap A B",
        "explain A *",
        "explain A p.A-[2J---.m",
      })
  void noControlCharacterIsPrinted(String command) throws IOException {
    write("A", 100, 70);
    write("B", 10, 20);
    String[] words = command.split(" ");
    for (int i = 1; i < words.length; i++) {
      words[i] = words[i].matches("[AB]") ? folder.resolve(words[i]).toString() : words[i];
    }
    CommandRun run = CommandRun.of(words);
    String said = run.out() + run.err();
    assertTrue(said.contains("p.A?[2J???"), said);
    assertEquals("", said.replaceAll("[^\\p{Cntrl}\u0080-\u009f\u2028\u2029]|\n", ""), said);
  }

  @Test
  void aLineThatIsPrintedKeepsItsPrintableCharacters() throws IOException {
    write("A", 100, 70);
    String out = CommandRun.of("explain", folder.resolve("A").toString(), "*").out();
    assertTrue(out.contains("  0: ldc \"?[31m\"\n"), out);
  }

  private void write(String name, long calls, long seen) throws IOException {
    MethodId id = new MethodId("p/A" + STRANGE, "m", "()V");
    CompiledMethod compiled =
        new CompiledMethod(
            5,
            6,
            List.of(new InlineDecision(1, 0, id, false, "too" + STRANGE, 7, List.of())),
            Optional.of(
                new BytecodeText("  0: ldc \"\u001b[31m\"\n", "  0: ldc \"\u001b[31m\"\n")));
    TypeHistogram types =
        new TypeHistogram(List.of(new TypeHistogram.Entry("p/R" + STRANGE, seen)), 100);
    MethodProfile counts =
        new MethodProfile(id, 1, calls, List.of(seen, 2L), 0, Map.of(0, types), List.of());
    ProfileOrigin origin =
        new ProfileOrigin(
            "JVM", "Linux", "amd64", "interpreter", "0.1", "x" + STRANGE, STRANGE, 0, 1500, 1);
    ProfileFile.write(
        folder.resolve(name),
        new Profile(
            List.of(origin),
            List.of(new ProfiledMethod(counts, "app", 2, 5, Optional.of(compiled)))));
  }
}
