package dev.jpgo.core.phase;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.ir.SyntheticLines;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * One method to bring to tier 2.
 *
 * @param owner the class that declares it
 * @param info the method
 * @param code its code with expanded frames: the original, perhaps with an on-stack-replacement
 *     prologue in front; not changed
 * @param sites the ordinal of each instruction in the original code, or null when {@code code} is
 *     just the original
 * @param profile what was counted of it, or null
 * @param world the running program
 * @param mode how the VM executes
 * @param costs what things cost there
 * @param limits bounds
 * @param flag the flag that this version's assumptions get; used in interpreter mode alone
 * @param choices what the planner may decide either way
 * @param lines line numbers for inlined code
 * @param disabledPhases names of phases that are switched off
 * @param verify whether the graph is verified after each phase
 */
public record CompileRequest(
    LoadedClass owner,
    MethodInfo info,
    MethodNode code,
    @Nullable Map<AbstractInsnNode, Integer> sites,
    @Nullable MethodProfile profile,
    World world,
    Mode mode,
    CostModel costs,
    InlineLimits limits,
    FlagField flag,
    FreeChoices choices,
    SyntheticLines lines,
    Set<String> disabledPhases,
    boolean verify) {
  public CompileRequest {
    disabledPhases = Set.copyOf(disabledPhases);
  }

  /** The same method with another body, of which nothing was counted, in such a world. */
  CompileRequest with(MethodNode body, World otherWorld) {
    return with(body, null, null, otherWorld, limits);
  }

  /** The same in another world. */
  CompileRequest in(World otherWorld) {
    return with(code, sites, profile, otherWorld, limits);
  }

  /** What phases that reuse memory need to know. */
  MemoryContext memory() {
    return new MemoryContext(world, owner, flag.owner(), costs);
  }

  /** The same with other limits. */
  CompileRequest with(InlineLimits otherLimits) {
    return with(code, sites, profile, world, otherLimits);
  }

  private CompileRequest with(
      MethodNode body,
      @Nullable Map<AbstractInsnNode, Integer> itsSites,
      @Nullable MethodProfile counted,
      World otherWorld,
      InlineLimits otherLimits) {
    return new CompileRequest(
        owner,
        info,
        body,
        itsSites,
        counted,
        otherWorld,
        mode,
        costs,
        otherLimits,
        flag,
        choices,
        lines,
        disabledPhases,
        verify);
  }
}
