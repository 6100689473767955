package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MemberAccess;
import dev.jpgo.core.world.World;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Numbers in static final fields of initialized classes: the constants that javac could not know,
 * as {@code $assertionsDisabled} and {@code String.COMPACT_STRINGS}. What was compared with them is
 * decided then.
 *
 * <p><b>Why the result is the same.</b> Only the initializer of its class may write such a field
 * (JVMS 6.5 putstatic, from class-file version 53 on), and has; reflection may not either. So the
 * field holds for good what it holds now, and compilers of the VM take it for that, too. Reading it
 * has no effect: it is resolved, accessible, and its class initialized. Standard input and output,
 * which are written to (JLS 17.5.4), are no numbers.
 */
final class StaticConstants {
  static final String NAME = "static-constants";

  private static final int CONSTANT = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;

  private StaticConstants() {}

  /**
   * Puts numbers in place of the reads of fields.
   *
   * @param owner the class that declares the method of the graph
   */
  static void fold(World world, LoadedClass owner, Graph graph) {
    List<Block> blocks = graph.blocks();
    for (int b = 0; b < blocks.size(); b++) {
      List<Instr> body = blocks.get(b).body();
      for (int i = 0; i < body.size(); i++) {
        Instr instr = body.get(i);
        if (instr.op() == Opcodes.GETSTATIC && !instr.type().isRef()) {
          Object value = value(world, owner, (Operand.Field) instr.operand());
          if (value != null) {
            instr.become(Op.CONST, new Operand.Constant(value), instr.type(), List.of());
          }
        }
      }
    }
  }

  private static @Nullable Object value(World world, LoadedClass from, Operand.Field name) {
    LoadedClass named = world.find(from, name.owner()).orElse(null);
    if (named == null || !named.known()) {
      return null;
    }
    FieldResolver.ResolvedField field =
        FieldResolver.resolve(named, name.name(), name.descriptor()).orElse(null);
    return field != null
            && (field.field().access() & CONSTANT) == CONSTANT
            && field.owner().initialized()
            && field.owner().info().version() >= Opcodes.V9
            && MemberAccess.mayAccess(from, named, field)
        ? field.owner().number(name.name(), name.descriptor()).orElse(null)
        : null;
  }
}
