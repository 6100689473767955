package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MemberAccess;
import dev.jpgo.core.world.MethodResolver;
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
      case Opcodes.ARRAYLENGTH,
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
          resolves(world, owner, ((Operand.Class) instr.operand()).name());
      case Opcodes.LDC ->
          ((Operand.Constant) instr.operand()).value() instanceof Type type
              && type.getSort() != Type.METHOD
              && resolves(world, owner, type.getInternalName());
      case Opcodes.GETFIELD -> field(world, owner, instr, false).isPresent();
      case Opcodes.GETSTATIC ->
          field(world, owner, instr, true).filter(field -> field.owner().initialized()).isPresent();
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

  private static boolean resolves(World world, LoadedClass owner, String name) {
    String element = AccessPolicy.elementName(name);
    LoadedClass named = element == null ? null : world.find(owner, element).orElse(null);
    return element == null
        || named != null && named.known() && MethodResolver.mayAccess(owner, named);
  }

  /** The field that an instruction touches; empty if that might be an error (JVMS 5.4.3.2). */
  private static Optional<FieldResolver.ResolvedField> field(
      World world, LoadedClass owner, Instr instr, boolean isStatic) {
    Operand.Field name = (Operand.Field) instr.operand();
    LoadedClass named = world.find(owner, name.owner()).orElse(null);
    return named == null
        ? Optional.empty()
        : FieldResolver.resolve(named, name.name(), name.descriptor())
            .filter(field -> isStatic == ((field.field().access() & Opcodes.ACC_STATIC) != 0))
            .filter(field -> MemberAccess.mayAccessVerified(owner, named, field));
  }
}
