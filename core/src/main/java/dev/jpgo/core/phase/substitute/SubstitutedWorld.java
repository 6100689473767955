package dev.jpgo.core.phase.substitute;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.KnownObject;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;
import java.util.Optional;
import org.objectweb.asm.tree.MethodNode;

/** The program with substituted bodies in it, of which nothing was counted. */
public final class SubstitutedWorld implements World {
  private final World world;
  private final Mode mode;

  public SubstitutedWorld(World world, Mode mode) {
    this.world = world;
    this.mode = mode;
  }

  @Override
  public Optional<LoadedClass> find(LoadedClass from, String internalName) {
    return world.find(from, internalName);
  }

  @Override
  public Optional<MethodNode> code(LoadedClass owner, MethodInfo method) {
    Optional<MethodNode> code = world.code(owner, method);
    if (code.isEmpty()) {
      return code;
    }
    Optional<MethodNode> better = Substitutions.of(mode, owner, code.get());
    return better.isPresent() ? better : code;
  }

  @Override
  public Optional<KnownObject> receiver(LoadedClass owner, MethodInfo method, int site) {
    return Substitutions.mayReplace(owner, method)
        ? Optional.empty()
        : world.receiver(owner, method, site);
  }

  /** Of a method that has another body here, what was counted says nothing. */
  @Override
  public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
    return Substitutions.mayReplace(owner, method)
        ? Optional.empty()
        : world.profile(owner, method);
  }

  @Override
  public boolean isProvisional() {
    return world.isProvisional();
  }
}
