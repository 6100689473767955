package dev.jpgo.core.classfile;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;

/** The classes that the constants of a class file name. */
public final class NamedClasses {
  private static final int CONSTANT_CLASS = 7;

  private NamedClasses() {}

  /**
   * Internal names of classes of the JDK's {@code java} packages that one class file names and
   * another does not; of arrays, what they are made of.
   *
   * @param version a later version of the class
   * @param original an earlier one
   */
  public static Set<String> added(byte[] version, byte[] original) {
    Set<String> names = of(version);
    names.removeAll(of(original));
    return names;
  }

  private static Set<String> of(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    char[] buffer = new char[reader.getMaxStringLength()];
    Set<String> names = new HashSet<>();
    for (int i = 1; i < reader.getItemCount(); i++) {
      int at = reader.getItem(i);
      if (at > 0 && classFile[at - 1] == CONSTANT_CLASS) {
        String name = element(reader.readUTF8(at, buffer));
        if (name.startsWith("java/")) {
          names.add(name);
        }
      }
    }
    return names;
  }

  private static String element(String name) {
    int dimensions = name.lastIndexOf('[') + 1;
    return dimensions > 0 && name.endsWith(";")
        ? name.substring(dimensions + 1, name.length() - 1)
        : name;
  }
}
