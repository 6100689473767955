package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Class files by name: from jars and folders, and those of the JDK that runs the command. */
final class ClassFiles {
  private final List<Path> places;

  /**
   * @throws CliException when one of the places does not exist
   */
  ClassFiles(List<Path> places) {
    for (Path place : places) {
      if (!Files.exists(place)) {
        throw new CliException(ExitCode.BAD_FILE, "there is no " + place);
      }
    }
    this.places = List.copyOf(places);
  }

  /**
   * All files of a class, in the order of the places, the JDK's last.
   *
   * @param owner internal name
   */
  List<byte[]> find(String owner) {
    List<byte[]> found = new ArrayList<>();
    for (Path place : places) {
      try {
        (Files.isDirectory(place)
                ? file(place.resolve(owner + ".class"))
                : entry(place, owner + ".class"))
            .ifPresent(found::add);
      } catch (IOException e) {
        throw new CliException(ExitCode.BAD_FILE, "cannot read " + place + ": " + e.getMessage());
      }
    }
    jdk(owner).ifPresent(found::add);
    return found;
  }

  private static Optional<byte[]> file(Path file) throws IOException {
    return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
  }

  private static Optional<byte[]> entry(Path jar, String name) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(name);
      if (entry == null) {
        return Optional.empty();
      }
      try (InputStream in = zip.getInputStream(entry)) {
        return Optional.of(in.readAllBytes());
      }
    }
  }

  /** Packages know their modules there; what is not to be had is as good as not there. */
  private static Optional<byte[]> jdk(String owner) {
    int slash = owner.lastIndexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    try {
      FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
      Path modules = image.getPath("/packages", owner.substring(0, slash).replace('/', '.'));
      if (!Files.isDirectory(modules)) {
        return Optional.empty();
      }
      try (Stream<Path> links = Files.list(modules)) {
        for (Path link : links.toList()) {
          Path module = image.getPath("/modules", String.valueOf(link.getFileName()));
          Optional<byte[]> found = file(module.resolve(owner + ".class"));
          if (found.isPresent()) {
            return found;
          }
        }
      }
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // a name that is no path, or a runtime without an image
    }
  }
}
