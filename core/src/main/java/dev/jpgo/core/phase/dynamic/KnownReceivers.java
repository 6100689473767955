package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.KnownObject;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Calls of a function that was made elsewhere and is always the same object: a callback that was
 * registered, an order that is kept in a field. Its class is hidden, so no test can name it; but
 * the receiver can be compared with that very object. Where it is equal, the call is made on the
 * object itself, of which all is known ({@link FunctionalCalls}); where not, the original call is
 * made.
 *
 * <p>Sound because nothing but the receiver's identity is relied on, and that is tested each time.
 * Reading the object has no effect: it is in a field of an initialized class of the runtime that is
 * written once, before the code is made. It is not null, so a null receiver takes the original
 * call, which throws. What the object does never changes: {@link KnownObject} says how it was made,
 * and it keeps what it has captured in final fields of a hidden class, which reflection cannot
 * write.
 */
public final class KnownReceivers {
  /** Name of the phase, for switching it off. */
  public static final String NAME = "known-receivers";

  private final World world;
  private final LoadedClass owner;
  private final Graph graph;
  private final KnownObjects objects;
  private final Set<Instr> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * A call that can be guarded.
   *
   * @param call the call
   * @param object what its receivers were
   * @param target what would be called
   */
  public record Guess(Instr call, KnownObject object, Target target) {}

  /**
   * What a function calls.
   *
   * @param method the method
   * @param whole whether it may not be called but only be copied, all of it
   */
  public record Target(ResolvedMethod method, boolean whole) {}

  KnownReceivers(World world, LoadedClass owner, Graph graph, KnownObjects objects) {
    this.world = world;
    this.owner = owner;
    this.graph = graph;
    this.objects = objects;
  }

  /**
   * The calls that have not been looked at and can be guarded.
   *
   * @param target what a call does on a function, or null where it would not be followed
   * @param isWorth whether a call runs often enough
   */
  List<Guess> guesses(BiFunction<Instr, Instr, @Nullable Target> target, Predicate<Instr> isWorth) {
    List<Guess> found = new ArrayList<>(0);
    if (owner.loader() == World.BOOT_LOADER) {
      return found; // code of the JDK reaches no function of a program
    }
    for (Block block : graph.blocks()) {
      for (Instr call : block.body()) {
        if (call.op() == Opcodes.INVOKEINTERFACE
            && call.site() != Instr.NO_SITE
            && objects.of(call.input(0)) == null
            && seen.add(call)
            && isWorth.test(call)) {
          KnownObject object = receiver(call).orElse(null);
          Target known =
              object == null ? null : target.apply(call, objects.read(object, call.position()));
          if (object != null && known != null) {
            found.add(new Guess(call, object, known));
          }
        }
      }
    }
    return found;
  }

  /** What was seen there, in the method that the call is from. */
  private Optional<KnownObject> receiver(Instr call) {
    MethodId from = call.position().method();
    LoadedClass declarer = world.find(owner, from.owner()).orElse(null);
    MethodInfo method =
        declarer == null || !declarer.known()
            ? null
            : declarer.info().method(from.name(), from.descriptor()).orElse(null);
    return declarer == null || method == null
        ? Optional.empty()
        : world.receiver(declarer, method, call.site());
  }

  /** Guards a call; returns the block with the original one. */
  Block guard(Guess guess) {
    Instr call = guess.call();
    Block block = call.block();
    if (block == null) {
      throw new IllegalArgumentException("no call any more: " + call);
    }
    Site site = new Site(graph, owner, block, call);
    Instr object = site.insert(objects.read(guess.object(), call.position()));
    Block slow = site.newBlock();
    site.fork(Opcodes.IF_ACMPNE, slow, call.input(0), object);
    leave(site, call, object);
    site.placeRare(slow);
    leave(site, call, call.input(0));
    Instr result = site.replaceByResults();
    if (result != call) {
      graph.replaceAll(Map.of(call, result));
    }
    return slow;
  }

  /** Makes the call on a receiver. */
  private void leave(Site site, Instr call, Instr receiver) {
    List<Instr> inputs = new ArrayList<>(call.inputs());
    inputs.set(0, receiver);
    Instr made = site.add(call.op(), call.operand(), call.type(), inputs.toArray(new Instr[0]));
    seen.add(made);
    site.leave(call.type().equals(ValueType.VOID) ? null : made);
  }
}
