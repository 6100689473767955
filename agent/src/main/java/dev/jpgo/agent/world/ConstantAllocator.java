package dev.jpgo.agent.world;

import dev.jpgo.core.instrument.ConstantHolders;
import dev.jpgo.core.instrument.RuntimeNames;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts objects into fields of the runtime, where optimized code finds them: for good, so these must
 * be objects that live as long as the JVM anyway. Controller thread only.
 */
public final class ConstantAllocator {
  /** Objects that there may be; code is not compared with more. */
  private static final int MOST = 4096;

  private final MethodHandles.Lookup runtime;
  private final Map<Object, Place> places = new IdentityHashMap<>();
  private @Nullable Class<?> holder;

  /**
   * Where an object is.
   *
   * @param holder internal name of a class
   * @param field name of a static field
   */
  record Place(String holder, String field) {}

  /**
   * @param runtime a lookup that may define classes next to the runtime
   */
  ConstantAllocator(MethodHandles.Lookup runtime) {
    this.runtime = runtime;
  }

  /** The place of an object, which it has from now on; null when there are too many. */
  @Nullable Place place(Object object) {
    Place known = places.get(object);
    if (known == null && places.size() < MOST) {
      known = put(object);
      places.put(object, known);
    }
    return known;
  }

  private Place put(Object object) {
    int number = places.size() / ConstantHolders.FIELDS;
    int index = places.size() % ConstantHolders.FIELDS;
    try {
      Class<?> type = holder;
      if (type == null || index == 0) {
        type = runtime.defineClass(ConstantHolders.generate(number));
        holder = type;
      }
      Field field = type.getField(RuntimeNames.constant(index));
      field.set(null, object);
      return new Place(RuntimeNames.constants(number), field.getName());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("holder of constants", e);
    }
  }
}
