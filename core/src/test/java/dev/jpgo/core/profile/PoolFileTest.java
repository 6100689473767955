package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolFileTest {
  private static final Profile RUN = ProfileFixtures.rich();

  @TempDir Path folder;
  private Path file;
  private PoolFile pool;

  @BeforeEach
  void aPoolHasItsPlace() throws IOException {
    file = folder.resolve("pool.jpgo");
    pool = new PoolFile(file);
  }

  @Test
  void whatIsAbsorbedAddsUp() throws IOException {
    pool.absorb(RUN);
    pool.absorb(RUN);
    assertEquals(ProfileMerger.merge(RUN, RUN), ProfileFile.read(file));
  }

  @Test
  void partsAreTakenOverAndDeleted() throws IOException {
    pool.leave(RUN, "a");
    pool.leave(RUN, "b");
    assertEquals(2, pool.absorb(RUN).parts());
    assertEquals(List.of(), pool.parts());
    assertEquals(3, ProfileFile.read(file).runs());
  }

  /** As after a process that was killed between its rename and its deletions. */
  @Test
  void aPartThatIsInTheFileAlreadyIsNotCountedAgain() throws IOException {
    Path part = pool.leave(RUN, "a");
    byte[] bytes = Files.readAllBytes(part);
    pool.absorb(RUN);
    Files.write(part, bytes);
    assertEquals(2, pool.total().runs());
    assertEquals(0, pool.absorb(RUN).parts());
    assertFalse(Files.exists(part));
    assertEquals(3, pool.total().runs());
    pool.leave(RUN, "a");
    pool.absorb(RUN);
    assertEquals(5, pool.total().runs());
  }

  @Test
  void aDamagedPartStaysAndTheRestGoesOn() throws IOException {
    Path part = pool.leave(RUN, "a");
    Files.writeString(part, "nonsense");
    pool.leave(RUN, "b");
    PoolFile.Outcome outcome = pool.absorb(RUN);
    assertEquals(1, outcome.parts());
    assertEquals(1, outcome.damaged().size());
    assertTrue(outcome.damaged().get(0).startsWith(part + ": no jpgo profile"));
    assertEquals(List.of(part), pool.parts());
  }

  @Test
  void aHalfWrittenTemporaryIsNoObstacle() throws IOException {
    pool.absorb(RUN);
    Files.writeString(folder.resolve("pool.jpgo.merging"), "half");
    pool.absorb(RUN);
    assertEquals(2, pool.total().runs());
  }

  @Test
  void whatAKilledProcessLeftIsClearedAwayAfterAnHour() throws IOException {
    Path old = Files.writeString(folder.resolve("pool.jpgo.1-a.tmp"), "half");
    Path fresh = Files.writeString(folder.resolve("pool.jpgo.2-b.tmp"), "half");
    Path other = Files.writeString(folder.resolve("other.jpgo.3-c.tmp"), "half");
    Files.setLastModifiedTime(old, FileTime.fromMillis(0));
    Files.setLastModifiedTime(other, FileTime.fromMillis(0));
    pool.absorb(RUN);
    assertFalse(Files.exists(old));
    assertTrue(Files.exists(fresh));
    assertTrue(Files.exists(other));
  }

  /** A failure after the counts are in the file would have the caller leave them beside it, too. */
  @Test
  void whatCannotBeClearedAwayFailsNothing() throws IOException {
    Path full = Files.createDirectory(folder.resolve("pool.jpgo.1-a.tmp"));
    Files.writeString(full.resolve("a"), "a");
    Files.setLastModifiedTime(full, FileTime.fromMillis(0));
    pool.absorb(RUN);
    assertTrue(Files.exists(full));
    assertEquals(1, pool.total().runs());
  }

  @Test
  void itKnowsWhatItTakesInMemory() throws IOException {
    assertEquals(0, pool.contentBytes());
    pool.absorb(RUN);
    long one = pool.contentBytes();
    assertEquals(ProfileEnvelope.unwrap(Files.readAllBytes(file)).length, one);
    pool.leave(RUN, "a");
    assertEquals(2 * one, pool.contentBytes());
  }

  /** Its last four bytes are no length then, and may look like that of more than any heap holds. */
  @Test
  void aFileThatIsCutOffTakesNoMoreThanItHas() throws IOException {
    byte[] whole = ProfileFile.encode(RUN);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertEquals(length, pool.contentBytes());
    }
  }
}
