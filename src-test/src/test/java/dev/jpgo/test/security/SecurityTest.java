package dev.jpgo.test.security;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.programs.Secretive;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassReader;

/** Files, sockets and formats as an auditor would look at them. */
class SecurityTest {
  private static final String EAGER =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "jdk=off";

  /** JVMS table 4.4-A. */
  private static final int CONSTANT_CLASS = 7;

  /** What opens sockets or turns bytes into objects of any class. */
  private static final List<String> DANGEROUS =
      List.of(
          "java/io/ObjectInputStream",
          "java/beans/XMLDecoder",
          "java/net/ServerSocket",
          "java/net/Socket",
          "java/net/DatagramSocket",
          "java/nio/channels/ServerSocketChannel",
          "java/nio/channels/SocketChannel",
          "java/rmi/",
          "javax/management/remote/");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  @EnabledOnOs(OS.LINUX)
  void noSocketIsOpenedAndNothingThatTheProgramHandlesIsWritten(Vm vm) throws IOException {
    Path out = folder.resolve("run.jpgo");
    Path stats = folder.resolve("stats.json");
    Path decisions = folder.resolve("decisions.txt");
    String files = ",out=" + out + ",stats=" + stats + ",decisions=" + decisions;
    String argument = "argument " + Secretive.SECRET;
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Secretive.class, argument);
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm).withAgent(EAGER + files + ",log=debug").run(Secretive.class, argument);
    assertAll(
        () -> assertEquals(plain.out(), tiered.out()),
        () -> assertTrue(plain.out().endsWith("0 sockets\n"), plain.out()),
        () -> assertFalse(tiered.err().contains(Secretive.SECRET)),
        () -> assertFalse(unpacked(out).contains(Secretive.SECRET)),
        () -> assertTrue(unpacked(out).contains(Secretive.class.getSimpleName()), "it is in there"),
        () -> assertFalse(text(stats).contains(Secretive.SECRET)),
        () -> assertFalse(text(decisions).contains(Secretive.SECRET)),
        () -> assertTrue(text(decisions).contains("Secretive.use"), "it was decided upon"));
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void filesHaveThePermissionsThatTheUserGivesToFiles() throws IOException {
    for (String mask : List.of("027", "077", "022")) {
      Path run = Files.createDirectory(folder.resolve(mask));
      ForkedJvm.on(Vm.JDK17_INT)
          .through("sh", "-c", "umask " + mask + " && : > " + run + "/plain && exec \"$@\"", "sh")
          .withAgent("out=" + run + "/out,stats=" + run + "/stats,decisions=" + run + "/decisions")
          .run(Secretive.class, "");
      String plain = permissions(run.resolve("plain"));
      for (String each : List.of("out", "stats", "decisions")) {
        assertEquals(plain, permissions(run.resolve(each)), each + " under umask " + mask);
      }
    }
  }

  @Test
  void neitherTheAgentNorTheCommandDeserializesOrListens() throws IOException {
    Path root = ForkedJvm.projectRoot();
    List<String> found = new ArrayList<>();
    Set<String> seen = new TreeSet<>();
    int looked = 0;
    for (Path jar : List.of(ForkedJvm.agentJar(), root.resolve("cli/target/jpgo.jar"))) {
      try (JarFile classes = new JarFile(jar.toFile())) {
        for (JarEntry each : classes.stream().filter(SecurityTest::isOurs).toList()) {
          looked++;
          Set<String> named = classesNamed(classes, each);
          seen.addAll(named);
          for (String name : named) {
            if (DANGEROUS.stream().anyMatch(it -> isOrIsIn(name, it))) {
              found.add(each.getName() + " uses " + name);
            }
          }
        }
      }
    }
    assertEquals(List.of(), found);
    assertTrue(looked > 400, looked + " classes");
    assertTrue(seen.contains("java/lang/instrument/Instrumentation"), "names are read at all");
  }

  private static boolean isOurs(JarEntry entry) {
    boolean code = entry.getName().endsWith(".class") || entry.getName().endsWith(".classdata");
    return code && (entry.getName().contains("jpgo") || entry.getName().contains("Jpgo"));
  }

  /** What code can use, unlike texts that only read like a class (what may not be inlined). */
  private static Set<String> classesNamed(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      ClassReader reader = new ClassReader(in);
      char[] buffer = new char[reader.getMaxStringLength()];
      Set<String> names = new TreeSet<>();
      for (int index = 1; index < reader.getItemCount(); index++) {
        int offset = reader.getItem(index);
        if (offset > 0 && reader.readByte(offset - 1) == CONSTANT_CLASS) {
          names.add(reader.readUTF8(offset, buffer));
        }
      }
      return names;
    }
  }

  private static boolean isOrIsIn(String className, String dangerous) {
    return dangerous.endsWith("/") ? className.startsWith(dangerous) : className.equals(dangerous);
  }

  /** What is compressed would hide what it holds. */
  private static String unpacked(Path profile) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(profile))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Set.copyOf(Files.getPosixFilePermissions(file)));
  }
}
