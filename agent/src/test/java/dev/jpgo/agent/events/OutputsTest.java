package dev.jpgo.agent.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class OutputsTest {
  @TempDir Path folder;

  @Test
  void aLinkStaysAndItsFileIsWritten() throws IOException {
    Path real = Files.writeString(folder.resolve("real"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("real"));
    Outputs.write(link, "new");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(real));
    assertEquals(2, Files.list(folder).count());
  }

  @Test
  void aLinkToWhereNothingIsYetStays() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("real"));
    Outputs.write(link, "new");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(folder.resolve("real")));
  }

  @Test
  void linksInACircleAreNotFollowedForEver() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("link"));
    assertThrows(FileSystemLoopException.class, () -> Outputs.write(link, "new"));
  }

  @Test
  void whatAProcessHasOpenIsAddedTo() throws IOException {
    Path open = Files.writeString(folder.resolve("open"), "first ");
    Path link = folder.resolve("link");
    try (RandomAccessFile held = new RandomAccessFile(open.toFile(), "rw")) {
      Files.createSymbolicLink(link, descriptor(open));
      Outputs.write(link, "second");
      assertEquals("first second", Files.readString(open));
      held.setLength(0);
      ProfileFile.write(link, new Profile(List.of(), List.of()));
      assertTrue(held.length() > 0);
    }
    assertEquals(2, Files.list(folder).count());
  }

  /** This process's descriptor of a file that it has open. */
  private static Path descriptor(Path open) throws IOException {
    try (var all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        if (Files.exists(each) && Files.isSameFile(each, open)) {
          return each;
        }
      }
    }
    throw new IOException(open + " is not open");
  }
}
