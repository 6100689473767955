package dev.jpgo.core.world;

import dev.jpgo.core.classfile.CodeHash;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import java.util.Optional;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method of the JDK with the code that it has now, for what rests on code that was read before.
 *
 * @param owner the boot loader's class that declares it
 * @param id it
 * @param code its present code
 */
public record JdkMethod(LoadedClass owner, MethodId id, MethodNode code) {
  /**
   * Looks for a method; empty where its class is not the boot loader's, or its code not here (which
   * asks for it).
   *
   * @param from the class that its owner's name is resolved from
   */
  public static Optional<JdkMethod> find(World world, LoadedClass from, MethodId id) {
    LoadedClass owner = world.find(from, id.owner()).orElse(null);
    if (owner == null || owner.loader() != World.BOOT_LOADER || !owner.known()) {
      return Optional.empty();
    }
    MethodInfo method = owner.info().method(id.name(), id.descriptor()).orElse(null);
    return method == null
        ? Optional.empty()
        : world.code(owner, method).map(code -> new JdkMethod(owner, id, code));
  }

  /** The {@link CodeHash} of its code. */
  public long hash() {
    return CodeHash.of(code);
  }
}
