package dev.jpgo.test.hooks;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Set;
import java.util.jar.JarFile;

/**
 * An agent that installs the hooks of the built agent and nothing else. It is packed into a jar of
 * its own ({@link HookAgentJar}), and loads the built classes in a loader of their own, as the real
 * agent does.
 */
public final class HookAgent {
  private static final String KEY = "dev.jpgo.test.instrumentation";
  private static final String LOADER = "dev.jpgo.test.loader";

  private HookAgent() {}

  /** Installs the hooks. Exits with 3 when one cannot be installed. */
  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    String[] parts = arguments.split(",");
    Path built = Path.of(parts[0]);
    URL shaded = built.resolveSibling("jpgo-agent-shaded.jar").toUri().toURL();
    ClassLoader loader =
        new URLClassLoader(new URL[] {shaded}, ClassLoader.getPlatformClassLoader());
    try (JarFile jar = new JarFile(built.toFile())) {
      Constructor<?> constructor =
          loader
              .loadClass("dev.jpgo.agent.RuntimeInstaller")
              .getDeclaredConstructor(Instrumentation.class, JarFile.class);
      constructor.setAccessible(true);
      Object installer = constructor.newInstance(instrumentation, jar);
      Method install =
          installer.getClass().getDeclaredMethod("install", boolean.class, boolean.class);
      install.setAccessible(true);
      install.invoke(installer, true, true);
    }
    Class<?> group = loader.loadClass("dev.jpgo.core.jdk.HookGroup");
    Object hooks =
        loader
            .loadClass("dev.jpgo.agent.hooks.Hooks")
            .getConstructor(Instrumentation.class, int.class)
            .newInstance(instrumentation, 1024);
    Set<Object> wanted = new java.util.HashSet<>();
    for (String name : parts[1].split("\\+")) {
      for (Object constant : group.getEnumConstants()) {
        if (constant.toString().equals(name) || name.equals("ALL")) {
          wanted.add(constant);
        }
      }
    }
    long start = System.nanoTime();
    Object done = hooks.getClass().getMethod("install", Set.class).invoke(hooks, wanted);
    long micros = (System.nanoTime() - start) / 1000;
    if (Boolean.getBoolean("dev.jpgo.test.time")) {
      System.err.println("hooks " + wanted + " in " + micros + " us");
    }
    if (!done.equals(wanted)) {
      System.err.println(hooks.getClass().getMethod("refusals").invoke(hooks));
      System.exit(3);
    }
    if (Boolean.parseBoolean(parts[2])) {
      instrumentation.addTransformer(
          (ClassFileTransformer)
              loader
                  .loadClass("dev.jpgo.agent.hooks.OpeningTransformer")
                  .getConstructor()
                  .newInstance(),
          true);
    }
    System.getProperties().put(KEY, instrumentation);
    System.getProperties().put(LOADER, loader);
  }

  /** The instrumentation, in a program that this agent was started with. */
  static Instrumentation instrumentation() {
    return (Instrumentation) System.getProperties().get(KEY);
  }

  /** A class of the built agent, in a program that this agent was started with. */
  static Class<?> agentClass(String name) throws ClassNotFoundException {
    return ((ClassLoader) System.getProperties().get(LOADER)).loadClass(name);
  }
}
