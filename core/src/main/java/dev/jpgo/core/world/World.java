package dev.jpgo.core.world;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import java.util.Optional;
import org.objectweb.asm.tree.MethodNode;

/**
 * The running program, as the optimizer of one class may see it. No method loads a class of the
 * program or takes a lock that application code holds.
 *
 * <p>The optimizer knows nothing of the program that it has not been told here, in this very
 * compilation: code is kept for other JVMs together with what was answered (see {@code
 * dev.jpgo.core.cache}). A phase that remembers an answer for the next compilation must know it by
 * the {@link LoadedClass} that it was given, and ask that anew.
 */
public interface World {
  /** {@link LoadedClass#loader()} of the boot loader. */
  Object BOOT_LOADER = new Object();

  /**
   * The loaded class that a name in code of {@code from} means, or empty when it is not known to be
   * loaded by (or through) the defining loader of {@code from}.
   */
  Optional<LoadedClass> find(LoadedClass from, String internalName);

  /**
   * The original code of a method (as handed to the transformer; expanded frames), not to be
   * changed, or empty when it has none or its bytes are not to be had.
   */
  Optional<MethodNode> code(LoadedClass owner, MethodInfo method);

  /**
   * The one object that all receivers of a call were, when a lambda or method reference made it;
   * empty when they were several or it is not known. A guess: there may be other receivers.
   *
   * @param site ordinal of the call in the method's original code
   */
  default Optional<KnownObject> receiver(LoadedClass owner, MethodInfo method, int site) {
    return Optional.empty();
  }

  /** What was counted of a method, or empty. */
  Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method);

  /**
   * Whether something that has been asked for in this compilation is not known yet but will be
   * soon, and its result will be thrown away for that, so that it need not be finished.
   */
  default boolean isProvisional() {
    return false;
  }
}
