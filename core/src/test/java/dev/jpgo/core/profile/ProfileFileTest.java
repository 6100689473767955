package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.classfile.MethodId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileFileTest {
  @TempDir Path folder;

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    Path file = folder.resolve("run.jpgo");
    ProfileFile.write(file, ProfileFixtures.rich());
    Profile read = ProfileFile.read(file);
    assertEquals(List.of(ProfileFixtures.ORIGIN), read.origins());
    assertEquals(new HashSet<>(ProfileFixtures.rich().methods()), new HashSet<>(read.methods()));
  }

  @Test
  void anEmptyProfileIsReadBack() throws IOException {
    assertEquals(
        ProfileFixtures.empty(), ProfileFile.decode(ProfileFile.encode(ProfileFixtures.empty())));
  }

  @Test
  void equalProfilesAreEqualBytesWhateverTheOrderOfMethods() {
    byte[] expected = ProfileFile.encode(ProfileFixtures.rich());
    List<ProfiledMethod> shuffled = new ArrayList<>(ProfileFixtures.rich().methods());
    Random random = new Random(7);
    for (int round = 0; round < 20; round++) {
      Collections.shuffle(shuffled, random);
      assertArrayEquals(
          expected, ProfileFile.encode(new Profile(List.of(ProfileFixtures.ORIGIN), shuffled)));
    }
  }

  @Test
  void negativeCountsAreWrittenAsZero() throws IOException {
    MethodProfile racing =
        new MethodProfile(new MethodId("A", "m", "()V"), 1, -4, List.of(-1L, 6L), 0, Map.of());
    Profile profile =
        new Profile(
            List.of(ProfileFixtures.ORIGIN),
            List.of(new ProfiledMethod(racing, "app", 1, 9, Optional.empty())));
    MethodProfile read = ProfileFile.decode(ProfileFile.encode(profile)).methods().get(0).counts();
    assertEquals(0, read.calls());
    assertEquals(List.of(0L, 6L), read.edges());
  }

  @Test
  void aDecisionTreeThatIsTooDeepIsCutAndStillRead() throws IOException {
    MethodId method = new MethodId("A", "m", "()V");
    List<InlineDecision> inner = List.of();
    for (int i = 0; i < InlineDecision.MAX_DEPTH + 10; i++) {
      inner = List.of(new InlineDecision(0, 0, method, true, "small", i, inner));
    }
    CompiledMethod compiled = new CompiledMethod(1, 1, inner, Optional.empty());
    MethodProfile counts = new MethodProfile(method, 1, 1, List.of(), 0, Map.of());
    Profile profile =
        new Profile(
            List.of(ProfileFixtures.ORIGIN),
            List.of(new ProfiledMethod(counts, "app", 2, 1, Optional.of(compiled))));
    Profile read = ProfileFile.decode(ProfileFile.encode(profile));
    int depth = 0;
    List<InlineDecision> level = read.methods().get(0).compiled().orElseThrow().decisions();
    for (; !level.isEmpty(); level = level.get(0).inner()) {
      depth++;
    }
    assertEquals(InlineDecision.MAX_DEPTH, depth);
  }

  /**
   * Golden files of every format: whoever changes one breaks the promise that they stay readable.
   */
  @Test
  void aFileOfEachFormatIsReadForGood() throws IOException {
    for (int format = 1; format <= ProfileEnvelope.FORMAT; format++) {
      Profile read = ProfileFile.decode(golden(format));
      assertEquals(List.of(ProfileFixtures.ORIGIN), read.origins());
      Profile expected = format == 1 ? ProfileFixtures.ofFormatOne() : ProfileFixtures.rich();
      assertEquals(new HashSet<>(expected.methods()), new HashSet<>(read.methods()));
    }
  }

  /** Compressed bytes may change with the JVM's zlib, so what they hold is compared. */
  @Test
  void theGoldenFileOfThisFormatIsWhatIsWritten() throws IOException {
    assertArrayEquals(
        ProfileEnvelope.unwrap(golden(ProfileEnvelope.FORMAT)),
        ProfileEnvelope.unwrap(ProfileFile.encode(ProfileFixtures.rich())));
  }

  @Test
  void anyToolThatKnowsGzipUnpacksIt() throws IOException {
    byte[] file = ProfileFile.encode(ProfileFixtures.rich());
    byte[] content = new GZIPInputStream(new ByteArrayInputStream(file)).readAllBytes();
    assertArrayEquals(ProfileEnvelope.unwrap(file), content);
  }

  @Test
  void ofManyClassesAtASiteTheMostFrequentAreKeptAndTheTotalCountsAll() throws IOException {
    List<TypeHistogram.Entry> entries = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      entries.add(new TypeHistogram.Entry("p/T" + i, i));
    }
    MethodProfile counts =
        new MethodProfile(
            new MethodId("A", "m", "()V"),
            1,
            1,
            List.of(1L),
            0,
            Map.of(3, new TypeHistogram(entries, 5050)));
    Profile profile =
        new Profile(List.of(), List.of(new ProfiledMethod(counts, "app", 1, 9, Optional.empty())));
    Profile read = ProfileFile.decode(ProfileFile.encode(profile));
    TypeHistogram kept = read.methods().get(0).counts().receivers().get(3);
    assertEquals(64, kept.entries().size());
    assertEquals(new TypeHistogram.Entry("p/T100", 100), kept.entries().get(0));
    assertEquals(5050, kept.total());
  }

  private static byte[] golden(int format) throws IOException {
    String name = "format-" + format + ".jpgo";
    try (InputStream in = ProfileFileTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }

  @Test
  void writingReplacesTheOldFileAndLeavesNoTemporary() throws IOException {
    Path file = folder.resolve("run.jpgo");
    ProfileFile.write(file, ProfileFixtures.empty());
    ProfileFile.write(file, ProfileFixtures.rich());
    assertEquals(23, ProfileFile.read(file).methods().size());
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(file), left.toList());
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsAnIoErrorAndLeavesNothing() throws IOException {
    Path missing = folder.resolve("nowhere").resolve("run.jpgo");
    assertThrows(IOException.class, () -> ProfileFile.write(missing, ProfileFixtures.rich()));
    assertFalse(Files.exists(missing.getParent()));
    assertThrows(IOException.class, () -> ProfileFile.write(folder, ProfileFixtures.rich()));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void aLinkStaysALinkAndItsTargetIsReplaced() throws IOException {
    Path target = folder.resolve("target.jpgo");
    ProfileFile.write(target, ProfileFixtures.empty());
    Path link = Files.createSymbolicLink(folder.resolve("link.jpgo"), target);
    ProfileFile.write(link, ProfileFixtures.rich());
    assertTrue(Files.isSymbolicLink(link));
    assertEquals(23, ProfileFile.read(target).methods().size());
  }
}
