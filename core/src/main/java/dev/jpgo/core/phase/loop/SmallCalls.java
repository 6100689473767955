package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;

/**
 * Calls of one known method that is so small that C1 puts its code in their place, such as those of
 * getters that the optimizer may not look into. An estimate, by which nothing but speed goes.
 */
public final class SmallCalls implements Predicate<Instr> {
  /** Bytes of code up to which a method hardly does more than read a field. */
  private static final int SMALL = 12;

  private final World world;
  private final LoadedClass owner;
  private final HierarchyAnalysis hierarchy = new HierarchyAnalysis();

  /**
   * @param owner the class that names what is called
   */
  public SmallCalls(World world, LoadedClass owner) {
    this.world = world;
    this.owner = owner;
  }

  /** Whether an instruction is such a call. */
  @Override
  public boolean test(Instr instr) {
    if (!(instr.operand() instanceof Operand.Method name)
        || name.isInterface()
        || name.owner().startsWith("[")) {
      return false;
    }
    LoadedClass named = world.find(owner, name.owner()).orElse(null);
    if (named == null || !named.known()) {
      return false;
    }
    ResolvedMethod called =
        MethodResolver.resolve(named, name.name(), name.descriptor(), false).orElse(null);
    if (called != null && instr.op() == Opcodes.INVOKEVIRTUAL) {
      called =
          hierarchy.uniqueTarget(named, called).map(HierarchyAnalysis.Target::method).orElse(null);
    }
    return called != null && isSmall(called);
  }

  private static boolean isSmall(ResolvedMethod method) {
    return method.method().hasCode()
        && method.method().codeLength() <= SMALL
        && !method.method().isSynchronized();
  }
}
