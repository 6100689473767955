package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.transfer.CallTree;
import dev.jpgo.core.classfile.MethodId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lines of source files, looked for where javac would have found them. */
final class SourceFiles {
  private final List<Path> folders;
  private final Map<String, List<String>> known = new HashMap<>();

  /**
   * @throws CliException when one of the folders does not exist
   */
  SourceFiles(List<Path> folders) {
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new CliException(ExitCode.BAD_FILE, "there is no folder " + folder);
      }
    }
    this.folders = List.copyOf(folders);
  }

  /** A line of the file that a method is in, without its indentation; empty when not known. */
  String line(MethodId method, int number) {
    List<String> lines = known.computeIfAbsent(CallTree.sourceFile(method), this::read);
    return number < 1 || number > lines.size() ? "" : lines.get(number - 1).trim();
  }

  private List<String> read(String name) {
    for (Path folder : folders) {
      try {
        Path file = folder.resolve(name);
        if (Files.isRegularFile(file)) {
          String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
          return text.lines().toList();
        }
      } catch (IOException | RuntimeException e) {
        throw new CliException(ExitCode.BAD_FILE, "cannot read " + name + " in " + folder);
      }
    }
    return List.of();
  }
}
