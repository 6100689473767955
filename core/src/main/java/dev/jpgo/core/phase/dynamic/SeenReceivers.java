package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The receivers that were counted at the calls of a graph, at those that were inlined, too. */
public final class SeenReceivers {
  private final World world;
  private final LoadedClass owner;
  private final @Nullable MethodProfile profile;

  /**
   * @param owner the class that declares the method
   * @param profile what was counted of it, or null
   */
  public SeenReceivers(World world, LoadedClass owner, @Nullable MethodProfile profile) {
    this.world = world;
    this.owner = owner;
    this.profile = profile;
  }

  /**
   * Whether a call's receivers were mostly of one class.
   *
   * @param className internal name of it
   * @param share what part of them must have been
   */
  public boolean areMostly(Instr call, String className, double share) {
    return areMostly(call, List.of(className), share);
  }

  /**
   * Whether a call's receivers were mostly of some classes.
   *
   * @param classNames internal names of them
   * @param share what part of them must have been
   */
  public boolean areMostly(Instr call, List<String> classNames, double share) {
    MethodProfile counted = call.position().caller() == null ? profile : profile(call);
    TypeHistogram seen = counted == null ? null : counted.receivers().get(call.site());
    if (seen == null || seen.entries().isEmpty()) {
      return false;
    }
    long count = 0;
    for (TypeHistogram.Entry entry : seen.entries()) {
      count += classNames.contains(entry.className()) ? entry.count() : 0;
    }
    return count > 0 && count >= share * seen.total();
  }

  /** What was counted of the method that a call was inlined with. */
  private @Nullable MethodProfile profile(Instr call) {
    MethodId method = call.position().method();
    LoadedClass holder = world.find(owner, method.owner()).orElse(null);
    if (holder == null || !holder.known()) {
      return null;
    }
    MethodInfo info = holder.info().method(method.name(), method.descriptor()).orElse(null);
    return info == null ? null : world.profile(holder, info).orElse(null);
  }
}
