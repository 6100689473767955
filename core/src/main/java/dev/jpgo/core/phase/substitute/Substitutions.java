package dev.jpgo.core.phase.substitute;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;
import java.util.Optional;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which methods are replaced, in interpreter mode alone. Sound because only code that was read and
 * found to do the same is replaced, known by its hash: another JDK, or another agent's change, is
 * left as it is. Stateless.
 */
public final class Substitutions {
  /** Name of the phase, for reports and for switching it off. */
  public static final String NAME = "substitution";

  private Substitutions() {}

  /**
   * The better body of a method.
   *
   * @param code the method as the JDK has it
   */
  public static Optional<MethodNode> of(Mode mode, LoadedClass owner, MethodNode code) {
    return mode == Mode.INTERPRETER && holdsSome(owner)
        ? ArrayMismatch.substitute(code)
        : Optional.empty();
  }

  /** Whether a method is one of those that are replaced if their code is known. */
  public static boolean mayReplace(LoadedClass owner, MethodInfo method) {
    return holdsSome(owner) && ArrayMismatch.mayReplace(method.name(), method.descriptor());
  }

  /** Whether any method of a class may be replaced. */
  public static boolean holdsSome(LoadedClass owner) {
    return owner.loader() == World.BOOT_LOADER && owner.name().equals(ArrayMismatch.OWNER);
  }
}
