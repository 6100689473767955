package dev.jpgo.agent.hooks;

import dev.jpgo.core.jdk.JdkPatch;
import dev.jpgo.core.jdk.PatchResult;
import dev.jpgo.runtime.JpgoLinkage;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Patches the classes of the boot loader that it was told of, whenever they are loaded or
 * retransformed. A class that is not what its patch expects stays as it is. As the first to see any
 * retransformation, whoever asked for it, it also tells the cache of call sites to answer.
 */
final class HookTransformer implements ClassFileTransformer {
  /** Replaced, never changed. */
  private volatile Map<String, JdkPatch> patches = Map.of();

  /** While the hooks themselves retransform; classes of the JDK that have linked nothing yet. */
  volatile boolean installing;

  /** What is told of retransformations while nobody else does; mostly null. */
  volatile @Nullable TraceTable lines;

  /** Class files before and after, of classes that the hooks have retransformed. */
  final Map<Class<?>, byte[][]> changed = new ConcurrentHashMap<>();

  private final Map<String, String> outcomes = new ConcurrentHashMap<>();

  void add(JdkPatch patch) {
    Map<String, JdkPatch> more = new HashMap<>(patches);
    more.put(patch.className(), patch);
    patches = more;
  }

  /** Whether the class need not exist in every JVM, and is patched when it is loaded. */
  boolean isLazy(String internalName) {
    JdkPatch patch = patches.get(internalName);
    return patch != null && !patch.inBaseModule();
  }

  /** Whether the class was patched or refused already. */
  boolean hasSeen(String internalName) {
    return outcomes.containsKey(internalName);
  }

  /** Why the class has no hook; null when it has, or is not loaded yet. */
  @Nullable String refusal(String internalName) {
    String outcome = outcomes.get(internalName);
    return outcome == null || outcome.isEmpty() ? null : outcome;
  }

  void refuse(String internalName, String reason) {
    outcomes.put(internalName, reason);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (redefined != null && !installing) {
      JpgoLinkage.relinking = true;
      TraceTable told = lines;
      if (told != null) {
        told.uncertain(redefined);
      }
    }
    if (loader != null || className == null) {
      return null;
    }
    JdkPatch patch = patches.get(className);
    if (patch == null) {
      return null;
    }
    try {
      PatchResult result = patch.apply(classFile);
      if (result instanceof PatchResult.Patched patched) {
        outcomes.put(className, "");
        if (redefined != null && installing) {
          changed.put(redefined, new byte[][] {classFile, patched.classFile()});
        }
        return patched.classFile();
      }
      refuse(className, ((PatchResult.Refused) result).reason());
    } catch (Throwable failure) {
      refuse(className, String.valueOf(failure));
    }
    return null;
  }
}
