package dev.jpgo.test.differential;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * A program that does something else when some of its methods are transformed.
 *
 * @param packageName its package
 * @param source its text
 * @param methods those that have to be transformed, as {@link ProgramMethod#id} names them
 * @param setting what is done to them
 */
record Reproducer(String packageName, String source, Set<String> methods, String setting) {
  /** Writes it as a source file that compiles, the rest as a comment above. */
  Path write(Path folder) throws IOException {
    Path file = folder.resolve(packageName.replace('.', '/')).resolve("Main.java");
    Files.createDirectories(file.getParent());
    StringBuilder text = new StringBuilder();
    text.append("// Does something else once these methods are transformed:\n");
    for (String method : methods) {
      text.append("//   ").append(method).append('\n');
    }
    text.append("// Setting: ").append(setting).append('\n').append(source);
    return Files.writeString(file, text);
  }

  /** Lines of source that are not blank. */
  long lines() {
    return source.lines().filter(line -> !line.isBlank()).count();
  }
}
