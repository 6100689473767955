package dev.jpgo.core.phase.stream;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.dynamic.FunctionLinkage;
import dev.jpgo.core.phase.dynamic.KnownCalls;
import dev.jpgo.core.phase.dynamic.KnownCollectors;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.dynamic.SeenReceivers;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Streams over an {@code ArrayList} or a range of ints that are made, used and ended in one
 * expression, as loops that call the same functions.
 *
 * <p>Sound because the JDK's code was read, for 17 and 25, and no other is taken ({@link Step}: the
 * hash of each method that would be on the stack). For what is replaced here it comes to this:
 *
 * <ul>
 *   <li><i>Nothing happens before the end</i> of the stream, the terminal operation: {@code
 *       stream}, {@code range} and the intermediate operations make objects that nobody else sees,
 *       since each has the next call as its one use. They throw if a function is null. Those that
 *       {@code LambdaMetafactory} makes are not; those that were there before the stream are looked
 *       at, and the original calls are taken where one is null, before anything was done. Whatever
 *       such a function does, it is called as often, in the same order, with the same on the stack.
 *       What else is computed between these calls is copied, in order.
 *   <li><i>Elements</i> are taken one after the other, and each passes all stages before the next
 *       is taken. Of a list the size and the count of its changes are read first, then its array;
 *       at the end (where elements may be left over: after each element) the count is compared and
 *       {@code ConcurrentModificationException} thrown if it is another. Where elements may be left
 *       over, the array is read again for each. The loop does the same in the same order, so it
 *       sees what the JDK would have seen of changes by the functions and by other threads.
 *   <li><i>The list</i> is tested to be of the very class {@code ArrayList}: subclasses may have
 *       their own {@code stream}, {@code spliterator} or {@code size}. Any other, and null, takes
 *       the original calls, from the first on, before anything was done.
 *   <li><i>Exceptions</i> of a function leave the loop as they leave the stream, past the same
 *       handlers. The frames that the stream has on the stack then are in the positions of the
 *       calls ({@link Frames}), so traces and {@code StackWalker} show them.
 *   <li><i>Initialization</i>: the JDK's classes that are not used any more run no code of the
 *       program when they are initialized.
 *   <li><i>Limits</i>: less of the stack is used, and less memory, so {@code StackOverflowError}
 *       and {@code OutOfMemoryError} may not come where they came (JVMS 6.3).
 * </ul>
 *
 * <p>Left alone: functions that are computed between the stream's calls by anything but {@code
 * LambdaMetafactory}, operations that keep elements ({@code sorted}, {@code distinct}, {@code
 * limit}), {@code count} (which may skip all functions), collectors that {@code Collectors} does
 * not make in the expression, and streams over anything else.
 */
public final class StreamLoops implements GraphPhase {
  /** Name of the phase, for reports and for switching it off. */
  public static final String NAME = "stream-loops";

  private static final String LIST = "java/util/ArrayList";
  private static final String TEXT_FACTORY = "java/lang/invoke/StringConcatFactory";

  /** What share of the receivers must have been an {@code ArrayList}. */
  private static final double MOST = 0.9;

  private final World world;
  private final LoadedClass owner;
  private final SeenReceivers receivers;
  private final List<PlacedDecision> decisions = new ArrayList<>(0);

  /**
   * @param owner the class that declares the method
   * @param profile what was counted of it, or null
   */
  public StreamLoops(World world, LoadedClass owner, @Nullable MethodProfile profile) {
    this.world = world;
    this.owner = owner;
    this.receivers = new SeenReceivers(world, owner, profile);
  }

  @Override
  public String name() {
    return NAME;
  }

  /** What was written as loops. */
  public List<PlacedDecision> decisions() {
    return decisions;
  }

  /** Replaces the streams of a graph that was just built; returns how many. */
  @Override
  public int run(Graph graph) {
    int replaced = 0;
    for (Block block : List.copyOf(graph.blocks())) {
      for (int i = block.body().size() - 1; i >= 0; i--) {
        Instr last = block.body().get(i);
        if (Pipeline.isEnd(last)) {
          Uses uses = Uses.of(graph);
          Pipeline pipeline = Pipeline.endingWith(block, last, uses);
          Frames frames = pipeline == null ? null : frames(graph, block, pipeline, uses);
          if (pipeline != null && frames != null) {
            i = block.body().indexOf(pipeline.first());
            LoopWriter.write(graph, block, pipeline, frames);
            decisions.add(decision(pipeline, frames));
            replaced++;
          }
        }
      }
    }
    return replaced;
  }

  private static PlacedDecision decision(Pipeline pipeline, Frames frames) {
    String source = pipeline.source() == Pipeline.Source.LIST ? "a list" : "a range";
    String reason = "a stream over " + source + ", written as a loop";
    return KnownCalls.decision(pipeline.last(), true, reason, frames.read());
  }

  /** The frames of a stream that is to be replaced, or null. */
  private @Nullable Frames frames(Graph graph, Block block, Pipeline pipeline, Uses uses) {
    return (pipeline.source() == Pipeline.Source.RANGE || isMostlyList(pipeline.first()))
            && isCopyable(block, pipeline, uses)
        ? Frames.of(world, owner, pipeline, graph.newFrame())
        : null;
  }

  private boolean isMostlyList(Instr call) {
    return receivers.areMostly(call, LIST, MOST)
        && world.find(owner, RuntimeCalls.LISTS).isPresent();
  }

  /**
   * Whether what stands between the stream's calls may be written twice, in the loop's way and in
   * that of the calls. Objects are initialized on the way that has made them, and locks are left on
   * the way that took them. The same call site, written twice, makes two functions, and that they
   * are two nobody may see.
   */
  private static boolean isCopyable(Block block, Pipeline pipeline, Uses uses) {
    List<Instr> copied =
        block
            .body()
            .subList(block.body().indexOf(pipeline.first()), block.body().indexOf(pipeline.last()));
    for (Instr instr : copied) {
      boolean copyable =
          switch (instr.op()) {
            case Opcodes.NEW -> isInitialized(instr, copied, uses);
            case Opcodes.INVOKESPECIAL ->
                instr.input(0).op() != Opcodes.NEW || copied.contains(instr.input(0));
            case Opcodes.INVOKEDYNAMIC -> isSeenByNobody(instr, pipeline, uses);
            case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> false;
            default -> true;
          };
      if (!copyable) {
        return false;
      }
    }
    return true;
  }

  private static boolean isInitialized(Instr made, List<Instr> among, Uses uses) {
    for (Instr user : uses.of(made)) {
      if (user.op() == Opcodes.INVOKESPECIAL
          && user.input(0) == made
          && among.contains(user)
          && ((Operand.Method) user.operand()).name().equals("<init>")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether what is made is a function or collector for the stream alone, or text. What else a
   * program links may run its code once more, and be something else each time.
   */
  private static boolean isSeenByNobody(Instr made, Pipeline pipeline, Uses uses) {
    String factory =
        made.operand() instanceof Operand.Dynamic site ? site.bootstrap().getOwner() : null;
    if (TEXT_FACTORY.equals(factory)) {
      return true;
    }
    if (factory != null
        && !(FunctionLinkage.FACTORY.equals(factory)
            && isOfTheJdk((Operand.Dynamic) made.operand()))) {
      return false;
    }
    for (Instr user : uses.of(made)) {
      boolean called =
          pipeline.contains(user)
              || KnownCollectors.isOne(user) && isSeenByNobody(user, pipeline, uses);
      if (!called || mayShow(user, made)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a function's interface is: others may have methods of their own, which show it. */
  private static boolean isOfTheJdk(Operand.Dynamic site) {
    return Type.getReturnType(site.descriptor()).getInternalName().startsWith("java/");
  }

  /**
   * Whether a call is given something as what it may hand out, such as what a reduction starts
   * with.
   */
  private static boolean mayShow(Instr call, Instr given) {
    Operand.Method method = (Operand.Method) call.operand();
    int first = call.op() == Opcodes.INVOKESTATIC ? 0 : 1;
    if (first > 0 && call.input(0) == given) {
      return true;
    }
    Type[] types = Type.getArgumentTypes(method.descriptor());
    for (int i = 0; i < types.length; i++) {
      if (call.input(first + i) == given && types[i].getInternalName().equals("java/lang/Object")) {
        return true;
      }
    }
    return false;
  }
}
