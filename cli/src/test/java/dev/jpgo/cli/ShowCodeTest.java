package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.classfile.CodeHash;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Bytecode with counts, of class files that are told to the command. */
class ShowCodeTest {
  private static final String OWNER = "dev/jpgo/cli/ShowCodeTest$Subject";

  /** What is profiled. */
  static final class Subject {
    private Subject() {}

    static int sum(int[] numbers) {
      int sum = 0;
      for (int number : numbers) {
        sum += number; // the line that is looked for
      }
      return sum;
    }
  }

  @TempDir Path folder;
  private Path file;
  private byte[] bytes = {};

  @BeforeEach
  void aProfileOfTheSubjectIsThere() throws IOException {
    file = folder.resolve("run.jpgo");
    try (InputStream in = ShowCodeTest.class.getResourceAsStream("/" + OWNER + ".class")) {
      bytes = Objects.requireNonNull(in).readAllBytes();
    }
    write(0);
  }

  /** Called 3 times, 100 times around; {@code otherCode} is added to the hash of its code. */
  private void write(long otherCode) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
    MethodNode method =
        node.methods.stream().filter(m -> m.name.equals("sum")).findFirst().orElseThrow();
    Cfg cfg = Cfg.of(method);
    List<Long> edges = new ArrayList<>();
    int header = cfg.blockAt(cfg.loopHeaders().get(0)).index();
    for (Edge edge : cfg.edges()) {
      boolean fallsIn = edge.from() == header && edge.to() == header + 1;
      boolean goesBack = edge.from() > header && edge.to() == header && edge.from() != cfg.root();
      edges.add(edge.kind() == Edge.Kind.OSR ? 0L : fallsIn || goesBack ? 100L : 3L);
    }
    SiteCounts values =
        new SiteCounts(
            SiteCounts.Kind.VALUE,
            2,
            new TypeHistogram(List.of(new TypeHistogram.Entry("17", 2)), 3));
    MethodProfile counts =
        new MethodProfile(
            new MethodId(OWNER, "sum", "([I)I"),
            CodeHash.of(method) + otherCode,
            3,
            edges,
            0,
            Map.of(),
            List.of(values));
    ProfileFile.write(
        file,
        new Profile(
            ProfileFixture.profile(1).origins(),
            List.of(new ProfiledMethod(counts, "app", 1, 30, Optional.empty()))));
  }

  @Test
  void aFolderWithClassesGivesInstructionsTheirCounts() throws IOException {
    check(folderWithClasses(), "");
  }

  @Test
  void soDoesAJar() throws IOException {
    Path jar = folder.resolve("app.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry(OWNER + ".class"));
      zip.write(bytes);
    }
    check(jar, "");
  }

  @Test
  void sourcesStandBesideTheirLines() throws IOException {
    Path sources = folder.resolve("src/dev/jpgo/cli");
    Files.createDirectories(sources);
    String before = "//\n".repeat(44);
    Files.writeString(
        sources.resolve("ShowCodeTest.java"), before + "  sum += number;\n".repeat(50));
    String out = check(folderWithClasses(), folder.resolve("src").toString());
    assertTrue(out.lines().anyMatch(line -> line.matches(" *// line \\d+: sum \\+= number;")), out);
  }

  @Test
  void otherCodeIsNotShown() throws IOException {
    write(1);
    String out =
        CommandRun.of("show", "--classes", folderWithClasses() + "", file.toString()).out();
    assertTrue(out.contains("no bytecode"), out);
    assertFalse(out.contains("iadd"), out);
  }

  @Test
  void valuesThatWereSeenAreInTextAndJson() throws IOException {
    String text = CommandRun.of("show", file.toString()).out();
    assertTrue(text.contains("value @2 x 3: 17 66.7%, others 33.3%"), text);
    CommandRun run =
        CommandRun.of(
            "show", "--json", "--bytecode", file.toString(), "--classes", "" + folderWithClasses());
    JsonNode json = new ObjectMapper().readTree(run.out());
    JsonNode site = json.at("/methods/0/sites/0");
    assertEquals("value", site.get("kind").asText());
    assertEquals(2, site.get("site").asInt());
    JsonNode code = json.at("/methods/0/code");
    assertTrue(code.size() > 10, run.out());
    assertEquals(3, code.at("/0/count").asLong());
    assertTrue(code.at("/0/line").asInt() > 0, run.out());
  }

  @Test
  void onlyMethodsThatRanOftenEnoughAreShown() {
    String three = CommandRun.of("show", "--at-least", "3", file.toString()).out();
    assertTrue(three.contains("Subject.sum"), three);
    String four = CommandRun.of("show", "--at-least", "4", file.toString()).out();
    assertFalse(four.contains("Subject.sum"), four);
  }

  @Test
  void placesThatAreNotThereAreExitCodeThree() {
    for (String option : new String[] {"--classes", "--source"}) {
      CommandRun run = CommandRun.of("show", option, folder + "/none", file.toString());
      assertEquals(ExitCode.BAD_FILE, run.exitCode());
      assertEquals(1, run.err().lines().count(), run.err());
    }
  }

  private Path folderWithClasses() throws IOException {
    Path classes = folder.resolve("classes");
    Path place = classes.resolve(OWNER + ".class");
    Files.createDirectories(Objects.requireNonNull(place.getParent()));
    Files.write(place, bytes);
    return classes;
  }

  private String check(Path classes, String source) {
    List<String> line = new ArrayList<>(List.of("show", "--classes", classes.toString()));
    if (!source.isEmpty()) {
      line.addAll(List.of("--source", source));
    }
    line.add(file.toString());
    CommandRun run = CommandRun.of(line.toArray(new String[0]));
    assertEquals(0, run.exitCode(), run.err());
    String out = run.out();
    assertTrue(out.lines().anyMatch(l -> l.matches(" +3 +0: iconst_0")), out);
    assertTrue(out.lines().anyMatch(l -> l.matches(" +100 +\\d+: iadd")), out);
    assertTrue(
        out.lines()
            .anyMatch(l -> l.matches(" +103 +\\d+: if_icmpge L\\d +// to \\d+ x 3; to \\d+ x 100")),
        out);
    assertTrue(out.lines().anyMatch(l -> l.matches(" +3 +\\d+: ireturn")), out);
    return out;
  }
}
