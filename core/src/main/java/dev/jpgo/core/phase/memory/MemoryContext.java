package dev.jpgo.core.phase.memory;

import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;

/**
 * What the phases of this package need to know beside the graph.
 *
 * @param world the running program
 * @param owner the class whose method is compiled; names in the graph are names of its
 * @param runtime internal name of the class whose static fields are the optimizer's own: assumption
 *     flags and counters
 * @param costs what things cost
 */
public record MemoryContext(World world, LoadedClass owner, String runtime, CostModel costs) {}
