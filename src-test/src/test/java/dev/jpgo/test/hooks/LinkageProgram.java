package dev.jpgo.test.hooks;

import dev.jpgo.test.hooks.subjects.Links;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;

/** Prints whether call sites are what they were, while their class is rewritten in between. */
public final class LinkageProgram {
  private static @Nullable Rewriting rewriting;

  private LinkageProgram() {}

  public static void main(String[] arguments) throws Exception {
    Instrumentation instrumentation = HookAgent.instrumentation();
    rewriting = instrumentation == null ? null : new Rewriting(instrumentation);
    Object[] before = sites();
    distinct(before);
    for (int version = 1; version <= 3; version++) {
      rewrite();
      Object[] after = sites();
      for (int i = 0; i < before.length; i++) {
        System.out.println(version + " site " + i + " same " + (before[i] == after[i]));
      }
      distinct(after);
      System.out.println(Links.join(version, "x") + Links.point(new Links.Pair(1, "x")));
      System.out.println(Links.capturing("text").get());
      System.out.println(Links.capturing("a").getClass() == Links.capturing("b").getClass());
    }
    order();
    race();
    unload();
  }

  private static void rewrite() throws Exception {
    if (rewriting != null) {
      rewriting.rewrite(Links.class, Links.Pair.class);
    }
  }

  private static Object[] sites() {
    Object[] both = Links.both();
    Object[] line = Links.sameLine();
    return new Object[] {
      Links.lambda(),
      Links.first(),
      Links.second(),
      both[0],
      both[1],
      line[0],
      line[1],
      Links.capturing("x").getClass()
    };
  }

  private static void distinct(Object[] objects) {
    System.out.println("distinct " + Set.of(objects).size());
  }

  /** Sites that a later version links in another order. */
  private static void order() throws Exception {
    Object second = Links.choose(false);
    Object first = Links.choose(true);
    rewrite();
    System.out.println("first " + (Links.choose(true) == first));
    System.out.println("second " + (Links.choose(false) == second));
    rewrite();
    System.out.println("second " + (Links.choose(false) == second));
    System.out.println("first " + (Links.choose(true) == first));
  }

  /** Many threads that link one site at the same time, in every version. */
  private static void race() throws Exception {
    Object expected = Links.first();
    for (int round = 0; round < 20; round++) {
      rewrite();
      List<Object> seen = new ArrayList<>();
      CyclicBarrier start = new CyclicBarrier(4);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Thread thread =
            new Thread(
                () -> {
                  try {
                    start.await();
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                  Object site = Links.first();
                  synchronized (seen) {
                    seen.add(site);
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      for (Object site : seen) {
        if (site != expected) {
          System.out.println("raced");
        }
      }
    }
    System.out.println("race over");
  }

  /** A class whose sites are kept can still be unloaded. */
  private static void unload() throws Exception {
    URL here = LinkageProgram.class.getProtectionDomain().getCodeSource().getLocation();
    WeakReference<ClassLoader> loader = load(new URL[] {here});
    for (int i = 0; i < 50 && loader.get() != null; i++) {
      System.gc();
    }
    System.out.println("unloaded " + (loader.get() == null));
  }

  private static WeakReference<ClassLoader> load(URL[] urls) throws Exception {
    URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    Class<?> links = loader.loadClass(Links.class.getName());
    links.getMethod("both").invoke(null);
    if (rewriting != null) {
      rewriting.rewrite(links);
    }
    links.getMethod("both").invoke(null);
    return new WeakReference<>(loader);
  }
}
