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
      link(Path.of(arguments[0]), ClassLoader.getSystemClassLoader());
      return;
    }
    try (OwnFirst loader = new OwnFirst(Path.of(arguments[1]).toUri().toURL())) {
      link(Path.of(arguments[0]), loader);
    }
  }

  /** Prefers the classes of a jar to those of the JDK: old jars bring XML interfaces along. */
  private static final class OwnFirst extends URLClassLoader {
    OwnFirst(URL jar) {
      super(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        boolean own =
            !name.startsWith("java.") && findResource(name.replace('.', '/') + ".class") != null;
        if (!own) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
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
