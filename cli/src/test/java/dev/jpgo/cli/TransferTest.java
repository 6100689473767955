package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles in other formats, read by the formats' own readers where there are such. */
class TransferTest {
  @TempDir Path folder;
  private String file;
  private Path out;

  @BeforeEach
  void aProfileIsThere() throws IOException {
    file = ProfileFixture.write(folder.resolve("run.jpgo"), 3);
    out = folder.resolve("out");
  }

  @Test
  void foldedStacksAreFramesAndACount() throws IOException {
    assertEquals(
        List.of(
            "shop.Cart.total 100",
            "shop.Cart.total;shop.Book.price 70",
            "shop.Cart.total;shop.Book.price;shop.Tax.of 70",
            "shop.Main.main 3"),
        Files.readAllLines(export("folded")));
  }

  @Test
  void csvHasALineForEachMethod() throws IOException {
    List<String> lines = Files.readAllLines(export("csv"));
    assertEquals(
        "shop.Cart,total,(I)I,app,0000000000000007,2,100,40,52", lines.get(1), lines.toString());
    assertEquals(3, lines.size());
  }

  @Test
  void sitesHasALineForEachThingThatWasSeen() throws IOException {
    ProfileFile.write(Path.of(file), ProfileFixture.testing("shop/Book", "[Lshop/Toy;"));
    String total = "shop.Cart,total,(I)I,app,0000000000000007,";
    assertEquals(
        List.of(
            "class,method,descriptor,loader,codeHash,kind,site,total,seen,count",
            total + "call,7,100,shop.Book,70",
            total + "call,7,100,,30",
            total + "type test,3,100,[Lshop.Toy;,33",
            total + "type test,3,100,shop.Book,33",
            total + "type test,3,100,,34",
            total + "value,5,6,42,6"),
        Files.readAllLines(export("sites")));
  }

  @Test
  void lcovHasLinesWithTheirCounts() throws IOException {
    String text = Files.readString(export("lcov"));
    String expected =
        """
        TN:
        SF:shop/Cart.java
        FN:39,shop.Cart.total(I)I
        FNDA:100,shop.Cart.total(I)I
        FNF:1
        FNH:1
        DA:39,90
        DA:40,90
        LF:2
        LH:2
        end_of_record
        """;
    assertEquals(expected, text);
  }

  /** Decisions about calls in inlined code had lines of other methods in files of before. */
  @Test
  void lcovHasAMethodBeginWithItsCode() throws IOException {
    decided(new InlineDecision(9, 4, price("get"), true, "a loop", 5, List.of()));
    List<String> lines = Files.readAllLines(export("lcov"));
    assertTrue(lines.contains("FN:39,shop.Cart.total(I)I"), lines::toString);
  }

  @Test
  void twoDecisionsAboutOneCallAreOneStack() throws IOException {
    decided(
        new InlineDecision(7, 40, price("iterator"), true, "a loop, by index", 60, List.of()),
        new InlineDecision(7, 40, price("iterator"), false, "not accessible", 70, List.of()),
        new InlineDecision(8, 40, price("iterator"), false, "not accessible", 20, List.of()));
    assertEquals(
        List.of(
            "shop.Cart.total 100",
            "shop.Cart.total;shop.Book.iterator 70",
            "shop.Cart.total;shop.Book.iterator 20",
            "shop.Main.main 3"),
        Files.readAllLines(export("folded")));
  }

  private static MethodId price(String name) {
    return new MethodId("shop/Book", name, "()I");
  }

  /** Writes the profile with other decisions in the method that has some. */
  private void decided(InlineDecision... decisions) throws IOException {
    Profile profile = ProfileFixture.profile(3);
    List<ProfiledMethod> methods = new ArrayList<>();
    for (ProfiledMethod each : profile.methods()) {
      Optional<CompiledMethod> compiled =
          each.compiled()
              .map(
                  code ->
                      new CompiledMethod(
                          code.codeBytesBefore(),
                          code.codeBytesAfter(),
                          List.of(decisions),
                          code.text()));
      methods.add(
          new ProfiledMethod(
              each.counts(), each.loader(), each.tier(), each.codeBytes(), compiled, List.of()));
    }
    ProfileFile.write(Path.of(file), new Profile(profile.origins(), methods));
  }

  @Test
  void theJdksReaderReadsTheFlightRecording() throws IOException {
    List<RecordedEvent> events = RecordingFile.readAllEvents(export("jfr"));
    List<String> methods =
        events.stream()
            .filter(e -> e.getEventType().getName().equals("jpgo.Method"))
            .map(e -> e.getString("className") + "." + e.getString("methodName"))
            .toList();
    assertEquals(List.of("shop.Cart.total", "shop.Main.main"), methods);
  }

  @Test
  void whatIsExportedToPprofIsImportedAgainByItsRunningMethods() throws IOException {
    Path pprof = export("pprof");
    Path back = folder.resolve("back.jpgo");
    CommandRun run =
        CommandRun.of("import", "--format", "pprof", "-o", back.toString(), pprof.toString());
    assertEquals(0, run.exitCode(), run.err());
    assertEquals(
        "shop.Book.price 70, shop.Cart.total 100, shop.Main.main 3, shop.Tax.of 70",
        names(ProfileFile.read(back)));
    String shown = CommandRun.of("show", back.toString()).out();
    assertTrue(
        shown.startsWith(
            "(program not known), phase samples\nagent imported from pprof\nran 0.0 s\n"),
        shown);
  }

  @Test
  void samplesOfAFlightRecordingBecomeHotMethods() throws Exception {
    Path recorded = folder.resolve("samples.jfr");
    long sum = 0;
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ExecutionSample").withPeriod(java.time.Duration.ofMillis(1));
      recording.start();
      for (int round = 0; round < 300; round++) {
        for (int i = 0; i < 1_000_000; i++) {
          sum = sum * 31 + i;
        }
      }
      recording.stop();
      recording.dump(recorded);
    }
    Path back = folder.resolve("back.jpgo");
    CommandRun run =
        CommandRun.of("import", "--format", "jfr", "-o", back.toString(), recorded.toString());
    Assumptions.assumeFalse(run.err().contains("no samples"), "the JVM took no sample, sum " + sum);
    assertEquals(0, run.exitCode(), run.err());
    Profile profile = ProfileFile.read(back);
    assertEquals("samples", profile.origins().get(0).phase());
    assertTrue(names(profile).contains("TransferTest"), names(profile));
  }

  @Test
  void whatCannotBeImportedIsExitCodeThree() throws IOException {
    for (String format : new String[] {"jfr", "pprof"}) {
      CommandRun run = CommandRun.of("import", "--format", format, "-o", out.toString(), file);
      assertEquals(ExitCode.BAD_FILE, run.exitCode());
      assertTrue(
          run.err().startsWith("jpgo: " + file + ": no " + format + " profile: "), run.err());
      assertEquals(1, run.err().lines().count(), run.err());
    }
    CommandRun run = CommandRun.of("export", "--format", "xml", "-o", out.toString(), file);
    assertEquals(ExitCode.USAGE, run.exitCode());
    assertEquals(
        "jpgo: --format xml is not allowed: pprof, folded, lcov, jfr, csv, sites\n", run.err());
  }

  @Test
  void aDroppedClassIsNamedNowhere() throws IOException {
    CommandRun run =
        CommandRun.of("filter", "--drop", "shop.Book", "--drop", "shop.Main", "-o", out + "", file);
    assertEquals(0, run.exitCode(), run.err());
    Profile left = ProfileFile.read(out);
    assertEquals("shop.Cart.total 100", names(left));
    assertFalse(left.toString().contains("shop/Book"), left.toString());
    assertEquals(100, left.methods().get(0).counts().receivers().get(7).total());
  }

  @Test
  void aDroppedClassIsNotNamedWhereItWasTestedFor() throws IOException {
    ProfileFile.write(
        Path.of(file), ProfileFixture.testing("shop/Book", "[[Lshop/Book;", "[I", "shop/Toy"));
    CommandRun run = CommandRun.of("filter", "--drop", "shop.Book", "-o", out.toString(), file);
    assertEquals(0, run.exitCode(), run.err());
    Profile left = ProfileFile.read(out);
    assertFalse(left.toString().contains("shop/Book"), left.toString());
    List<SiteCounts> sites = total(left).counts().sites();
    assertEquals(2, sites.size());
    assertEquals(100, sites.get(0).seen().total());
    assertEquals(
        Set.of("[I", "shop/Toy"),
        sites.get(0).seen().entries().stream()
            .map(TypeHistogram.Entry::className)
            .collect(Collectors.toSet()));
  }

  @Test
  void strippingLeavesTypeTestsAlone() throws IOException {
    ProfileFile.write(Path.of(file), ProfileFixture.testing("shop/Book", "shop/Toy"));
    List<SiteCounts> before = total(ProfileFile.read(Path.of(file))).counts().sites();
    CommandRun run = CommandRun.of("strip", "-o", out.toString(), file);
    assertEquals(0, run.exitCode(), run.err());
    assertEquals(before, total(ProfileFile.read(out)).counts().sites());
  }

  private static ProfiledMethod total(Profile profile) {
    return profile.methods().stream()
        .filter(method -> method.counts().method().name().equals("total"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void keepingKeepsNothingElse() throws IOException {
    CommandRun.of("filter", "--keep", "shop.M*", "-o", out.toString(), file);
    assertEquals("shop.Main.main 3", names(ProfileFile.read(out)));
    assertEquals(ExitCode.USAGE, CommandRun.of("filter", "-o", out + "", file).exitCode());
  }

  /** Files may be called as the commands are. */
  @Test
  void onlyTheNameOfTheCommandSaysToStrip() {
    CommandRun filter = CommandRun.of("filter", "-o", out.toString(), "strip");
    assertEquals("jpgo: filter needs --keep, --drop or --no-code\n", filter.err());
    CommandRun strip = CommandRun.of("strip", "-o", out.toString(), "filter");
    assertEquals("jpgo: there is no file filter\n", strip.err());
  }

  @Test
  void strippingLeavesCountsAlone() throws IOException {
    CommandRun run = CommandRun.of("strip", "-o", out.toString(), file);
    assertEquals(0, run.exitCode(), run.err());
    Profile left = ProfileFile.read(out);
    assertEquals("shop.Cart.total 100, shop.Main.main 3", names(left));
    assertTrue(left.methods().get(0).compiled().isEmpty());
  }

  @Test
  void showKnowsClassesCutoffsAndBytecode() {
    String classes = CommandRun.of("show", "--by-class", file).out();
    assertTrue(classes.contains("           100        1  shop.Cart\n"), classes);
    String cutoffs = CommandRun.of("show", "--cutoffs", file).out();
    assertTrue(cutoffs.contains("      50.00%           1             100\n"), cutoffs);
    String bytecode = CommandRun.of("show", "--bytecode", file).out();
    assertTrue(
        bytecode.contains(
            "  7: invokevirtual x   // shop.Book 70.0%, others 30.0%; inlined, one target, 70 times"),
        bytecode);
    String json = CommandRun.of("show", "--json", "--cutoffs", "--by-class", file).out();
    assertTrue(json.contains("\"callsAtLeast\" : 100"), json);
    assertTrue(json.contains("\"class\" : \"shop.Cart\""), json);
  }

  private Path export(String format) {
    CommandRun run = CommandRun.of("export", "--format", format, "-o", out.toString(), file);
    assertEquals(0, run.exitCode(), run.err());
    return out;
  }

  private static String names(Profile profile) {
    return profile.methods().stream()
        .map(TransferTest::name)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String name(ProfiledMethod method) {
    String owner = method.counts().method().owner().replace('/', '.');
    return owner + "." + method.counts().method().name() + " " + method.counts().calls();
  }
}
