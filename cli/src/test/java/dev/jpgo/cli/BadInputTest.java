package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.launch.JavaHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run --dely 3 -- -version       | unknown option --dely; did you mean --delay?
          run --tier1.call=3 -- -version | unknown option --tier1.call; did you mean --tier1.calls?
          run --delay soon -- -version   | option delay=soon is not allowed: 0 to 86400000 (ms)
          run --mode fast -- -version    | option mode=fast is not allowed: auto, interpreter, c1, jit
          run -jar app.jar               | java arguments come after --
          run X a --delay 7 b            | java arguments come after --: jpgo run [agent options] -- X ...
          run X --delay 7 -- b           | java arguments come after --: jpgo run [agent options] -- X ...
          bisect X a --delay 7 b         | java arguments come after --: jpgo bisect [agent options] -- X ...
          run --bogus 3 -- X             | jpgo run: unknown option --bogus (
          run --DELAI 3 -- X             | unknown option --DELAI; did you mean --delay?
          foo                            | jpgo: unknown command foo (
          help foo                       | Unknown subcommand 'foo'
          run --delay                    | '--delay'
          shwo file                      | unknown command shwo; did you mean show?
          show                           | PROFILE
          show --top few file            | '--top': 'few' is not a whole number
          show --top 9999999999 file     | '9999999999' is too large a number
          show --top -1 file             | --top -1 is not allowed
          show --at-least -1 file        | --at-least -1 is not allowed
          show -                         | - is no file: write /dev/stdin or /dev/stdout
          explain - A.b                  | - is no file: write /dev/stdin or /dev/stdout
          report -o - file               | - is no file: write /dev/stdin or /dev/stdout
          run --out - -- -version        | - is no file: write /dev/stdin or /dev/stdout
          run --stats x --out x -- X     | --out and --stats name the same file: /
          run --stats x --out ./x -- X   | --out and --stats name the same file: /
          dump 1 --stats x -o x          | --out and --stats name the same file: /
          phase 1 --out %q               | option out=
          attach first                   | 'first' is not a whole number
          attach --out x                 | --out needs the PID of the JVM it is for
          dump                           | PID
          detach x                       | 'x'
          explain file                   | CLASS.METHOD
          demo --jsno x                  | unknown option --jsno; did you mean --json?
          """)
  void whatIsMistypedIsOneLineAndExitCodeTwo(String command, String message) {
    assertRefused(ExitCode.USAGE, message, command.split(" "));
  }

  @Test
  void whatIsReadIsNotWrittenOver() throws IOException {
    Path file = Path.of(ProfileFixture.write(folder.resolve("run.jpgo"), 1));
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    byte[] before = Files.readAllBytes(file);
    for (String out : new String[] {file.toString(), link.toString(), folder + "/./run.jpgo"}) {
      assertKept("report", "-o", out, file.toString());
      assertKept("export", "--format", "csv", "-o", out, file.toString());
      assertKept("export", "--format", "csv", "-o", out, "--classes", file.toString(), "none");
      assertKept("import", "--format", "pprof", "-o", out, file.toString());
      assertKept("run", "--use", file.toString(), "--stats", out, "--", "X");
      assertArrayEquals(before, Files.readAllBytes(file));
    }
  }

  /** The exception of a failed write may say nothing but the name of the file. */
  @Test
  void whyAFileCannotBeWrittenIsSaid() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc");
    String file = ProfileFixture.write(folder.resolve("run.jpgo"), 1);
    String target = "/proc/x.jpgo";
    assertRefused(
        ExitCode.BAD_OUTPUT,
        "cannot write " + target + ": there is no such place",
        "report",
        "-o",
        target,
        file);
  }

  private static void assertKept(String... arguments) {
    assertRefused(ExitCode.USAGE, ": it is what is to be read", arguments);
  }

  @Test
  void aMissingCommandIsOneLineAndExitCodeTwo() {
    assertRefused(ExitCode.USAGE, "a command is missing");
  }

  /** A zero character in place of those that the encoding of file names may not have. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "show a\0b",
        "explain a\0b A.b",
        "merge -o out --weight 2:a\0b",
        "run --stats a\0b -- -version",
        "run --cache a\0b -- -version",
        "run --compiler a\0b -- -version",
        "run --out a\0b -- -version",
        "run --use a\0b-%p -- -version",
        "phase 1 --out a\0b",
        "report -o a\0b x",
        "show --classes a\0b x",
        "merge -o x a\0b",
        "run --java a\0b -- -version",
      })
  void aPathThatCannotBeIsOneLineAndExitCodeTwo(String command) {
    CommandRun run = CommandRun.of(command.split(" "));
    assertRefused(ExitCode.USAGE, "is not allowed: Nul character not allowed", command.split(" "));
    assertFalse(run.err().contains("Exception"), run.err());
  }

  @Test
  void aProfileThatIsNotThereIsExitCodeThree() {
    assertRefused(ExitCode.BAD_FILE, "there is no file", "show", folder + "/none.jpgo");
    assertRefused(ExitCode.BAD_FILE, "is a folder", "show", folder.toString());
  }

  @Test
  void anEmptyNameIsNoFile() {
    assertRefused(ExitCode.USAGE, "an empty name is no file", "show", "");
    assertRefused(ExitCode.USAGE, "an empty name is no file", "explain", "", "A.b");
  }

  @Test
  void aFileThatCannotBeReadIsNamed() {
    String file = "/proc/self/mem";
    Assumptions.assumeTrue(Files.exists(Path.of(file)), "needs /proc");
    assertRefused(ExitCode.BAD_FILE, "cannot read " + file + ": ", "show", file);
  }

  /** But for the file that out= makes: then this is the first run of many. */
  @Test
  void aProfileThatIsToBeUsedIsLookedAtBeforeAnythingStarts() throws IOException {
    Path none = folder.resolve("none.jpgo");
    String message = "there is no file " + none;
    assertRefused(ExitCode.BAD_FILE, message, "run", "--use", none + "", "--", "-version");
    assertRefused(ExitCode.BAD_FILE, message, "attach", "1", "--use", none + "");
    Path notes = Files.writeString(folder.resolve("notes.txt"), "no profile");
    String no = notes + ": no jpgo profile";
    assertRefused(ExitCode.BAD_FILE, no, "run", "--use", notes + "", "--", "-version");
  }

  @Test
  void aFileThatIsNoProfileIsExitCodeThree() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "some notes, no profile at all");
    String message = file + ": no jpgo profile: it does not begin as one";
    assertRefused(ExitCode.BAD_FILE, message, "show", file.toString());
    assertRefused(ExitCode.BAD_FILE, message, "explain", file.toString(), "A.b");
  }

  @Test
  void aFileThatMayNotBeReadIsExitCodeThree() throws IOException {
    Path file = Files.writeString(folder.resolve("secret.jpgo"), "x");
    Assumptions.assumeTrue(file.toFile().setReadable(false) && !Files.isReadable(file), "root");
    assertRefused(ExitCode.BAD_FILE, "no permission to read", "show", file.toString());
  }

  @Test
  void aProcessThatDoesNotExistIsExitCodeFour() throws Exception {
    Process ended = new ProcessBuilder(JavaHome.current(), "--version").start();
    ended.getInputStream().readAllBytes();
    ended.waitFor();
    String pid = Long.toString(ended.pid());
    for (String command : new String[] {"attach", "dump", "detach"}) {
      assertRefused(ExitCode.BAD_JVM, "there is no process " + pid, command, pid);
    }
    assertRefused(ExitCode.BAD_JVM, "there is no process " + pid, "explain", pid, "A.b");
  }

  /** Attaching would send it SIGQUIT, which ends it. */
  @Test
  void aProcessThatIsNoJvmIsExitCodeFourAndLivesOn() throws Exception {
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc");
    Process cat = new ProcessBuilder("cat").start();
    try {
      String pid = Long.toString(cat.pid());
      assertRefused(ExitCode.BAD_JVM, "is no JVM", "attach", pid);
      cat.getOutputStream().write("alive\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      cat.getOutputStream().flush();
      assertEquals('a', cat.getInputStream().read());
    } finally {
      cat.destroyForcibly();
    }
  }

  @Test
  void ourOwnProcessIsExitCodeFour() {
    String pid = Long.toString(ProcessHandle.current().pid());
    assertRefused(ExitCode.BAD_JVM, "is this jpgo itself", "attach", pid);
  }

  @Test
  void anOutputThatCannotBeWrittenIsExitCodeFiveBeforeAnythingStarts() {
    String nowhere = folder.resolve("no/such/place").toString();
    String message = "there is no folder";
    assertRefused(ExitCode.BAD_OUTPUT, message, "run", "--out", nowhere, "--", "-version");
    assertRefused(ExitCode.BAD_OUTPUT, message, "run", "--stats", nowhere, "--", "-version");
    assertRefused(ExitCode.BAD_OUTPUT, message, "dump", "-o", nowhere, "1");
    for (String pattern : new String[] {nowhere + "-%p", nowhere + "-%m", nowhere + "%%"}) {
      assertRefused(ExitCode.BAD_OUTPUT, message, "run", "--out", pattern, "--", "-version");
      assertRefused(ExitCode.BAD_OUTPUT, message, "attach", "1", "--out", pattern);
      assertRefused(ExitCode.BAD_OUTPUT, message, "phase", "1", "--out", pattern);
    }
    assertRefused(ExitCode.BAD_OUTPUT, message, "demo", "--json", nowhere);
    assertRefused(
        ExitCode.BAD_OUTPUT, "it is a folder", "run", "--out", folder.toString(), "--", "-version");
  }

  @Test
  void aJavaThatIsNoneIsExitCodeFour() {
    String java = folder.resolve("java").toString();
    assertRefused(ExitCode.BAD_JVM, "there is no such file", "run", "--java", java, "--", "X");
  }

  @Test
  void aJavaBelow17IsExitCodeFour() throws IOException {
    Path java =
        Files.writeString(
            folder.resolve("java"), "#!/bin/sh\necho 'openjdk version \"1.8.0_292\"' >&2\n");
    Assumptions.assumeTrue(java.toFile().setExecutable(true), "executable files");
    String message = java + " is Java 1.8.0_292; jpgo needs 17 or later";
    assertRefused(ExitCode.BAD_JVM, message, "run", "--java", java.toString(), "--", "X");
  }

  private static void assertRefused(int exitCode, String message, String... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertTrue(run.err().contains(message), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertEquals("", run.out());
    assertEquals(exitCode, run.exitCode());
  }

  @Test
  void aWaitOfLessThanNoTimeIsRefused() {
    CommandRun run = CommandRun.of("phase", "1", "--await-idle", "-1");
    assertEquals(ExitCode.USAGE, run.exitCode());
    assertEquals("jpgo: --await-idle -1 is not allowed: 0 or more\n", run.err());
  }
}
