package dev.jpgo.agent.compiler;

import dev.jpgo.core.cache.Sink;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers by which both sides call classes. Given out in order and never again; a class's
 * supertypes have theirs before it. Keeps no class alive.
 */
final class ClassNumbers {
  /** Records of classes are compared by identity, and so found here by it. */
  private final Map<LoadedClass, Integer> numbers = new WeakHashMap<>();

  private final List<WeakReference<LoadedClass>> classes = new ArrayList<>();
  private final Map<Object, Integer> loaders = new IdentityHashMap<>();

  ClassNumbers() {
    loaders.put(World.BOOT_LOADER, 0);
  }

  /** The class of a number; null when it has been unloaded. */
  @Nullable LoadedClass get(int number) {
    return classes.get(number).get();
  }

  int last() {
    return classes.size() - 1;
  }

  /** The number of a class if it has one; or {@link Wire#NONE}. */
  int known(LoadedClass type) {
    Integer known = numbers.get(type);
    return known == null ? Wire.NONE : known;
  }

  /** The number of a class; what a new one is, is told in the message. */
  int of(LoadedClass type, Answer message) {
    Integer known = numbers.get(type);
    if (known != null) {
      return known;
    }
    LoadedClass above = type.superclass().orElse(null);
    int superclass = above == null ? Wire.NONE : of(above, message);
    List<LoadedClass> direct = type.interfaces();
    int[] interfaces = new int[direct.size()];
    for (int i = 0; i < interfaces.length; i++) {
      interfaces[i] = of(direct.get(i), message);
    }
    int number = classes.size();
    classes.add(new WeakReference<>(type));
    numbers.put(type, number);
    Sink news = message.news();
    Wire.text(news, type.name());
    news.number(loader(type.loader()));
    news.number(superclass);
    news.number(interfaces.length);
    for (int each : interfaces) {
      news.number(each);
    }
    return number;
  }

  private int loader(Object loader) {
    Integer known = loaders.get(loader);
    if (known == null) {
      known = loaders.size();
      loaders.put(loader, known);
    }
    return known;
  }
}
