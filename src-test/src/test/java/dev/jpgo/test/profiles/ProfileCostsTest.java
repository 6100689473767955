package dev.jpgo.test.profiles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.test.vm.ForkedJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prints what dumps and merges cost, with the JDK's own names; speed is not asserted. */
@Tag("proof")
class ProfileCostsTest {
  private static final int METHODS = 100_000;

  @TempDir Path folder;

  @Test
  void aDumpOfAHundredThousandMethods() throws IOException {
    Profile profile = JdkProfiles.of(JdkProfiles.methods(new Random(1), METHODS));
    Path file = folder.resolve("large.jpgo");
    for (int round = 1; round <= 8; round++) {
      long start = System.nanoTime();
      ProfileFile.write(file, profile);
      double write = (System.nanoTime() - start) / 1e6;
      start = System.nanoTime();
      assertEquals(METHODS, ProfileFile.read(file).methods().size());
      print(
          "round %d: write %.0f ms, read %.0f ms, %.1f bytes a method%n",
          round, write, (System.nanoTime() - start) / 1e6, (double) Files.size(file) / METHODS);
    }
  }

  /**
   * The command as its users start it, on profiles of 10,000 methods, no two of them alike. {@code
   * -Dprofiles=N} for other numbers than 2,000; {@code -Dprofiles.folder=DIR} keeps them.
   */
  @Test
  void mergingProfilesOfTenThousandMethods() throws Exception {
    int number = Integer.getInteger("profiles", 2000);
    Path place = Path.of(System.getProperty("profiles.folder", folder.toString()));
    List<String> files = write(place, number);
    for (int round = 1; round <= 3; round++) {
      merge(place.resolve("all.jpgo"), "2", files);
    }
    merge(place.resolve("one.jpgo"), "1", files);
    assertArrayEquals(
        Files.readAllBytes(place.resolve("one.jpgo")),
        Files.readAllBytes(place.resolve("all.jpgo")));
    assertEquals(number, ProfileFile.read(place.resolve("all.jpgo")).runs());
  }

  private static List<String> write(Path place, int number) throws IOException {
    Random random = new Random(2);
    List<ProfiledMethod> all = JdkProfiles.methods(random, 20_000);
    List<String> files = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Path file = place.resolve("run-" + i + ".jpgo");
      Files.write(file, ProfileFile.encode(JdkProfiles.half(all, random)));
      files.add(file.toString());
    }
    print(
        "%d profiles, the last of %d bytes%n", number, Files.size(Path.of(files.get(number - 1))));
    return files;
  }

  private static void merge(Path to, String threads, List<String> files) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(ForkedJvm.projectRoot().resolve("jpgo").toString());
    line.addAll(List.of("merge", "-o", to.toString(), "--threads", threads));
    line.addAll(files);
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("JDK_JAVA_OPTIONS", "-Xmx1g");
    long start = System.nanoTime();
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    double seconds = (System.nanoTime() - start) / 1e9;
    print("%s threads: %.1f s, %.0f profiles a second%n", threads, seconds, files.size() / seconds);
  }

  private static void print(String format, Object... arguments) {
    System.out.print(String.format(Locale.ROOT, format, arguments));
  }
}
