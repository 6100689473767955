package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.TypeMerger;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Merges types by the hierarchy of loaded classes, as code of one class sees it.
 *
 * @param world the running program
 * @param from the class that names the types
 */
public record WorldTypeMerger(World world, LoadedClass from) implements TypeMerger {
  private static final String OBJECT = "java/lang/Object";

  @Override
  public @Nullable String commonSuperclass(String first, String second) {
    LoadedClass a = world.find(from, first).orElse(null);
    LoadedClass b = world.find(from, second).orElse(null);
    if (a == null || b == null || !a.known() || !b.known()) {
      return null;
    }
    if (a.info().isInterface() || b.info().isInterface()) {
      return OBJECT;
    }
    for (LoadedClass at = a; at != null; at = at.superclass().orElse(null)) {
      if (HierarchyAnalysis.isSubtype(b, at)) {
        return at.name();
      }
    }
    return null;
  }
}
