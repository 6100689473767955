package dev.jpgo.test.programs;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;

/** An agent whose transformer throws at every class, an error at each third one. */
public final class Throwing implements ClassFileTransformer {
  private int calls;

  private Throwing() {}

  /** A jar with this agent; the caller deletes it. */
  public static Path jar(Path folder) throws IOException {
    return SecondAgent.jar(folder, Throwing.class);
  }

  /** Starts with the JVM. */
  public static void premain(String arguments, Instrumentation given) {
    given.addTransformer(new Throwing(), true);
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (++calls % 3 == 0) {
      throw new LinkageError("thrown at " + className);
    }
    throw new IllegalStateException("thrown at " + className);
  }
}
