package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.classfile.MethodId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileFileTest {
  @TempDir Path folder;

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    Path file = folder.resolve("run.jpgo");
    ProfileFile.write(file, ProfileFixtures.rich());
    Profile read = ProfileFile.read(file);
    assertEquals(ProfileFixtures.HEADER, read.header());
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
          expected, ProfileFile.encode(new Profile(ProfileFixtures.HEADER, shuffled)));
    }
  }

  @Test
  void negativeCountsAreWrittenAsZero() throws IOException {
    MethodProfile racing =
        new MethodProfile(new MethodId("A", "m", "()V"), 1, -4, List.of(-1L, 6L), 0, Map.of());
    Profile profile =
        new Profile(
            ProfileFixtures.HEADER,
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
            ProfileFixtures.HEADER,
            List.of(new ProfiledMethod(counts, "app", 2, 1, Optional.of(compiled))));
    Profile read = ProfileFile.decode(ProfileFile.encode(profile));
    int depth = 0;
    List<InlineDecision> level = read.methods().get(0).compiled().orElseThrow().decisions();
    for (; !level.isEmpty(); level = level.get(0).inner()) {
      depth++;
    }
    assertEquals(InlineDecision.MAX_DEPTH, depth);
  }

  @Test
  void writingReplacesTheOldFileAndLeavesNoTemporary() throws IOException {
    Path file = folder.resolve("run.jpgo");
    ProfileFile.write(file, ProfileFixtures.empty());
    ProfileFile.write(file, ProfileFixtures.rich());
    assertEquals(22, ProfileFile.read(file).methods().size());
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
    assertEquals(22, ProfileFile.read(target).methods().size());
  }
}
