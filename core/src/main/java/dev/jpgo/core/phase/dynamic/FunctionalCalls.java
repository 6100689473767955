package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.TrivialPhis;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Calls of a lambda's or method reference's functional method where the object was made in the same
 * graph, which they often are once its user is inlined: they become calls of the method that
 * implements it, and an object that nothing uses any more is not made.
 *
 * <p>Sound because the object's class is the one that {@code LambdaMetafactory.metafactory} is
 * documented to make: its functional method converts the arguments, calls the implementation with
 * what was captured in front, and converts the result ({@link FunctionalSite} takes conversions
 * that it can make as the JDK's class does, and none else). The receiver is that object on every
 * path (SSA) and not null, so no other method can be meant. A value was captured when the object
 * was made, and is the same value here. Frames of the object's class are hidden, so traces stay the
 * same.
 *
 * <p>Making such an object cannot fail: {@link FunctionalSite} has checked what linkage checks, and
 * what it names is loaded and in reach. It runs no code of the program and its identity is nobody's
 * to see if it has no use. Where the one use left is in a block that runs at most once for each
 * time the object was made, as the slow path of a guard does, it is made there.
 *
 * <p>Functions that a {@link Combinator} of the JDK makes of others are followed, too. The call of
 * the combinator stays where it is; a call of the function that it returned gives way to the code
 * of what implements that, all of it, for it is private to the JDK's interface and no other class
 * may call it. Why that does the same:
 *
 * <ul>
 *   <li><em>Which method.</em> The combinator is selected from the one class that the receiver can
 *       have ({@link KnownFunctions}), so a default that an interface of the program overrides is
 *       not taken for the JDK's. What it returns is an object that its {@code invokedynamic} makes,
 *       of a class that calls the implementation and does nothing else.
 *   <li><em>Null.</em> Where the function is called, the combinator has returned. What it requires
 *       not to be null is not null, and what it throws, it throws where it always did.
 *   <li><em>Exceptions and effects</em> are those of the implementation's instructions, in their
 *       order, under the handlers of the call. Calls of captured functions among them are followed
 *       in turn, and throw what they did where the captured object is null or no such function.
 *   <li><em>Traces.</em> What is copied carries its line in the JDK, at the call. The frames of
 *       classes made by {@code LambdaMetafactory} are hidden.
 *   <li><em>Initialization.</em> A static combinator is looked at only if its interface is
 *       initialized. The receiver of a default one is an object of a class that implements its
 *       interface, which was initialized with that class if it had to be (JVMS 5.5).
 *   <li><em>Identity.</em> The object is made as ever unless nothing uses it, one that is kept or
 *       compared is the same object as before. A call of a combinator goes ({@link
 *       UnneededFunctions}) only if what it requires is known not to be null. It runs none of the
 *       program's code then, its {@code invokedynamic} is one of the boot loader's classes that
 *       cannot fail, and the object can be neither serialized nor seen.
 *   <li><em>Other agents' changes.</em> The code looked at is that which the VM was given, so a
 *       combinator that does more is none. Its class is among the decisions, as inlined: when it
 *       changes later, the method goes back.
 * </ul>
 */
public final class FunctionalCalls {
  /** Name of the phase, for reports and for switching it off. */
  public static final String NAME = "functional-calls";

  private final World world;
  private final LoadedClass owner;
  private final Graph graph;
  private final Reach reach;
  private final Combinators combinators;
  private final KnownObjects objects;
  private final KnownReceivers receivers;

  /** What the method's class may call. */
  public interface Reach {
    /**
     * Whether it may.
     *
     * @param named the class that the call names
     * @param method what that means
     * @param receiver static type of the receiver, or null when there is none
     */
    boolean mayCall(LoadedClass named, ResolvedMethod method, @Nullable String receiver);
  }

  /** The code of methods of the JDK. */
  public interface Bodies {
    /** A graph that is not changed, or null when there is none. */
    @Nullable Graph of(ResolvedMethod method);
  }

  /**
   * A call of a function that a combinator has made, or the JDK elsewhere.
   *
   * @param call the call
   * @param implementation the method whose code is to take its place
   * @param arguments what that is called with; reads of constants may stand nowhere yet
   */
  public record Combined(Instr call, ResolvedMethod implementation, List<Instr> arguments) {
    /** Turns the call into one of the implementation, which may not stay. */
    public void redirect() {
      boolean isStatic = implementation.method().isStatic();
      Operand.Method target =
          new Operand.Method(
              implementation.owner().name(),
              implementation.method().name(),
              implementation.method().descriptor(),
              true);
      int op = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
      Block block = call.block();
      for (Instr each : arguments) {
        if (block != null && each.block() == null) {
          block.insert(block.body().indexOf(call), each);
        }
      }
      call.become(op, target, call.type(), arguments);
    }
  }

  /**
   * A call that was taken out or moved.
   *
   * @param call the call
   * @param combinator what it runs
   */
  public record Unneeded(Instr call, ResolvedMethod combinator) {}

  /**
   * @param owner the class that declares the method of the graph
   */
  public FunctionalCalls(World world, LoadedClass owner, Graph graph, Reach reach, Bodies bodies) {
    this.world = world;
    this.owner = owner;
    this.graph = graph;
    this.reach = reach;
    this.combinators = new Combinators(world, bodies);
    this.objects = new KnownObjects(graph);
    this.receivers = new KnownReceivers(world, owner, graph, objects);
  }

  /** Replaces the calls that can be; returns those that stand in their places. */
  public List<Instr> replace() {
    List<Instr> made = new ArrayList<>(0);
    Map<Instr, Instr> results = new IdentityHashMap<>();
    KnownFunctions functions = functions();
    settleTests(functions);
    for (Block block : graph.blocks()) {
      List<Instr> body = block.body();
      for (int i = 0; i < body.size(); i++) {
        Instr call = body.get(i);
        if (call.op() == Opcodes.INVOKEINTERFACE) {
          FunctionalSite site = functions.site(call.input(0));
          if (site != null && isMeant(site, call)) {
            site.call(graph, owner, block, call, made, results);
          }
        }
      }
    }
    graph.replaceAll(results);
    return made;
  }

  /** Null tests of functions, which what uses functions of others often begins with. */
  private void settleTests(KnownFunctions functions) {
    boolean settled = false;
    for (Block block : graph.blocks()) {
      Instr last = block.terminator();
      boolean isTest = last.op() == Opcodes.IFNULL || last.op() == Opcodes.IFNONNULL;
      if (isTest && functions.type(last.input(0)) != null) {
        Block target = block.successors().get(last.op() == Opcodes.IFNULL ? 1 : 0);
        block.terminate(graph.newGoto(last.position()), List.of(target));
        settled = true;
      }
    }
    if (settled) {
      DeadCode.removeUnreachable(graph);
      TrivialPhis.remove(graph);
    }
  }

  /** The calls of functions that combinators have made. */
  public List<Combined> combined() {
    List<Combined> found = new ArrayList<>(0);
    KnownFunctions functions = functions();
    for (Block block : graph.blocks()) {
      for (Instr call : block.body()) {
        if (call.op() == Opcodes.INVOKEINTERFACE) {
          Instr making = call.input(0);
          Combinator made = functions.combinator(making);
          if (made != null && isMeant(made.function(), made.name(), made.erased(), call)) {
            found.add(new Combined(call, made.implementation(), made.arguments(making, call)));
          }
          KnownFunctions.Hosted hosted = functions.hosted(making);
          if (hosted != null && isMeant(hosted.site(), call)) {
            List<Instr> arguments = objects.captured(hosted.making(), call.position());
            arguments.addAll(call.inputs().subList(1, call.inputs().size()));
            found.add(new Combined(call, hosted.implementation(), arguments));
          }
        }
      }
    }
    return found;
  }

  private boolean isMeant(FunctionalSite site, Instr call) {
    return isMeant(site.type(), site.name(), site.erased(), call);
  }

  /**
   * The calls whose receivers were one function that was made elsewhere, and that would be followed
   * if they surely were. One that is made in sight needs no guess: it is followed as it is.
   *
   * @param isWorth whether a call runs often enough
   */
  public List<KnownReceivers.Guess> guesses(Predicate<Instr> isWorth) {
    KnownFunctions functions = functions();
    return receivers.guesses(
        this::target,
        call ->
            isWorth.test(call)
                && functions.site(call.input(0)) == null
                && functions.combinator(call.input(0)) == null);
  }

  /** Tests a receiver; returns the block with the original call. */
  public Block guard(KnownReceivers.Guess guess) {
    return receivers.guard(guess);
  }

  private KnownReceivers.@Nullable Target target(Instr call, Instr function) {
    KnownFunctions functions = functions();
    FunctionalSite site = functions.site(function);
    if (site != null) {
      return isMeant(site, call) ? new KnownReceivers.Target(site.method(), false) : null;
    }
    KnownFunctions.Hosted hosted = functions.hosted(function);
    return hosted != null && isMeant(hosted.site(), call)
        ? new KnownReceivers.Target(hosted.implementation(), true)
        : null;
  }

  /**
   * Whether a call on an object selects the functional method (JVMS 5.4.6): one of an interface's
   * private method of that name does not, and one of a method that is not there throws.
   */
  private boolean isMeant(LoadedClass type, String name, String erased, Instr call) {
    Operand.Method called = (Operand.Method) call.operand();
    if (!called.name().equals(name) || !called.descriptor().equals(erased)) {
      return false;
    }
    LoadedClass named = world.find(owner, called.owner()).orElse(null);
    if (named == null || !HierarchyAnalysis.isSubtype(type, named)) {
      return false;
    }
    ResolvedMethod resolved =
        MethodResolver.resolve(named, name, erased, called.isInterface()).orElse(null);
    return resolved != null && !resolved.method().isPrivate() && !resolved.method().isStatic();
  }

  /**
   * Takes out objects that nothing uses, and moves those down that a slow path alone uses.
   *
   * @param nonNull whether a value cannot be null where an instruction is about to run
   * @return the calls of combinators among what was taken out or moved
   */
  public List<Unneeded> sweep(BiPredicate<Instr, Instr> nonNull) {
    UnneededFunctions unneeded = new UnneededFunctions(graph, functions(), nonNull);
    unneeded.sweep();
    objects.sweep();
    return unneeded.calls();
  }

  private KnownFunctions functions() {
    return new KnownFunctions(world, owner, reach, combinators, objects);
  }
}
