package dev.jpgo.agent.world;

import dev.jpgo.core.world.KnownObject;
import dev.jpgo.runtime.JpgoLinkage;
import dev.jpgo.runtime.JpgoSite;
import java.io.Serializable;
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;

/**
 * Which linked {@code invokedynamic} site makes the objects of a hidden class. A class does not
 * tell; but what a site makes now is of the class of all that it has made and will make. So sites
 * of the class that the hidden one is named after are asked for an object each, with null and zero
 * captured: the constructor does nothing but store them.
 *
 * <p>What such an object does is then said by the site's static arguments and the documentation of
 * {@code LambdaMetafactory}. Controller thread only; for classes that are never unloaded.
 */
final class FunctionSites {
  private static final String MARK = "$$Lambda";

  private final ClassRegistry registry;
  private final MethodHandles.Lookup trusted;
  private final List<MethodHandle> bootstraps;
  private final Map<Class<?>, Link> known = new HashMap<>();
  private final Map<JpgoSite, Class<?>> asked = new IdentityHashMap<>();

  /**
   * @param trusted a lookup that may do everything
   */
  FunctionSites(ClassRegistry registry, MethodHandles.Lookup trusted)
      throws ReflectiveOperationException {
    this.registry = registry;
    this.trusted = trusted;
    MethodType plain =
        MethodType.methodType(
            CallSite.class,
            MethodHandles.Lookup.class,
            String.class,
            MethodType.class,
            MethodType.class,
            MethodHandle.class,
            MethodType.class);
    MethodType more =
        MethodType.methodType(
            CallSite.class,
            MethodHandles.Lookup.class,
            String.class,
            MethodType.class,
            Object[].class);
    MethodHandles.Lookup everyone = MethodHandles.publicLookup();
    this.bootstraps =
        List.of(
            everyone.findStatic(LambdaMetafactory.class, "metafactory", plain),
            everyone.findStatic(LambdaMetafactory.class, "altMetafactory", more));
  }

  /**
   * A site that makes the objects of a class.
   *
   * @param host the class that it is in
   * @param type what is captured, and the interface that is made
   * @param target makes an object, or gives the one there is if nothing is captured
   * @param name of the functional method
   * @param erased type of the functional method
   * @param implementation what it calls
   * @param instantiated type that arguments and result are checked against
   */
  record Link(
      ClassRecord host,
      MethodType type,
      MethodHandle target,
      String name,
      MethodType erased,
      Handle implementation,
      MethodType instantiated) {

    /** Whether this very object is what the site gives each time. */
    boolean gives(Object object) {
      return made() == object;
    }

    /** An object of its class; null when there can be none. */
    private @Nullable Object made() {
      try {
        Object[] nothing = new Object[type.parameterCount()];
        for (int i = 0; i < nothing.length; i++) {
          Class<?> each = type.parameterType(i);
          nothing[i] = each.isPrimitive() ? Array.get(Array.newInstance(each, 1), 0) : null;
        }
        return target.invokeWithArguments(nothing);
      } catch (LinkageError e) {
        return null; // its class could not be initialized
      } catch (Throwable e) {
        throw unexpected(e);
      }
    }

    KnownObject.Making making(List<KnownObject> captured) {
      return new KnownObject.Making(
          host,
          Type.getInternalName(type.returnType()),
          name,
          erased.toMethodDescriptorString(),
          implementation,
          instantiated.toMethodDescriptorString(),
          type.toMethodDescriptorString(),
          captured);
    }
  }

  /** The site that makes objects of a class; null when none is known. */
  @Nullable Link of(Class<?> function) {
    Link link = known.get(function);
    if (link == null && function.isHidden()) {
      link = find(function);
      if (link != null) {
        known.put(function, link);
      }
    }
    return link;
  }

  private @Nullable Link find(Class<?> function) {
    int mark = function.getName().indexOf(MARK);
    Class<?>[] interfaces = function.getInterfaces();
    if (mark < 0 || !isPlain(interfaces)) {
      return null;
    }
    String name = function.getName().substring(0, mark).replace('.', '/');
    ClassRecord host = (ClassRecord) registry.find(registry.record(function), name).orElse(null);
    Class<?> type = host == null ? null : host.type();
    if (host == null || type == null) {
      return null;
    }
    for (MethodHandle bootstrap : bootstraps) {
      for (JpgoSite site : JpgoLinkage.linkedBy(type, bootstrap)) {
        Link link = link(host, site);
        if (link != null
            && link.type.returnType() == interfaces[0]
            && made(site, link) == function) {
          return link;
        }
      }
    }
    return null;
  }

  /** The class of the objects that a site makes, which is asked once. */
  private @Nullable Class<?> made(JpgoSite site, Link link) {
    Class<?> type = asked.get(site);
    if (type == null) {
      Object made = link.made();
      type = made == null ? null : made.getClass();
      if (type != null) {
        asked.put(site, type);
      }
    }
    return type;
  }

  /** Whether the first is the only interface that declares anything. */
  private static boolean isPlain(Class<?>[] interfaces) {
    for (int i = 1; i < interfaces.length; i++) {
      if (interfaces[i] != Serializable.class) {
        return false;
      }
    }
    return interfaces.length > 0;
  }

  private @Nullable Link link(ClassRecord host, JpgoSite site) {
    if (!(site.arguments() instanceof Object[] given)
        || given.length < 3
        || !(given[0] instanceof MethodType erased)
        || !(given[1] instanceof MethodHandle called)
        || !(given[2] instanceof MethodType instantiated)
        || !(site.type() instanceof MethodType type)
        || !(site.appendix() instanceof MethodHandle target)
        || !(site.name() instanceof String name)
        || !target.type().equals(type)) {
      return null;
    }
    Handle implementation = handle(host, called);
    return implementation == null
        ? null
        : new Link(host, type, target, name, erased, implementation, instantiated);
  }

  /**
   * What a handle calls, if the name of its class means the same in the host's code, and is that of
   * the class by which it is called.
   */
  private @Nullable Handle handle(ClassRecord host, MethodHandle called) {
    if (called.isVarargsCollector()) {
      return null;
    }
    MethodHandleInfo info = trusted.revealDirect(called);
    Class<?> declarer = info.getDeclaringClass();
    int kind = info.getReferenceKind();
    boolean received =
        kind != MethodHandleInfo.REF_invokeStatic && kind != MethodHandleInfo.REF_newInvokeSpecial;
    String name = Type.getInternalName(declarer);
    if (declarer.isArray()
        || declarer.isHidden()
        || (received && called.type().parameterType(0) != declarer)
        || registry.find(host, name).orElse(null) != registry.record(declarer)) {
      return null;
    }
    return new Handle(
        kind,
        name,
        info.getName(),
        info.getMethodType().toMethodDescriptorString(),
        declarer.isInterface());
  }

  /** What no getter and no constructor of these throws but for want of memory or stack. */
  static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(thrown);
  }
}
