package dev.jpgo.agent.world;

import dev.jpgo.core.classfile.FieldInfo;
import dev.jpgo.core.world.KnownObject;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * What functions are that a program has made by {@code LambdaMetafactory}: lambdas, method
 * references, and what they have captured, read from the fields of their classes. Controller thread
 * only.
 *
 * <p>Only objects are told of that live as long as the JVM, since they are put where code finds
 * them: functions that capture nothing, which the one call site of a class that is never unloaded
 * gives each time, and what a static final field of such a class holds.
 */
public final class FunctionReader {
  /** Functions within functions; what is deeper is not looked at. */
  private static final int DEEPEST = 8;

  private final ClassRegistry registry;
  private final ConstantAllocator constants;
  private final MethodHandles.Lookup trusted;
  private final FunctionSites sites;

  private FunctionReader(
      ClassRegistry registry, ConstantAllocator constants, MethodHandles.Lookup trusted)
      throws ReflectiveOperationException {
    this.registry = registry;
    this.constants = constants;
    this.trusted = trusted;
    this.sites = new FunctionSites(registry, trusted);
  }

  /** A reader; null where the JDK does not let it read. */
  public static @Nullable FunctionReader of(ClassRegistry registry, ConstantAllocator constants) {
    try {
      Field all = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
      all.setAccessible(true);
      return new FunctionReader(registry, constants, (MethodHandles.Lookup) all.get(null));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null; // another JDK: calls of functions stay
    }
  }

  /**
   * What an object is, if it is a function and lives as long as the JVM.
   *
   * @param user a class that uses it
   */
  public Optional<KnownObject> read(Object object, ClassRecord user) {
    Described function = describe(object, 0);
    if (function == null || !lives(function, user)) {
      return Optional.empty();
    }
    return Optional.ofNullable(place(function));
  }

  /** An object with what it has captured, and the site that made it, if one is known to have. */
  private record Described(
      Object object, FunctionSites.@Nullable Link link, List<Described> captured) {}

  private @Nullable Described describe(Object object, int depth) {
    FunctionSites.Link link =
        depth == DEEPEST || !isPermanent(object.getClass()) ? null : sites.of(object.getClass());
    if (link == null) {
      return depth == 0 ? null : new Described(object, null, List.of());
    }
    List<Described> captured = new ArrayList<>();
    for (int i = 0; i < link.type().parameterCount(); i++) {
      Object value = captured(object, link.type().parameterType(i), i);
      Described each = value == null ? null : describe(value, depth + 1);
      if (each == null) {
        return depth == 0 ? null : new Described(object, null, List.of());
      }
      captured.add(each);
    }
    return new Described(object, link, captured);
  }

  /** What is in a field, if its type is one that a reference of any class may be taken for. */
  private @Nullable Object captured(Object object, Class<?> type, int index) {
    if (!type.isInterface() && type != Object.class) {
      return null;
    }
    try {
      MethodHandle getter = trusted.findGetter(object.getClass(), "arg$" + (index + 1), type);
      Object value = getter.invoke(object);
      return type.isInstance(value) ? value : null;
    } catch (ReflectiveOperationException e) {
      return null; // another JDK calls it otherwise
    } catch (Throwable e) {
      throw FunctionSites.unexpected(e);
    }
  }

  // --- how long it lives

  private static boolean isPermanent(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    ClassLoader at = ClassLoader.getSystemClassLoader();
    while (at != null && at != loader) {
      at = at.getParent();
    }
    return at == loader;
  }

  private boolean lives(Described function, ClassRecord user) {
    FunctionSites.Link link = function.link;
    if (link == null) {
      return false;
    }
    if (function.captured.isEmpty()) {
      return link.gives(function.object);
    }
    Set<ClassRecord> holders = new HashSet<>();
    holders.add(user);
    addHosts(function, holders);
    for (ClassRecord holder : holders) {
      if (holds(holder, function.object, link.type().returnType())) {
        return true;
      }
    }
    return false;
  }

  /** The classes whose code has made a function, and what it is made of. */
  private static void addHosts(Described function, Set<ClassRecord> hosts) {
    if (function.link != null) {
      hosts.add(function.link.host());
    }
    for (Described each : function.captured) {
      addHosts(each, hosts);
    }
  }

  /** Whether a static final field of a class holds an object, which it then does for good. */
  private boolean holds(ClassRecord holder, Object object, Class<?> type) {
    Class<?> loaded = holder.type();
    if (loaded == null
        || !isPermanent(loaded)
        || !holder.known()
        || !holder.initialized()
        || holder.info().version() < Opcodes.V9) {
      return false;
    }
    int constant = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    for (FieldInfo each : holder.info().fields()) {
      if ((each.access() & constant) == constant
          && each.descriptor().equals(type.descriptorString())
          && value(loaded, each.name(), type) == object) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Object value(Class<?> holder, String field, Class<?> type) {
    try {
      return trusted.findStaticGetter(holder, field, type).invoke();
    } catch (ReflectiveOperationException e) {
      return null; // of another type with this name
    } catch (Throwable e) {
      throw FunctionSites.unexpected(e);
    }
  }

  // --- what is told

  private @Nullable KnownObject place(Described function) {
    List<KnownObject> captured = new ArrayList<>();
    for (Described each : function.captured) {
      KnownObject placed = place(each);
      if (placed == null) {
        return null;
      }
      captured.add(placed);
    }
    ConstantAllocator.Place place = constants.place(function.object);
    return place == null
        ? null
        : new KnownObject(
            place.holder(),
            place.field(),
            function.link == null ? null : function.link.making(captured));
  }
}
