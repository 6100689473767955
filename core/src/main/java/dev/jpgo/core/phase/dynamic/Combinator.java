package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method of one of the JDK's interfaces that makes a function of what it is given, as {@code
 * Function.andThen} and {@code Predicate.negate} do. Told by its code, not by its name: any number
 * of {@code Objects.requireNonNull} of parameters, then one {@code invokedynamic} of {@code
 * LambdaMetafactory.metafactory} that captures parameters as they are, which is returned. What
 * implements the function is a static method of the same interface, or a private one that is called
 * on the combinator's receiver; it takes what was captured and then what the functional method
 * takes, without any conversion.
 *
 * @param method the method
 * @param function the functional interface that it makes an object of
 * @param name name of the functional method
 * @param erased descriptor of the functional method
 * @param implementation what a call of it runs
 * @param required the parameters that may not be null, in the order in which they are looked at;
 *     the receiver of a default method counts
 * @param captured the parameters that come first when the implementation is called
 */
record Combinator(
    ResolvedMethod method,
    LoadedClass function,
    String name,
    String erased,
    ResolvedMethod implementation,
    List<Integer> required,
    List<Integer> captured) {
  private static final String OBJECTS = "java/util/Objects";

  /** Whether a method is one, as far as its declaration tells. */
  static boolean mayBe(ResolvedMethod method) {
    int access = method.method().access();
    return method.owner().loader() == World.BOOT_LOADER
        && method.owner().info().isInterface()
        && (access & Opcodes.ACC_PUBLIC) != 0
        && method.method().hasCode()
        && !method.method().name().startsWith("<")
        && Type.getReturnType(method.method().descriptor()).getSort() == Type.OBJECT;
  }

  /**
   * What a method is, or null when it is no combinator.
   *
   * @param code its code
   */
  static @Nullable Combinator of(World world, ResolvedMethod method, Graph code) {
    if (!mayBe(method) || code.blocks().size() != 1) {
      return null;
    }
    Block block = code.entry();
    List<Integer> required = new ArrayList<>(1);
    Instr made = null;
    for (Instr instr : block.body()) {
      if (instr.op() == Op.PARAM) {
        continue;
      }
      if (made == null && instr.op() == Opcodes.INVOKEDYNAMIC) {
        made = instr;
      } else if (made == null && requiresNonNull(instr)) {
        required.add(code.params().indexOf(instr.input(0)));
      } else {
        return null;
      }
    }
    Instr last = block.terminator();
    List<Integer> captured = new ArrayList<>(2);
    if (made == null || last.op() != Opcodes.ARETURN || last.input(0) != made) {
      return null;
    }
    for (Instr input : made.inputs()) {
      captured.add(code.params().indexOf(input));
    }
    return required.contains(-1) || captured.contains(-1)
        ? null
        : of(world, method, made, required, captured);
  }

  private static @Nullable Combinator of(
      World world,
      ResolvedMethod method,
      Instr made,
      List<Integer> required,
      List<Integer> captured) {
    LoadedClass owner = method.owner();
    FunctionalSite site =
        FunctionalSite.of(world, owner, made, (named, called, type) -> called.owner() == owner);
    ResolvedMethod implementation = site == null ? null : site.ownAndUnconverted(owner);
    Type returned = Type.getReturnType(method.method().descriptor());
    return site == null
            || implementation == null
            || !implementation.method().hasCode()
            || !(implementation.method().isStatic() || isOfReceiver(method, captured))
            || !returned.equals(Type.getReturnType(((Operand.Dynamic) made.operand()).descriptor()))
        ? null
        : new Combinator(
            method, site.type(), site.name(), site.erased(), implementation, required, captured);
  }

  /** Whether what is captured first is the receiver, which is surely an instance of its class. */
  private static boolean isOfReceiver(ResolvedMethod method, List<Integer> captured) {
    return !method.method().isStatic() && !captured.isEmpty() && captured.get(0) == 0;
  }

  private static boolean requiresNonNull(Instr instr) {
    return instr.op() == Opcodes.INVOKESTATIC
        && instr.operand() instanceof Operand.Method called
        && called.owner().equals(OBJECTS)
        && called.name().equals("requireNonNull")
        && called.descriptor().equals("(Ljava/lang/Object;)Ljava/lang/Object;");
  }

  /** What the implementation is called with when a call makes the function and another calls it. */
  List<Instr> arguments(Instr making, Instr calling) {
    List<Instr> arguments = new ArrayList<>(captured.size() + calling.inputs().size());
    for (int parameter : captured) {
      arguments.add(making.input(parameter));
    }
    arguments.addAll(calling.inputs().subList(1, calling.inputs().size()));
    return arguments;
  }
}
