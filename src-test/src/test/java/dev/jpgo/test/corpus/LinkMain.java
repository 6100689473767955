package dev.jpgo.test.corpus;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Links classes, and thereby verifies them, without initializing one. Prints a line for each that
 * cannot be linked, and how many could.
 */
final class LinkMain {
  static final String LINKED = "linked ";

  private LinkMain() {}

  /**
   * Links.
   *
   * @param arguments a file with the names of the classes, one a line; then the jar that they are
   *     in, or nothing for classes of the JDK
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 1) {
      link(Path.of(arguments[0]), null);
      return;
    }
    URL jar = Path.of(arguments[1]).toUri().toURL();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
      link(Path.of(arguments[0]), loader);
    }
  }

  private static void link(Path names, ClassLoader loader) throws IOException {
    int linked = 0;
    for (String name : Files.readAllLines(names)) {
      try {
        // HotSpot links a class before it looks at its members (JVM_GetClassDeclaredConstructors).
        Class.forName(name, false, loader).getDeclaredConstructors();
        linked++;
      } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
        System.out.println(name + "\t" + e.toString().replace('\n', ' '));
      }
    }
    System.out.println(LINKED + linked);
  }
}
