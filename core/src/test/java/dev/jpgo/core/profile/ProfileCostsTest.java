package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.classfile.MethodId;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Prints what dumps and merges cost, with the JDK's own names; speed is not asserted. */
@Tag("proof")
class ProfileCostsTest {
  private static final int METHODS = 100_000;

  @TempDir Path folder;

  @Test
  void aDumpOfAHundredThousandMethods() throws IOException {
    Profile profile = new Profile(List.of(ProfileFixtures.ORIGIN), methods(new Random(1), METHODS));
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

  @Test
  void mergingProfilesOfTenThousandMethods() throws IOException {
    Random random = new Random(2);
    List<ProfiledMethod> all = methods(random, 20_000);
    List<byte[]> files = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      List<ProfiledMethod> some = new ArrayList<>();
      for (int j = 0; j < 10_000; j++) {
        some.add(all.get((j * 2 + random.nextInt(2)) % all.size()));
      }
      files.add(ProfileFile.encode(new Profile(List.of(ProfileFixtures.ORIGIN), some)));
    }
    ProfileMerger merger = new ProfileMerger();
    Texts texts = new Texts();
    for (int round = 1; round <= 8; round++) {
      long start = System.nanoTime();
      for (byte[] file : files) {
        merger.add(ProfileFile.decode(file, texts), 1);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      print(
          "round %d: %.0f profiles a second on one thread, %d bytes each%n",
          round, files.size() / seconds, files.get(0).length);
    }
    assertEquals(400, merger.result().runs());
  }

  private static void print(String format, Object... arguments) {
    System.out.print(String.format(Locale.ROOT, format, arguments));
  }

  /** Methods of the JDK: a tenth of them with edges, a third of these with receivers. */
  private static List<ProfiledMethod> methods(Random random, int number) throws IOException {
    List<ProfiledMethod> methods = new ArrayList<>(number);
    FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
    try (Stream<Path> files = Files.walk(image.getPath("/modules"))) {
      Iterator<Path> each = files.filter(f -> f.toString().endsWith(".class")).iterator();
      while (methods.size() < number && each.hasNext()) {
        ClassNode node = new ClassNode();
        try (InputStream in = Files.newInputStream(each.next())) {
          new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
        for (MethodNode method : node.methods) {
          if ((method.access & Opcodes.ACC_ABSTRACT) == 0 && methods.size() < number) {
            methods.add(method(node, method, random));
          }
        }
      }
    }
    return methods;
  }

  private static ProfiledMethod method(ClassNode owner, MethodNode method, Random random) {
    boolean hot = random.nextInt(10) == 0;
    List<Long> edges = new ArrayList<>();
    for (int i = hot ? 1 + random.nextInt(20) : 0; i > 0; i--) {
      edges.add((long) random.nextInt(100_000));
    }
    Map<Integer, TypeHistogram> receivers =
        hot && random.nextInt(3) == 0
            ? Map.of(
                random.nextInt(50),
                new TypeHistogram(List.of(new TypeHistogram.Entry(owner.name, 900)), 1000))
            : Map.of();
    MethodProfile counts =
        new MethodProfile(
            new MethodId(owner.name, method.name, method.desc),
            hot ? random.nextLong() : 0,
            1 + (long) Math.exp(12 * random.nextDouble()),
            edges,
            0,
            receivers);
    return new ProfiledMethod(
        counts, "boot", hot ? 1 : 0, method.instructions.size() * 2, Optional.empty());
  }
}
