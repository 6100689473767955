package dev.jpgo.test.differential;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.tree.MethodNode;

/** A program of which something was counted. */
final class ProfiledWorld implements World {
  private final World program;
  private final RandomProfiles profiles;
  private final Map<MethodId, Optional<MethodProfile>> drawn = new HashMap<>();

  ProfiledWorld(World program, RandomProfiles profiles) {
    this.program = program;
    this.profiles = profiles;
  }

  @Override
  public Optional<LoadedClass> find(LoadedClass from, String internalName) {
    return program.find(from, internalName);
  }

  @Override
  public Optional<MethodNode> code(LoadedClass owner, MethodInfo method) {
    return program.code(owner, method);
  }

  @Override
  public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
    MethodId id = new MethodId(owner.name(), method.name(), method.descriptor());
    Optional<MethodProfile> known = drawn.get(id);
    if (known == null) {
      known = code(owner, method).flatMap(code -> profiles.of(id, code));
      drawn.put(id, known);
    }
    return known;
  }
}
