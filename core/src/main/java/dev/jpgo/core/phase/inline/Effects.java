package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which instructions can be run and forgotten: they change nothing, allocate nothing whose identity
 * could be seen, load and initialize no class, and end or throw a RuntimeException.
 */
final class Effects {
  private Effects() {}

  /** Whether an instruction of {@code owner} can be run, forgotten, and run again. */
  static boolean isReExecutable(World world, LoadedClass owner, Instr instr) {
    int op = instr.op();
    if (instr.isPure()) {
      return true;
    }
    return switch (op) {
      case Opcodes.GETFIELD,
          Opcodes.ARRAYLENGTH,
          Opcodes.IALOAD,
          Opcodes.LALOAD,
          Opcodes.FALOAD,
          Opcodes.DALOAD,
          Opcodes.AALOAD,
          Opcodes.BALOAD,
          Opcodes.CALOAD,
          Opcodes.SALOAD,
          Opcodes.IDIV,
          Opcodes.LDIV,
          Opcodes.IREM,
          Opcodes.LREM ->
          true;
      case Opcodes.CHECKCAST, Opcodes.INSTANCEOF ->
          isLoaded(world, owner, ((Operand.Class) instr.operand()).name());
      case Opcodes.LDC ->
          ((Operand.Constant) instr.operand()).value() instanceof Type type
              && type.getSort() != Type.METHOD
              && isLoaded(world, owner, type.getInternalName());
      case Opcodes.GETSTATIC -> {
        Operand.Field name = (Operand.Field) instr.operand();
        Optional<FieldResolver.ResolvedField> field =
            world
                .find(owner, name.owner())
                .flatMap(named -> FieldResolver.resolve(named, name.name(), name.descriptor()));
        yield field.isPresent() && field.get().owner().initialized();
      }
      default -> false;
    };
  }

  /** Whether a re-executable instruction may throw. */
  static boolean mayFail(Instr instr) {
    int op = instr.op();
    return !instr.isPure()
        && op != Opcodes.GETSTATIC
        && op != Opcodes.INSTANCEOF
        && op != Opcodes.LDC;
  }

  private static boolean isLoaded(World world, LoadedClass owner, String name) {
    String element = AccessPolicy.elementName(name);
    return element == null || world.find(owner, element).isPresent();
  }
}
