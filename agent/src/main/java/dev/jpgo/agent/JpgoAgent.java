package dev.jpgo.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.security.ProtectionDomain;
import java.util.function.Function;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Entry point of the agent and loader of all its other classes. It is the only class of the agent
 * that the application can see: the others sit in the same jar under a prefix, defined by this
 * loader, so that neither names nor library versions can clash with the application's.
 *
 * <p>Neither entry point ever throws at a starting application: whatever fails costs one line on
 * standard error, and the application runs as if there were no agent. Only a command sent to a
 * running JVM throws, at the one who sent it.
 */
public final class JpgoAgent extends ClassLoader {
  private static final String PREFIX = "jpgo/";
  private static final String SUFFIX = ".classdata";

  /** The runtime class that marks a JVM as having an agent; see {@code JpgoCommands}. */
  private static final String MARKER = "java.lang.JpgoCommands";

  static {
    registerAsParallelCapable();
  }

  private final JarFile jar;

  private JpgoAgent(JarFile jar) {
    super("jpgo", ClassLoader.getPlatformClassLoader());
    this.jar = jar;
  }

  /** Start with the JVM ({@code -javaagent}). */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    try {
      if (marker() != null) {
        System.err.println("jpgo: the agent is already loaded; this -javaagent is ignored");
      } else {
        start(arguments, instrumentation, false);
      }
    } catch (Throwable failure) {
      report(failure);
    }
  }

  /**
   * Attach to a running JVM, or a command for the agent that is already there.
   *
   * @throws IllegalStateException with one line as its message when a command fails
   */
  public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
    Class<?> marker = marker();
    if (marker != null) {
      command(marker, arguments == null ? "" : arguments);
      return;
    }
    try {
      start(arguments, instrumentation, true);
    } catch (Throwable failure) {
      report(failure);
    }
  }

  private static void start(
      @Nullable String arguments, Instrumentation instrumentation, boolean attached)
      throws Exception {
    JarFile jar =
        new JarFile(
            new File(JpgoAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    new JpgoAgent(jar)
        .loadClass("dev.jpgo.agent.AgentStart")
        .getMethod("start", String.class, Instrumentation.class, boolean.class, JarFile.class)
        .invoke(null, arguments == null ? "" : arguments, instrumentation, attached, jar);
  }

  private static @Nullable Class<?> marker() {
    try {
      return Class.forName(MARKER, false, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  @SuppressWarnings("unchecked")
  private static void command(Class<?> marker, String arguments) {
    String failure;
    try {
      Object handler = marker.getField("handler").get(null);
      failure =
          handler == null
              ? "the agent that was loaded earlier did not start"
              : ((Function<String, String>) handler).apply(arguments);
    } catch (ReflectiveOperationException e) {
      failure = "the agent that was loaded earlier is of another version: " + e.getMessage();
    }
    if (!failure.isEmpty()) {
      throw new IllegalStateException("jpgo: " + failure);
    }
  }

  private static void report(Throwable failure) {
    Throwable cause =
        failure instanceof InvocationTargetException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    System.err.println(
        "jpgo: not started (error JPGO-START), the application runs without it: " + cause);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("dev.jpgo.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : findClass(name);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    ZipEntry entry = jar.getEntry(PREFIX + name.replace('.', '/') + SUFFIX);
    if (entry == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readAllBytes();
      ProtectionDomain domain = JpgoAgent.class.getProtectionDomain();
      return defineClass(name, bytes, 0, bytes.length, domain);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    ZipEntry entry = jar.getEntry(PREFIX + name);
    try {
      return entry == null ? null : jar.getInputStream(entry);
    } catch (IOException e) {
      return null;
    }
  }
}
