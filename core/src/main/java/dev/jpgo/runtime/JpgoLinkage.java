package dev.jpgo.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@code invokedynamic} call sites, and dynamic constants, across versions of a class. A
 * retransformed class links its sites anew (its constant pool is new), which would run bootstrap
 * methods again, give a non-capturing lambda another identity and take a mutable call site back to
 * its start. JVMS 6.5 lets a site be linked once: so a site that was linked in an earlier version
 * gets what it got then.
 *
 * <p><b>Which site.</b> Two sites of a class may name the same bootstrap method, name, type and
 * arguments (javac shares constants between equal method references), and a plain run tells them
 * apart. So a site is also its method (the VM's number, the same in all versions) and, when a
 * method has several equal ones, its source line, both read from a backtrace while it is linked.
 * Equal sites on one line of one method are told apart by the order in which a version links them:
 * an entry is given out once per version. They keep distinct identities; which has which may change
 * only if that order does.
 *
 * <p>A dynamic constant is one of the class (JVMS 5.4.3): what names the same bootstrap method,
 * name, type and arguments is the same constant, wherever it is loaded.
 *
 * <p>Entries are kept in the caller's {@link ClassValue}, so they live exactly as long as the
 * class. Sites that failed to link, or whose bootstrap method is no plain method, are not kept.
 */
public final class JpgoLinkage {
  /** Whether any class may have been retransformed; until then sites are only recorded. */
  public static volatile boolean relinking;

  private static volatile @Nullable JpgoHandles handles;

  private static final Sites SITES = new Sites();
  private static final Sites CONSTANTS = new Sites();

  /** Stands for a constant that is null. */
  private static final Object NULL = new Object();

  private JpgoLinkage() {}

  /**
   * Looks up what the cache needs of this JDK; once, before the hook is installed.
   *
   * @throws InternalError when this JDK is another
   */
  public static void prepare(JpgoMemory memory) {
    JpgoBacktrace.prepare(memory);
    handles = JpgoHandles.instance;
  }

  /**
   * At the entry of {@code MethodHandleNatives.linkCallSite}: the result of an earlier version's
   * link, its appendix stored, or null.
   */
  public static @Nullable Object find(
      Object caller,
      Object bootstrap,
      Object name,
      Object type,
      @Nullable Object arguments,
      Object[] appendix) {
    JpgoHandles known = handles;
    if (!relinking || known == null || !(caller instanceof Class<?>)) {
      return null;
    }
    try {
      JpgoSite wanted = JpgoSite.of(known, bootstrap, name, type, arguments);
      if (wanted == null) {
        return null;
      }
      JpgoSites sites = SITES.get((Class<?>) caller);
      if (sites.isEmpty()) {
        return null;
      }
      Throwable here = new Throwable();
      wanted.locate(here, JpgoBacktrace.of(here), (Class<?>) caller);
      JpgoSite site = sites.take(wanted, (Class<?>) caller);
      if (site == null) {
        return null;
      }
      appendix[0] = site.appendix;
      return site.adapter;
    } catch (ThreadDeath stopped) {
      throw stopped;
    } catch (Throwable failure) {
      return null; // linked anew, as without this cache
    }
  }

  /** At the return of {@code MethodHandleNatives.linkCallSite}: records and returns the result. */
  public static Object linked(
      Object adapter,
      Object caller,
      Object bootstrap,
      Object name,
      Object type,
      @Nullable Object arguments,
      Object[] appendix) {
    JpgoHandles known = handles;
    if (known == null || !(caller instanceof Class<?>)) {
      return adapter;
    }
    try {
      JpgoSite site = JpgoSite.of(known, bootstrap, name, type, arguments);
      if (site != null) {
        Throwable here = new Throwable();
        site.locate(here, JpgoBacktrace.of(here), (Class<?>) caller);
        site.adapter = adapter;
        site.appendix = appendix[0];
        JpgoSite kept = SITES.get((Class<?>) caller).add(site, (Class<?>) caller);
        Object result = kept.adapter;
        if (kept != site && result != null) {
          appendix[0] = kept.appendix;
          return result;
        }
      }
    } catch (ThreadDeath stopped) {
      throw stopped;
    } catch (Throwable failure) {
      return adapter; // not recorded
    }
    return adapter;
  }

  /**
   * At the entry of {@code MethodHandleNatives.linkDynamicConstant}: what an earlier version's
   * constant was, to be {@linkplain #constant unwrapped}, or null.
   */
  public static @Nullable Object findConstant(
      Object caller, Object bootstrap, Object name, Object type, @Nullable Object arguments) {
    JpgoHandles known = handles;
    if (!relinking || known == null || !isRewritable(caller)) {
      return null;
    }
    try {
      JpgoSite wanted = JpgoSite.of(known, bootstrap, name, type, arguments);
      JpgoSite found =
          wanted == null ? null : CONSTANTS.get((Class<?>) caller).takeConstant(wanted);
      return found == null ? null : found.adapter;
    } catch (ThreadDeath stopped) {
      throw stopped;
    } catch (Throwable failure) {
      return null; // linked anew, as without this cache
    }
  }

  /** What was found, null where it stands for that. */
  public static @Nullable Object constant(Object found) {
    return found == NULL ? null : found;
  }

  /**
   * At the return of {@code MethodHandleNatives.linkDynamicConstant}: records the result, and
   * returns the one that was first.
   */
  public static @Nullable Object linkedConstant(
      @Nullable Object value,
      Object caller,
      Object bootstrap,
      Object name,
      Object type,
      @Nullable Object arguments) {
    JpgoHandles known = handles;
    if (known == null || !isRewritable(caller)) {
      return value;
    }
    try {
      JpgoSite made = JpgoSite.of(known, bootstrap, name, type, arguments);
      if (made != null) {
        made.adapter = value == null ? NULL : value;
        Object kept = CONSTANTS.get((Class<?>) caller).addConstant(made).adapter;
        return kept == null ? value : constant(kept);
      }
    } catch (ThreadDeath stopped) {
      throw stopped;
    } catch (Throwable failure) {
      return value; // not recorded
    }
    return value;
  }

  /** Hidden classes, of which the JDK makes many with such constants, have no other versions. */
  private static boolean isRewritable(Object caller) {
    return caller instanceof Class<?> && !((Class<?>) caller).isHidden();
  }

  /**
   * The sites of a class that have been linked by a bootstrap method. Any thread.
   *
   * @param bootstrap a direct method handle to it
   */
  public static JpgoSite[] linkedBy(Class<?> caller, MethodHandle bootstrap) {
    JpgoHandles known = handles;
    Object member = known == null ? null : known.member(bootstrap);
    return member == null ? new JpgoSite[0] : SITES.get(caller).linkedBy(member);
  }

  private static final class Sites extends ClassValue<JpgoSites> {
    @Override
    protected JpgoSites computeValue(Class<?> type) {
      return new JpgoSites();
    }
  }

  /**
   * Whether two static arguments are the same constant. What the pool holds as a number is a new
   * box each time, and what it holds as a method handle a new handle; all else is one object,
   * dynamic constants among them, which two that are equal need not be. No code of the program's is
   * asked.
   */
  static boolean same(JpgoHandles handles, @Nullable Object a, @Nullable Object b) {
    if (a == b) {
      return true;
    }
    if (a == null || b == null) {
      return false;
    }
    if (a instanceof MethodHandle) {
      Object member = handles.member(a);
      return b instanceof MethodHandle
          && member != null
          && ((MethodHandle) a).type().equals(((MethodHandle) b).type())
          && ((MethodHandle) a).isVarargsCollector() == ((MethodHandle) b).isVarargsCollector()
          && member.equals(handles.member(b));
    }
    if (a instanceof Object[]) {
      if (!(b instanceof Object[]) || ((Object[]) a).length != ((Object[]) b).length) {
        return false;
      }
      for (int i = 0; i < ((Object[]) a).length; i++) {
        if (!same(handles, ((Object[]) a)[i], ((Object[]) b)[i])) {
          return false;
        }
      }
      return true;
    }
    if (a instanceof Float) {
      return b instanceof Float
          && Float.floatToRawIntBits((Float) a) == Float.floatToRawIntBits((Float) b);
    }
    if (a instanceof Double) {
      return b instanceof Double
          && Double.doubleToRawLongBits((Double) a) == Double.doubleToRawLongBits((Double) b);
    }
    return isValue(a) && a.equals(b);
  }

  /** A hash of a constant: the same for those that {@link #same} takes for one. */
  static int hash(JpgoHandles handles, @Nullable Object constant) {
    if (constant instanceof MethodHandle) {
      Object member = handles.member(constant);
      return member == null ? 1 : member.hashCode();
    }
    if (constant instanceof Object[]) {
      int hash = 1;
      for (Object element : (Object[]) constant) {
        hash = hash * 31 + hash(handles, element);
      }
      return hash;
    }
    return constant != null && isValue(constant)
        ? constant.hashCode()
        : System.identityHashCode(constant);
  }

  private static boolean isValue(Object constant) {
    return constant instanceof Integer
        || constant instanceof Long
        || constant instanceof Float
        || constant instanceof Double
        || constant instanceof MethodType;
  }
}
