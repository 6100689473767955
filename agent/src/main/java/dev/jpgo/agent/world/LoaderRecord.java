package dev.jpgo.agent.world;

import org.jspecify.annotations.Nullable;

/** A class loader that the agent has met, without keeping it alive. Read by any thread. */
public final class LoaderRecord {
  private final @Nullable WeakKey<ClassLoader> loader;
  private final boolean builtIn;
  private final String kind;
  private volatile int findsRuntime;

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

  /**
   * Whether classes of this loader see the runtime. Loaders of the JDK delegate {@code java.*};
   * others are asked, which runs their code, so never from within {@code transform()}.
   *
   * @param runtimeClass name of a runtime class
   */
  public boolean checkRuntime(String runtimeClass) {
    if (findsRuntime == 0) {
      findsRuntime = builtIn || finds(runtimeClass) ? 1 : -1;
    }
    return findsRuntime > 0;
  }

  /** Whether it is known already that its classes see the runtime. */
  public boolean surelyFindsRuntime() {
    return builtIn || findsRuntime > 0;
  }

  private boolean finds(String runtimeClass) {
    ClassLoader asked = get();
    if (asked == null) {
      return false;
    }
    try {
      return Class.forName(runtimeClass, false, asked).getClassLoader() == null;
    } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
      return false;
    }
  }
}
