package dev.jpgo.agent.world;

import dev.jpgo.core.instrument.RuntimeNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A class loader that the agent has met, without keeping it alive. Read by any thread. */
public final class LoaderRecord {
  private static final int NOTHING = -1;

  private final @Nullable WeakKey<ClassLoader> loader;
  private final boolean builtIn;
  private final String kind;
  private volatile int findsRuntime;

  /** How many holders of counters it has found, and what probes call; or {@link #NOTHING}. */
  private volatile int chunksFound;

  private final Set<String> found = new HashSet<>(0);

  private LoaderRecord(@Nullable WeakKey<ClassLoader> loader, boolean builtIn, String kind) {
    this.loader = loader;
    this.builtIn = builtIn;
    this.kind = kind;
  }

  static LoaderRecord boot() {
    return new LoaderRecord(null, true, "boot");
  }

  static LoaderRecord of(WeakKey<ClassLoader> key, ClassLoader loader) {
    if (loader == ClassLoader.getPlatformClassLoader()) {
      return new LoaderRecord(key, true, "platform");
    }
    if (loader == ClassLoader.getSystemClassLoader()) {
      boolean jdk = loader.getClass().getName().startsWith("jdk.internal.loader.");
      return new LoaderRecord(key, jdk, "app");
    }
    return new LoaderRecord(key, false, loader.getClass().getName());
  }

  /** As in a profile: {@code boot}, {@code platform}, {@code app}, or the loader's class. */
  public String kind() {
    return kind;
  }

  /** Whether it is the agent's own loader. */
  public boolean isAgent() {
    ClassLoader own = LoaderRecord.class.getClassLoader();
    return loader != null && loader.get() == own && own != ClassLoader.getSystemClassLoader();
  }

  boolean isBoot() {
    return loader == null;
  }

  /** The loader; null for the boot loader and for one that is gone. */
  @Nullable ClassLoader get() {
    return loader == null ? null : loader.get();
  }

  /** Whether it is one of the JDK's own, which find whatever is in {@code java.*}. */
  public boolean isBuiltIn() {
    return builtIn;
  }

  /**
   * Whether classes of this loader see the runtime. Loaders of the JDK delegate {@code java.*};
   * others are asked, which runs their code, so never from within {@code transform()}. Controller
   * thread only.
   *
   * @param runtimeClass name of a runtime class, of the boot loader's
   */
  public boolean checkRuntime(String runtimeClass) {
    if (findsRuntime == 0) {
      Class<?> asked = builtIn ? null : ask(runtimeClass);
      findsRuntime = builtIn || (asked != null && asked.getClassLoader() == null) ? 1 : NOTHING;
    }
    return findsRuntime > 0;
  }

  /**
   * Whether its classes find what counters and probes name. It is asked for each holder once.
   * Controller thread only.
   *
   * @param chunks how many holders of counters there are
   */
  public boolean checkProbes(int chunks) {
    if (builtIn) {
      return true;
    }
    if (chunksFound == 0 && !findAll(RuntimeNames.probes())) {
      chunksFound = NOTHING;
    }
    while (chunksFound >= 0 && chunksFound < chunks) {
      chunksFound = finds(RuntimeNames.chunk(chunksFound)) ? chunksFound + 1 : NOTHING;
    }
    return chunksFound >= 0;
  }

  /**
   * Whether it is known already that its classes see the runtime.
   *
   * @param chunks how many holders of counters there are
   */
  public boolean surelyFindsRuntime(int chunks) {
    return builtIn || findsRuntime > 0 && chunksFound >= Math.max(1, chunks);
  }

  private boolean findAll(List<String> internalNames) {
    for (String name : internalNames) {
      if (!finds(name)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether it finds a class. It is asked once; the VM remembers what it has found. Controller
   * thread only.
   */
  public boolean finds(String internalName) {
    if (builtIn || found.contains(internalName)) {
      return true;
    }
    if (ask(internalName.replace('/', '.')) == null) {
      return false;
    }
    found.add(internalName);
    return true;
  }

  private @Nullable Class<?> ask(String name) {
    ClassLoader asked = get();
    if (asked == null) {
      return null;
    }
    try {
      return Class.forName(name, false, asked);
    } catch (ClassNotFoundException
        | LinkageError
        | RuntimeException
        | StackOverflowError refused) {
      return null;
    }
  }
}
