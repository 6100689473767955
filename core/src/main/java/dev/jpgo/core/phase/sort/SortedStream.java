package dev.jpgo.core.phase.sort;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.dynamic.FunctionLinkage;
import dev.jpgo.core.phase.dynamic.KnownCollectors;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Whether a sorted stream is ended in the same block, with nothing on the way that could change
 * what is sorted or learn of another thread's changes: then its list may be read where the stream
 * is told to sort, rather than where it is ended. And whether it can do without a stream until
 * then.
 */
final class SortedStream {
  private static final String PACKAGE = "java/util/stream/";
  private static final String COMPARATOR = "java/util/Comparator";

  private static final Set<String> STAGES =
      Set.of(
          "filter",
          "map",
          "mapToInt",
          "mapToLong",
          "mapToDouble",
          "mapToObj",
          "boxed",
          "asLongStream",
          "asDoubleStream",
          "flatMap",
          "distinct",
          "limit",
          "skip",
          "peek",
          "takeWhile",
          "dropWhile");

  /** Those that look at elements before they return; {@code count} may not ask for any. */
  private static final Set<String> ENDS =
      Set.of(
          "forEach",
          "forEachOrdered",
          "toArray",
          "toList",
          "reduce",
          "collect",
          "sum",
          "average",
          "min",
          "max",
          "anyMatch",
          "allMatch",
          "noneMatch",
          "findFirst",
          "findAny");

  private final World world;
  private final LoadedClass owner;
  private final Uses uses;

  SortedStream(World world, LoadedClass owner, Uses uses) {
    this.world = world;
    this.owner = owner;
    this.uses = uses;
  }

  boolean endsAtOnce(Instr sorted) {
    Block block = sorted.block();
    Instr stream = sorted.input(0);
    if (block == null || uses.count(stream) != 1) {
      return false;
    }
    List<Instr> body = block.body();
    Instr at = sorted;
    for (int i = body.indexOf(sorted) + 1; i < body.size(); i++) {
      Instr instr = body.get(i);
      if (isNext(instr, at)) {
        String name = ((Operand.Method) instr.operand()).name();
        if (ENDS.contains(name)) {
          return readsFirst(instr, name);
        }
        if (!STAGES.contains(name)) {
          return false;
        }
        at = instr;
      } else if (!isHarmless(instr)) {
        return false;
      }
    }
    return false;
  }

  /**
   * Whether the stream may as well be made right before it is told to sort: it is in the same
   * block, and between there is nothing but boxes, and comparators and functions that are made of
   * such as are not null. No field is read there: what makes a stream of another list may be code
   * of the program that sets it.
   */
  boolean mayBeMadeLater(Instr sorted) {
    Block block = sorted.block();
    Instr stream = sorted.input(0);
    if (block == null || stream.block() != block) {
      return false;
    }
    List<Instr> body = block.body();
    for (Instr instr : body.subList(body.indexOf(stream) + 1, body.indexOf(sorted))) {
      if (!cannotFail(instr) && KeyOrder.of(instr) == null) {
        return false;
      }
    }
    return true;
  }

  private boolean cannotFail(Instr instr) {
    return instr.isPure()
        || switch (instr.op()) {
          case Opcodes.INVOKEDYNAMIC -> makesFunction((Operand.Dynamic) instr.operand());
          case Opcodes.INVOKESTATIC -> makesBox((Operand.Method) instr.operand());
          default -> false;
        };
  }

  /** Whether no code of the program may run before the list is read. */
  private static boolean readsFirst(Instr end, String name) {
    return switch (name) {
      case "toArray" -> end.inputs().size() == 1;
      case "collect" -> end.inputs().size() > 2 || KnownCollectors.isOne(end.input(1));
      default -> true;
    };
  }

  /** Whether an instruction is the one use of a stream, a call on it. */
  private boolean isNext(Instr instr, Instr stream) {
    return instr.op() == Opcodes.INVOKEINTERFACE
        && instr.input(0) == stream
        && uses.count(stream) == 1
        && ((Operand.Method) instr.operand()).owner().startsWith(PACKAGE);
  }

  private boolean isHarmless(Instr instr) {
    if (instr.isPure()) {
      return true;
    }
    return switch (instr.op()) {
      case Opcodes.INVOKEDYNAMIC -> makesFunction((Operand.Dynamic) instr.operand());
      case Opcodes.INVOKESTATIC -> {
        Operand.Method called = (Operand.Method) instr.operand();
        yield KnownCollectors.isOne(instr) || called.owner().equals(COMPARATOR) || makesBox(called);
      }
      case Opcodes.GETFIELD -> isPlain((Operand.Field) instr.operand());
      default -> false;
    };
  }

  private static boolean makesBox(Operand.Method called) {
    return switch (called.owner()) {
      case "java/lang/Integer", "java/lang/Long", "java/lang/Double", "java/lang/Boolean" ->
          called.name().equals("valueOf") && called.descriptor().charAt(1) != 'L';
      default -> false;
    };
  }

  /**
   * Classes that linking asks for are there, and may be named, so that no loader of the program is
   * asked, and nothing fails; and making the function, which linking does where it captures
   * nothing, initializes none.
   */
  private boolean makesFunction(Operand.Dynamic site) {
    return site.bootstrap().getOwner().equals(FunctionLinkage.FACTORY)
        && site.arguments().size() == 3
        && site.arguments().get(0) instanceof Type erased
        && site.arguments().get(1) instanceof Handle handle
        && site.arguments().get(2) instanceof Type instantiated
        && initializesNothing(Type.getReturnType(site.descriptor()).getInternalName())
        && mayName(Type.getObjectType(handle.getOwner()))
        && mayName(Type.getMethodType(site.descriptor()))
        && mayName(erased)
        && mayName(instantiated)
        && mayName(Type.getType(handle.getDesc()));
  }

  private boolean initializesNothing(String made) {
    return world.find(owner, made).filter(FunctionLinkage::isImplementedUnseen).isPresent();
  }

  private boolean mayName(Type type) {
    return FunctionLinkage.mayName(world, owner, type);
  }

  private boolean isPlain(Operand.Field name) {
    return world
        .find(owner, name.owner())
        .flatMap(named -> FieldResolver.resolve(named, name.name(), name.descriptor()))
        .filter(field -> (field.field().access() & Opcodes.ACC_VOLATILE) == 0)
        .isPresent();
  }
}
