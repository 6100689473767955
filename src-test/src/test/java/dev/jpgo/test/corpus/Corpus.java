package dev.jpgo.test.corpus;

import dev.jpgo.test.vm.ForkedJvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A module of a JDK, or a jar that the build copied from the repository. */
final class Corpus {
  /** Takes one class file. */
  interface ClassFileConsumer {
    void accept(String internalName, byte[] classFile) throws IOException;
  }

  private static final String SUFFIX = ".class";

  private final String name;
  private final URI fileSystem;
  private final Map<String, String> environment;
  private final String root;

  private Corpus(String name, URI fileSystem, Map<String, String> environment, String root) {
    this.name = name;
    this.fileSystem = fileSystem;
    this.environment = environment;
    this.root = root;
  }

  /** The base module of the JDK at this place. */
  static Corpus javaBase(Path javaHome) {
    return module(javaHome, "java.base");
  }

  /** A module of the JDK at this place. */
  static Corpus module(Path javaHome, String name) {
    return new Corpus(
        name, URI.create("jrt:/"), Map.of("java.home", javaHome.toString()), "/modules/" + name);
  }

  /** A jar. Classes for later versions of Java in it are left out. */
  static Corpus jar(Path jar) {
    return new Corpus(
        String.valueOf(jar.getFileName()), URI.create("jar:" + jar.toUri()), Map.of(), "/");
  }

  /** The jars that the build copied: see {@code corpus} in the module's pom. */
  static List<Path> jars() throws IOException {
    Path folder = ForkedJvm.projectRoot().resolve("src-test/target/corpus");
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  String name() {
    return name;
  }

  /** Hands over every class file, in the order of their names. */
  void forEach(ClassFileConsumer consumer) throws IOException {
    try (FileSystem files = FileSystems.newFileSystem(fileSystem, environment)) {
      Path top = files.getPath(root);
      List<Path> classFiles;
      try (Stream<Path> all = Files.walk(top)) {
        classFiles = all.filter(Corpus::isWanted).sorted().toList();
      }
      for (Path file : classFiles) {
        String path = top.relativize(file).toString();
        consumer.accept(
            path.substring(0, path.length() - SUFFIX.length()), Files.readAllBytes(file));
      }
    }
  }

  private static boolean isWanted(Path file) {
    String path = file.toString();
    return path.endsWith(SUFFIX)
        && !path.endsWith("module-info.class")
        && !path.startsWith("/META-INF/");
  }
}
