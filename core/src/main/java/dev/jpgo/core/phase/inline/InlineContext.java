package dev.jpgo.core.phase.inline;

import dev.jpgo.core.phase.dynamic.DynamicSites;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;

/**
 * What inlining into one method goes by.
 *
 * @param root the class that declares the method
 * @param world the running program
 * @param mode how the VM executes
 * @param costs what things cost there
 * @param limits bounds
 * @param flag the flag that stands for the version's assumptions
 * @param choices what may be decided either way
 * @param again whether the method is most likely compiled once more, when more has been counted
 * @param dynamics what becomes of {@code invokedynamic} sites in callees
 */
public record InlineContext(
    LoadedClass root,
    World world,
    Mode mode,
    CostModel costs,
    InlineLimits limits,
    FlagField flag,
    FreeChoices choices,
    boolean again,
    DynamicSites dynamics) {}
