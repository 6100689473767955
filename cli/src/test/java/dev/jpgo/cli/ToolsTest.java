package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is exported, opened by the tools it is for; what they made, imported. */
class ToolsTest {
  /** Of a flame graph's input: frames without semicolons, one space, a count. */
  private static final Pattern FOLDED = Pattern.compile("([^;\\p{Cntrl}]+(?:;[^;]+)*) (\\d+)");

  /** What pprof's raw form says of a sample: its value, and its locations from the leaf down. */
  private static final Pattern RAW_SAMPLE = Pattern.compile(" +(\\d+)(?: +\\d+)?: ([\\d ]+)");

  private static final String BURN =
      """
      package main

      import (
        "os"
        "runtime/pprof"
        "time"
      )

      //go:noinline
      func burn(n int) int {
        s := 0
        for i := 0; i < n; i++ {
          s = s*31 + i
        }
        return s
      }

      func main() {
        f, _ := os.Create(os.Args[1])
        pprof.StartCPUProfile(f)
        for end := time.Now().Add(time.Second); time.Now().Before(end); {
          burn(1000000)
        }
        pprof.StopCPUProfile()
        f.Close()
      }
      """;

  @TempDir Path folder;
  private String file = "";

  @BeforeEach
  void aProfileIsThere() throws IOException {
    file = ProfileFixture.write(folder.resolve("run.jpgo"), 3);
  }

  @Test
  void pprofSumsUpAndKnowsStacks() throws Exception {
    String out = export("pprof");
    String top = Tool.run(folder, Map.of(), List.of("go", "tool", "pprof", "-top", out));
    assertTrue(top.contains("Type: calls"), top);
    assertTrue(top.contains("243 total"), top);
    assertTrue(top.matches("(?s).*100 41.15% 41.15%        240 98.77%  shop.Cart.total\\n.*"), top);
    String raw = Tool.run(folder, Map.of(), List.of("go", "tool", "pprof", "-raw", out));
    assertEquals(243, sum(raw), raw);
    assertTrue(raw.contains(" shop.Cart.total shop/Cart.java:40"), raw);
    assertTrue(raw.contains("Duration: 1.5"), raw);
  }

  private static long sum(String raw) {
    long sum = 0;
    for (String line : raw.lines().toList()) {
      Matcher sample = RAW_SAMPLE.matcher(line.stripTrailing());
      sum += sample.matches() ? Long.parseLong(sample.group(1)) : 0;
    }
    return sum;
  }

  @Test
  void genhtmlMakesPagesOfTheLines() throws Exception {
    Files.createDirectories(folder.resolve("shop"));
    Files.writeString(folder.resolve("shop/Cart.java"), "// a line\n".repeat(60));
    String out = export("lcov");
    Path pages = folder.resolve("pages");
    String said =
        Tool.run(folder, Map.of(), List.of("genhtml", "--output-directory", pages + "", out));
    assertTrue(said.contains("100.0% (2 of 2 lines)"), said);
    assertTrue(said.contains("100.0% (1 of 1 function)"), said);
    String page = Files.readString(pages.resolve("shop/Cart.java.gcov.html"));
    assertTrue(page.replaceAll("<[^>]*>", "").matches("(?s).*\\b40[ :]+90 : .*"), page);
  }

  @Test
  void theJdksOwnToolReadsTheRecording() throws Exception {
    String out = export("jfr");
    String summary = Tool.run(folder, Map.of(), List.of(Tool.ofJdk("jfr"), "summary", out));
    assertTrue(summary.lines().anyMatch(line -> line.matches(" jpgo.Method +2 +\\d+")), summary);
    String print =
        Tool.run(
            folder, Map.of(), List.of(Tool.ofJdk("jfr"), "print", "--events", "jpgo.Method", out));
    assertTrue(print.contains("className = \"shop.Cart\""), print);
    assertTrue(print.contains("calls = 100"), print);
  }

  @Test
  void foldedStacksParseWhateverNamesHold() throws IOException {
    strange();
    long sum = 0;
    for (String line : Files.readString(Path.of(export("folded"))).split("\n")) {
      Matcher matcher = FOLDED.matcher(line);
      assertTrue(matcher.matches(), line);
      sum += Long.parseLong(matcher.group(2));
    }
    assertEquals(42, sum);
  }

  @Test
  void csvParsesWhateverNamesHold() throws IOException {
    strange();
    List<List<String>> rows = csv(Files.readString(Path.of(export("csv"))));
    assertEquals(2, rows.size());
    assertEquals("class", rows.get(0).get(0));
    assertEquals(
        List.of("p.A,\"b\"", "m\r\nn", "()V", "app", "0000000000000001", "0", "42", "5", "0"),
        rows.get(1));
  }

  @Test
  void whatGoMeasuredIsImportedWhole() throws Exception {
    Files.writeString(folder.resolve("burn.go"), BURN);
    Map<String, String> offline = Map.of("GOPROXY", "off", "GO111MODULE", "off");
    String measured = folder.resolve("cpu.pb.gz").toString();
    Tool.run(folder, offline, List.of("go", "run", "burn.go", measured));
    String raw = Tool.run(folder, Map.of(), List.of("go", "tool", "pprof", "-raw", measured));
    Path back = folder.resolve("back.jpgo");
    CommandRun run = CommandRun.of("import", "--format", "pprof", "-o", back.toString(), measured);
    assertEquals(0, run.exitCode(), run.err());
    Profile profile = ProfileFile.read(back);
    long samples = 0;
    long burning = 0;
    for (ProfiledMethod method : profile.methods()) {
      samples += method.counts().calls();
      boolean burns = method.counts().method().toString().equals("main.burn");
      burning += burns ? method.counts().calls() : 0;
    }
    assertEquals(sum(raw), samples, raw);
    assertTrue(burning > samples / 2, profile::toString);
  }

  @Test
  void whatAnotherJvmRecordedIsImported() throws Exception {
    String recorded = folder.resolve("app.jfr").toString();
    Tool.run(
        folder,
        Map.of(),
        List.of(
            Tool.ofJdk("java"),
            "-XX:StartFlightRecording=settings=profile,filename=" + recorded,
            "-cp",
            System.getProperty("java.class.path"),
            Burn.class.getName()));
    Path back = folder.resolve("back.jpgo");
    CommandRun run = CommandRun.of("import", "--format", "jfr", "-o", back.toString(), recorded);
    assertEquals(0, run.exitCode(), run.err());
    List<String> names = new ArrayList<>();
    for (ProfiledMethod method : ProfileFile.read(back).methods()) {
      names.add(method.loader() + " " + method.counts().method());
    }
    assertTrue(names.contains("app dev.jpgo.cli.ToolsTest$Burn.burn(I)I"), names.toString());
  }

  /** Keeps a processor busy until it has surely been sampled. */
  static final class Burn {
    private Burn() {}

    public static void main(String[] arguments) {
      int sum = 0;
      for (int i = 0; i < 2000; i++) {
        sum += burn(1_000_000);
      }
      System.exit(sum == 1 ? 1 : 0);
    }

    static int burn(int rounds) {
      int sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum = sum * 31 + i;
      }
      return sum;
    }
  }

  /** A profile with a method whose names hold what formats are made of. */
  private void strange() throws IOException {
    MethodProfile counts =
        new MethodProfile(
            new MethodId("p/A,\"b\"", "m\r\nn", "()V"), 1, 42, List.of(), 0, Map.of());
    ProfileFile.write(
        Path.of(file),
        new Profile(
            ProfileFixture.profile(1).origins(),
            List.of(new ProfiledMethod(counts, "app", 0, 5, Optional.empty()))));
  }

  private String export(String format) {
    Path out = folder.resolve("out." + format + (format.equals("pprof") ? ".pb.gz" : ""));
    CommandRun run = CommandRun.of("export", "--format", format, "-o", out.toString(), file);
    assertEquals(0, run.exitCode(), run.err());
    return out.toString();
  }

  /** Rows of cells, as RFC 4180 has them and not otherwise. */
  private static List<List<String>> csv(String text) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      StringBuilder cell = new StringBuilder();
      if (text.charAt(at) == '"') {
        for (at++; text.charAt(at) != '"' || text.startsWith("\"\"", at); at++) {
          cell.append(text.charAt(at));
          at += text.charAt(at) == '"' ? 1 : 0;
        }
        at++;
      } else {
        for (; ",\n".indexOf(text.charAt(at)) < 0; at++) {
          assertTrue(text.charAt(at) != '"' && text.charAt(at) != '\r', "a bare quote or CR");
          cell.append(text.charAt(at));
        }
      }
      row.add(cell.toString());
      if (text.charAt(at) == '\n') {
        rows.add(row);
        row = new ArrayList<>();
      } else {
        assertEquals(',', text.charAt(at));
      }
      at++;
    }
    return rows;
  }
}
