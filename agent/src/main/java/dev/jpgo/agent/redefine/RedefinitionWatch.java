package dev.jpgo.agent.redefine;

import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * Tells which classes are redefined. The VM calls a transformer that cannot retransform before all
 * that can, for classes that are loaded and that are redefined, but not for those that are
 * retransformed.
 */
final class RedefinitionWatch implements ClassFileTransformer {
  private final ClassRegistry registry;

  RedefinitionWatch(ClassRegistry registry) {
    this.registry = registry;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> type,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    ClassRecord record = type == null ? null : registry.existing(type);
    if (record != null && record.attachment() instanceof ClassState state) {
      state.bytes().redefining();
    }
    return null;
  }
}
