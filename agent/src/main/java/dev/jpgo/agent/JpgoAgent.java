package dev.jpgo.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AllPermission;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Entry point of the agent and loader of all its other classes. It and {@link LastPlace} are the
 * only classes of the agent that the application can see: the others sit in the same jar under a
 * prefix, defined by this loader, so that neither names nor library versions can clash with the
 * application's.
 *
 * <p>Neither entry point ever throws at a starting application: whatever fails costs one line on
 * standard error, and the application runs as if there were no agent. Only a command sent to a
 * running JVM throws, at the one who sent it.
 */
public final class JpgoAgent extends ClassLoader {
  private static final String PREFIX = "jpgo/";
  private static final String SUFFIX = ".classdata";
  private static final String REPLY = "reply=";

  /** The runtime class that marks a JVM as having an agent; see {@code JpgoCommands}. */
  private static final String MARKER = "java.lang.JpgoCommands";

  static {
    registerAsParallelCapable();
  }

  /** The argument of {@link #main}. */
  private static final String COMPILER = "compiler";

  /**
   * What a {@code ConcurrentHashMap} loads when threads meet in it, or keys do. A loader's own maps
   * are such: a thread that loads one of our classes would wait there for another thread to load
   * this, which, since a transformer looks at it then, may wait for that very class of ours.
   */
  private static final String[] MAPS = {
    "java.util.concurrent.ThreadLocalRandom",
    "java.util.concurrent.ConcurrentHashMap$CounterCell",
    "java.util.concurrent.ConcurrentHashMap$ForwardingNode",
    "java.util.concurrent.ConcurrentHashMap$ReservationNode",
    "java.util.concurrent.ConcurrentHashMap$TreeBin",
    "java.util.concurrent.ConcurrentHashMap$TreeNode",
  };

  /** This class has the permissions of the jar's place: without any it cannot load the others. */
  private static final String MANAGED =
      "there is a security manager: nothing is touched, for it asks who is on the stack; its policy"
          + " must grant the agent's jar java.security.AllPermission if there are to be reports";

  /** How often a command looks for an agent that is about to be there, every 50 ms. */
  private static final int WAITS = 400;

  private static volatile boolean started;

  private final JarFile jar;

  /** Under a security manager, too, our own threads may do what an agent does. */
  private final ProtectionDomain domain;

  private JpgoAgent(JarFile jar) {
    super("jpgo", ClassLoader.getPlatformClassLoader());
    this.jar = jar;
    Permissions all = new Permissions();
    all.add(new AllPermission());
    domain = new ProtectionDomain(JpgoAgent.class.getProtectionDomain().getCodeSource(), all);
  }

  /**
   * What {@code compiler=} starts in another JVM: the optimizer alone, which takes its work from
   * standard input.
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 1 || !arguments[0].equals(COMPILER)) {
      System.err.println("jpgo: this is a Java agent: java -javaagent:jpgo-agent.jar ...");
      System.exit(2);
    }
    new JpgoAgent(jar())
        .loadClass("dev.jpgo.agent.compiler.CompilerServer")
        .getMethod("run")
        .invoke(null);
  }

  /** Start with the JVM ({@code -javaagent}). */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    try {
      if (marker() != null || started) {
        System.err.println("jpgo: the agent is already loaded; this -javaagent is ignored");
      } else {
        start(arguments, instrumentation, false);
      }
    } catch (Throwable failure) {
      report(failure);
    }
  }

  /**
   * Attach to a running JVM, or a command for the agent that is already there. Arguments that begin
   * with {@code reply=FILE,} have the outcome written to that file, so that whoever attached can
   * tell it in its own words: a first line {@code ok}, {@code failed}, {@code present} (attached
   * twice without a detach), {@code absent} (a command without an agent) or {@code detached} (a
   * command after a detach), then the message.
   *
   * @throws IllegalStateException with one line as its message when a command without a reply file
   *     fails
   */
  public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
    String given = arguments == null ? "" : arguments;
    if (!given.startsWith(REPLY)) {
      String outcome = attached(given, instrumentation);
      if (!outcome.equals("ok")) {
        throw new IllegalStateException("jpgo: " + outcome.replace('\n', ' '));
      }
      return;
    }
    int comma = given.indexOf(',');
    int end = comma < 0 ? given.length() : comma;
    try {
      String outcome =
          attached(given.substring(Math.min(end + 1, given.length())), instrumentation);
      Files.writeString(Path.of(given.substring(REPLY.length(), end)), outcome);
    } catch (IOException | RuntimeException failure) {
      report(failure);
    }
  }

  private static String attached(String arguments, Instrumentation instrumentation) {
    boolean command = arguments.startsWith("command=");
    Class<?> marker = command ? awaitMarker() : marker();
    if (marker != null || started) {
      return command ? command(marker, arguments) : again(marker, arguments);
    }
    if (command) {
      return "absent\nthere is no agent in this JVM";
    }
    try {
      start(arguments, instrumentation, true);
      return "ok";
    } catch (Throwable failure) {
      return "failed\n" + report(failure);
    }
  }

  private static void start(
      @Nullable String arguments, Instrumentation instrumentation, boolean attached)
      throws Throwable {
    for (String needed : MAPS) {
      Class.forName(needed);
    }
    JarFile jar = jar();
    // an interface's method: to invoke this one by reflection the JDK would make classes first
    @SuppressWarnings("unchecked")
    Function<Object[], @Nullable Throwable> start =
        (Function<Object[], @Nullable Throwable>)
            new JpgoAgent(jar)
                .loadClass("dev.jpgo.agent.AgentEntry")
                .getConstructor()
                .newInstance();
    Object[] all = {
      arguments == null ? "" : arguments, instrumentation, attached, jar, new LastPlace()
    };
    Throwable failure = start.apply(all);
    if (failure != null) {
      throw failure;
    }
    started = true;
  }

  private static JarFile jar() throws IOException, URISyntaxException {
    return new JarFile(
        new File(JpgoAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
  }

  private static @Nullable Class<?> marker() {
    try {
      return Class.forName(MARKER, false, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** An agent that began with the JVM may still be sitting out its start-up delay. */
  private static @Nullable Class<?> awaitMarker() {
    Class<?> marker = marker();
    for (int i = 0; marker == null && started && i < WAITS; i++) {
      LockSupport.parkNanos(50_000_000);
      marker = marker();
    }
    return marker;
  }

  /** An agent that has been detached starts again; another one is left alone. */
  private static String again(@Nullable Class<?> marker, String arguments) {
    String present = "present\nthe agent is already loaded in this JVM";
    if (marker == null) {
      return present;
    }
    String outcome = command(marker, Commands.ATTACH + arguments);
    return outcome.equals("failed\n" + Commands.PRESENT) ? present : outcome;
  }

  @SuppressWarnings("unchecked")
  private static String command(@Nullable Class<?> marker, String arguments) {
    if (marker == null) {
      return "failed\nthe agent is still waiting for its start-up delay to end";
    }
    try {
      Object handler = marker.getField("handler").get(null);
      if (handler == null) {
        return "failed\nthe agent that was loaded earlier did not start";
      }
      Function<String, String> commands = (Function<String, String>) handler;
      if (!arguments.startsWith(Commands.ATTACH)
          && commands.apply(Commands.STATE).equals(Commands.DETACHED)) {
        return "detached\n" + Commands.DETACHED;
      }
      String failure = commands.apply(arguments);
      return failure.isEmpty() ? "ok" : "failed\n" + failure;
    } catch (ReflectiveOperationException e) {
      return "failed\nthe agent that was loaded earlier is of another version: " + e.getMessage();
    }
  }

  /** Whether there is a security manager; JDK 24 and later have none. */
  @SuppressWarnings("removal")
  private static boolean isManaged() {
    return System.getSecurityManager() != null;
  }

  private static String report(Throwable failure) {
    Throwable cause =
        failure instanceof InvocationTargetException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof SecurityException && isManaged()) {
      System.err.println("jpgo: " + MANAGED);
      return MANAGED;
    }
    boolean users = !(cause instanceof RuntimeException) && !(cause instanceof Error);
    String what = users && cause.getMessage() != null ? cause.getMessage() : cause.toString();
    String id = users ? "" : " (error JPGO-START)";
    System.err.println("jpgo: " + what + id + "; the application runs without the agent");
    return String.valueOf(what);
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
