package dev.jpgo.test.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.security.AccessControlException;
import java.security.AccessController;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.Permission;
import java.security.Permissions;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.PropertyPermission;
import java.util.Set;
import java.util.TreeSet;

/**
 * Code of two protection domains and one loader: some may do everything, some nothing, and the
 * first calls through the second again and again. Then a security manager is set, and asked.
 *
 * <p>First argument: {@code tiers} to wait until the frame of the second is inlined, which a
 * context shows before there is a manager. Second: who sets the manager: {@code main}, {@code
 * caller}, whose frame goes on calling after that, or {@code locking}, a thread that holds what
 * others may want, and is interrupted.
 */
@SuppressWarnings("removal")
public final class Permitted {
  private static final String SECRET = "permitted.secret";
  private static final Permission NEEDED = new PropertyPermission(SECRET, "read");
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final Set<String> AGENTS = Collections.synchronizedSet(new TreeSet<>());

  private Permitted() {}

  /** What is called with the others on the stack. */
  public interface Asked {
    Object ask(int with);
  }

  /** Who calls it. */
  public interface Asking {
    Object ask(Asked what, int times);
  }

  /** May do everything. */
  public static final class Trusted implements Asking {
    public Trusted() {}

    @Override
    public Object ask(Asked what, int times) {
      Object last = "";
      for (int i = 0; i < times; i++) {
        last = Lesser.forward(what, i);
      }
      return last;
    }
  }

  /** The same, and sets the manager itself on its way when it is asked a single time. */
  public static final class Setting implements Asking {
    public Setting() {}

    @Override
    public Object ask(Asked what, int times) {
      Object last = "";
      for (int i = 0; i < times; i++) {
        if (times == 1) {
          System.setSecurityManager(new Watching());
        }
        last = Lesser.forward(what, i);
      }
      return last;
    }
  }

  /** May do nothing. */
  public static final class Lesser {
    private Lesser() {}

    static Object forward(Asked what, int with) {
      return what.ask(with + 1);
    }
  }

  /** Tells who of the agent asks. */
  public static final class Watching extends SecurityManager {
    @Override
    public void checkPermission(Permission permission) {
      String name = Thread.currentThread().getName();
      if (name.startsWith("jpgo")) {
        AGENTS.add(name + " " + permission.getName());
      }
      super.checkPermission(permission);
    }
  }

  /** Both domains, in a loader of their own. */
  private static final class Domains extends ClassLoader {
    private static final String PREFIX = Permitted.class.getName() + "$";

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean own = name.equals(PREFIX + "Trusted") || name.equals(PREFIX + "Setting");
      if (!own && !name.equals(PREFIX + "Lesser")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name, own) : loaded;
      }
    }

    private Class<?> define(String name, boolean trusted) throws ClassNotFoundException {
      Permissions permissions = new Permissions();
      if (trusted) {
        permissions.add(new AllPermission());
      }
      CodeSource source = new CodeSource(null, (Certificate[]) null);
      String file = "/" + name.replace('.', '/') + ".class";
      try (InputStream in = Permitted.class.getResourceAsStream(file)) {
        byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
        ProtectionDomain domain = new ProtectionDomain(source, permissions);
        return defineClass(name, bytes, 0, bytes.length, domain);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    System.setProperty(SECRET, "told");
    Domains domains = new Domains();
    Asking trusted = asking(domains, Trusted.class);
    Asking setting = asking(domains, Setting.class);
    if (arguments[0].equals("tiers")) {
      long end = System.nanoTime() + LIMIT_NANOS;
      while (!isInlined(trusted)) {
        trusted.ask(new Nothing(), 1000);
        setting.ask(new Nothing(), 1000);
        if (System.nanoTime() - end > 0) {
          throw new IllegalStateException("not inlined");
        }
      }
    }
    try {
      switch (arguments[1]) {
        case "caller" -> System.out.println("on its way: " + told(setting, 1));
        case "locking" -> setLocking();
        default -> System.setSecurityManager(new Watching());
      }
    } catch (UnsupportedOperationException e) {
      System.out.println("there is to be none");
      return;
    }
    System.out.println("through the lesser: " + told(trusted, 100));
    System.out.println("directly: " + new Secret().ask(0));
    System.out.println("privileged above it: " + trusted.ask(new Privileged(), 100));
    trace(trusted);
    Object proxy =
        Proxy.newProxyInstance(
            Asked.class.getClassLoader(), new Class<?>[] {Asked.class}, (any, of, with) -> "proxy");
    System.out.println(trusted.ask((Asked) proxy, 3));
    System.out.println("asked by the agent: " + AGENTS);
  }

  private static Asking asking(Domains domains, Class<?> type) throws Exception {
    Object made = domains.loadClass(type.getName()).getDeclaredConstructor().newInstance();
    return (Asking) made;
  }

  private static void setLocking() throws InterruptedException {
    Thread thread =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              synchronized (System.err) {
                synchronized (Runtime.getRuntime()) {
                  System.setSecurityManager(new Watching());
                }
              }
              System.out.println("interrupted: " + Thread.interrupted());
            });
    thread.start();
    thread.join();
  }

  private static Object told(Asking asking, int times) {
    try {
      return asking.ask(new Secret(), times);
    } catch (AccessControlException e) {
      return "refused";
    }
  }

  private static boolean isInlined(Asking asking) {
    return asking.ask(new Context(), 20).equals(true);
  }

  private static void trace(Asking asking) {
    try {
      asking.ask(new Failing(), 10);
    } catch (IllegalStateException e) {
      StringBuilder text = new StringBuilder("trace:");
      for (StackTraceElement frame : e.getStackTrace()) {
        text.append(' ').append(frame.getMethodName()).append(':').append(frame.getLineNumber());
      }
      System.out.println(text);
    }
  }

  private static final class Nothing implements Asked {
    @Override
    public Object ask(int with) {
      return "";
    }
  }

  /** Whether all code on the stack may read the secret. */
  private static final class Context implements Asked {
    @Override
    public Object ask(int with) {
      try {
        AccessController.getContext().checkPermission(NEEDED);
        return true;
      } catch (AccessControlException e) {
        return false;
      }
    }
  }

  private static final class Secret implements Asked {
    @Override
    public Object ask(int with) {
      return System.getProperty(SECRET);
    }
  }

  private static final class Privileged implements Asked {
    @Override
    public Object ask(int with) {
      return AccessController.doPrivileged(
          (PrivilegedAction<Object>) () -> System.getProperty(SECRET));
    }
  }

  private static final class Failing implements Asked {
    @Override
    public Object ask(int with) {
      throw new IllegalStateException("shows its trace");
    }
  }
}
