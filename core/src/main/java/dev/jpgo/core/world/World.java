package dev.jpgo.core.world;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import java.util.Optional;
import org.objectweb.asm.tree.MethodNode;

/**
 * The running program, as the optimizer of one class may see it. No method loads a class of the
 * program or takes a lock that application code holds.
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
   * The original code of a method (as handed to the transformer; expanded frames), a fresh copy
   * each time, or empty when it has none or its bytes are not to be had.
   */
  Optional<MethodNode> code(LoadedClass owner, MethodInfo method);

  /** What was counted of a method, or empty. */
  Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method);
}
