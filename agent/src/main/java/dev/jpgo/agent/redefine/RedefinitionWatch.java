package dev.jpgo.agent.redefine;

import java.lang.instrument.ClassFileTransformer;
import java.lang.ref.WeakReference;
import java.security.ProtectionDomain;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Tells which classes are redefined. The VM calls a transformer that cannot retransform before all
 * that can, for classes that are loaded and that are redefined, but not for those that are
 * retransformed.
 */
final class RedefinitionWatch implements ClassFileTransformer {
  /** Of which the transformers that can retransform have not been called yet: hardly ever any. */
  private final Queue<WeakReference<Class<?>>> begun = new ConcurrentLinkedQueue<>();

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> type,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (type != null) {
      begun.add(new WeakReference<>(type));
    }
    return null;
  }

  /** Whether a class that is handed to transformers is redefined; says so once. */
  boolean take(Class<?> type) {
    boolean found = false;
    for (Iterator<WeakReference<Class<?>>> each = begun.iterator(); each.hasNext(); ) {
      WeakReference<Class<?>> next = each.next();
      if (next.refersTo(type)) {
        found = true;
        each.remove();
      } else if (next.refersTo(null)) {
        each.remove();
      }
    }
    return found;
  }
}
