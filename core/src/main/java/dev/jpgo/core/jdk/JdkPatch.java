package dev.jpgo.core.jdk;

import org.objectweb.asm.ClassReader;

/** A change to one class of the JDK. Methods that are not concerned are copied byte by byte. */
public abstract class JdkPatch {
  private final String className;

  /**
   * @param className internal name of the class
   */
  JdkPatch(String className) {
    this.className = className;
  }

  /** Internal name of the class that this changes. */
  public final String className() {
    return className;
  }

  /** Whether every JVM has the class in its base module, so that it can be loaded at once. */
  public boolean inBaseModule() {
    return true;
  }

  /** Changes the class, which is of the name, or says why not. */
  abstract PatchResult change(ClassReader reader);

  /** Changes the class, or says why not. Never throws. */
  public final PatchResult apply(byte[] classFile) {
    try {
      ClassReader reader = new ClassReader(classFile);
      return reader.getClassName().equals(className)
          ? change(reader)
          : new PatchResult.Refused("is " + reader.getClassName());
    } catch (RuntimeException e) {
      return new PatchResult.Refused("cannot be read: " + e);
    }
  }
}
