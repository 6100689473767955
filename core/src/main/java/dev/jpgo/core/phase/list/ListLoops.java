package dev.jpgo.core.phase.list;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.dynamic.KnownCalls;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.dynamic.SeenReceivers;
import dev.jpgo.core.phase.memory.Barriers;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Loops over what is mostly a list of some kind ({@link KnownList}) take its elements by index,
 * without an iterator and the calls of its {@code hasNext} and {@code next}.
 *
 * <p>Sound because wherever anything is out of the ordinary, the JDK's own iterator is asked:
 *
 * <ul>
 *   <li><i>The list</i> is tested to be of the very class {@code ArrayList}, whose iterator was
 *       read for JDK 17 and 25; any other, and null, has its {@code iterator} called, and all calls
 *       of the loop are made.
 *   <li><i>An iterator is its cursor</i>, the list and the count of changes that the list had: in
 *       the loops taken here nobody else sees it, nothing removes by it, and each way round takes
 *       one element. So at any time an iterator can be made that is in that state.
 *   <li><i>An element is taken</i> without one where {@code hasNext} and {@code next} would both
 *       have gone their ordinary way: the cursor is below the size that the list had, the count of
 *       changes is still the same (so the size is), and the element is not null. All of it is read
 *       without effect, right where these two calls stood, with nothing between them.
 *   <li><i>The list's array</i> serves for as long as nothing can have changed the list, nor any
 *       other thread's change need be seen: until a block that calls or synchronizes ({@link
 *       Barriers}) or writes fields of such lists. Then array, size and count are read anew.
 *   <li><i>The loop ends</i> without one where the cursor is the list's size, asked for again then.
 *       That is all that {@code hasNext} looks at.
 *   <li><i>Else</i> (a change, an element that is null, a size that is not what it was, an array
 *       that is missing or short) nothing has been done yet. An iterator in that state is made, and
 *       asked from there on: what is thrown, where, and with which frames is the JDK's.
 *   <li><i>Other threads</i> that change the list while the loop runs race with it in the original
 *       too. Between two reads of the loop there is synchronization only where the body has some,
 *       and what is read again after it is all that the body can have let in: the count of changes,
 *       the array, the element, and at the end the size. The size of before is only taken for the
 *       present one where the count is the same, or else where the original may, by the memory
 *       model, still see it (JLS 17.4.5).
 *   <li><i>Unmodifiable views</i> hand on each call to the iterator of the list inside, which is
 *       the one that is tested; an iterator that has to be made is one of the view's around the
 *       list's.
 *   <li><i>Lists that never change</i> are told by their two final classes. Their iterator ends at
 *       the size they have and gives what {@code get} does, which throws nothing below the size: so
 *       nothing is out of the ordinary, and elements may be null.
 *   <li><i>Limits</i>: {@code StackOverflowError} and {@code OutOfMemoryError} may not come where
 *       they came (JVMS 6.3).
 * </ul>
 */
public final class ListLoops implements GraphPhase {
  public static final String NAME = "list-loops";

  /** Why a loop stays whose list's code is not here, or another. */
  public static final String UNKNOWN = "the iterator stays: its code is not known";

  /** What share of the receivers must have been a list of one kind. */
  private static final double MOST = 0.95;

  /** How many elements a list must have had on the average. */
  private static final double FEWEST = 1;

  /** How many it must have had for it to pay that its array is asked for. */
  private static final double FEWEST_OF_ARRAY = 2;

  /** Of so many rounds of a loop, one at most may call or synchronize for the same. */
  private static final double RARE = 8;

  private final MemoryContext context;
  private final World world;
  private final LoadedClass owner;
  private final SeenReceivers receivers;
  private final List<PlacedDecision> decisions = new ArrayList<>(0);

  /** Calls that ask lists for their sizes, and do nothing else. */
  private final Set<Instr> sizes = new HashSet<>();

  private final Map<KnownList, Boolean> known = new EnumMap<>(KnownList.class);

  /**
   * @param profile what was counted of the method, or null
   */
  public ListLoops(MemoryContext context, @Nullable MethodProfile profile) {
    this.context = context;
    this.world = context.world();
    this.owner = context.owner();
    this.receivers = new SeenReceivers(world, owner, profile);
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Whether a class, by internal name, is one whose code such loops rest on. */
  public static boolean restsOn(String name) {
    return KnownList.isOwner(name);
  }

  /** What was decided about iterators of lists, yes and no. */
  public List<PlacedDecision> decisions() {
    return decisions;
  }

  /** Rewrites the loops of a graph into which has been inlined; returns how many. */
  @Override
  public int run(Graph graph) {
    int written = 0;
    List<Map.Entry<Instr, KnownList>> iterators = new ArrayList<>(iterators(graph).entrySet());
    Collections.reverse(iterators); // inner loops first: the outer ones call less then
    for (Map.Entry<Instr, KnownList> iterator : iterators) {
      Instr made = iterator.getKey();
      KnownList list = iterator.getValue();
      Dominators dominators = Dominators.of(graph);
      Shape shape = Shape.of(made, Uses.of(graph), dominators, LoopForest.of(graph, dominators));
      String refusal = refusal(list, shape);
      if (refusal == null && shape instanceof Shape.Loop loop) {
        decisions.add(
            KnownCalls.decision(made, true, "a loop over a list, by index", list.methods()));
        write(graph, list, loop);
        written++;
      } else if (refusal != null) {
        decisions.add(KnownCalls.decision(made, false, refusal, List.of()));
      }
    }
    return written;
  }

  private void write(Graph graph, KnownList list, Shape.Loop loop) {
    if (list == KnownList.FIXED) {
      FixedListLoopWriter.write(graph, loop);
    } else {
      boolean wrapped = list == KnownList.UNMODIFIABLE;
      sizes.add(ListLoopWriter.write(graph, loop, wrapped, barriers(graph, loop)));
    }
  }

  /**
   * The blocks behind which a list may be another than it was; null if they run too often for its
   * array to be taken, or there are too few elements for that.
   */
  private @Nullable Set<Block> barriers(Graph graph, Shape.Loop loop) {
    double rounds = loop.takenIn().frequency();
    if (rounds >= 0 && rounds < FEWEST_OF_ARRAY * loop.madeIn().frequency()) {
      return null;
    }
    Set<Block> barriers =
        Barriers.among(
            loop.inside(),
            context,
            graph,
            instr -> instr == loop.asked() || instr == loop.taken() || sizes.contains(instr));
    for (Block block : loop.inside()) {
      if (changesLists(block)) {
        barriers.add(block);
      }
    }
    for (Block block : barriers) {
      if (rounds <= 0 || block.frequency() < 0 || block.frequency() * RARE > rounds) {
        return null;
      }
    }
    return isBehind(loop, barriers) ? barriers : null;
  }

  /** Whether a block writes fields of the JDK's collections, as what is inlined of them does. */
  private static boolean changesLists(Block block) {
    for (Instr instr : block.body()) {
      if (instr.op() == Opcodes.PUTFIELD
          && ((Operand.Field) instr.operand()).owner().startsWith("java/util/")) {
        return true;
      }
    }
    return false;
  }

  /** Whether the loop's head leads to none of some blocks but by way of {@code next}. */
  private static boolean isBehind(Shape.Loop loop, Set<Block> barriers) {
    Set<Block> seen = new HashSet<>();
    ArrayDeque<Block> worklist = new ArrayDeque<>();
    worklist.add(loop.header());
    while (!worklist.isEmpty()) {
      Block block = worklist.remove();
      if (block == loop.takenIn() || !loop.inside().contains(block) || !seen.add(block)) {
        continue;
      }
      if (barriers.contains(block)) {
        return false;
      }
      worklist.addAll(block.successors());
      block.handlers().forEach(handler -> worklist.add(handler.target()));
    }
    return !barriers.contains(loop.takenIn());
  }

  /** The calls that make iterators of what is mostly a list of some kind. */
  private Map<Instr, KnownList> iterators(Graph graph) {
    Map<Instr, KnownList> found = new LinkedHashMap<>();
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        KnownList list = Shape.isIterator(instr) ? kind(instr) : null;
        if (list != null) {
          found.put(instr, list);
        }
      }
    }
    return found;
  }

  private @Nullable KnownList kind(Instr made) {
    for (KnownList list : KnownList.values()) {
      if (receivers.areMostly(made, list.classes(), MOST)) {
        return list;
      }
    }
    return null;
  }

  private @Nullable String refusal(KnownList list, Shape shape) {
    if (shape instanceof Shape.Other other) {
      return "the iterator stays: " + other.reason();
    }
    if (shape instanceof Shape.Loop loop && isMostlyEmpty(loop)) {
      return "the iterator stays: mostly there are no elements";
    }
    if (world.find(owner, RuntimeCalls.LISTS).isEmpty()) {
      return "the iterator stays: this JDK's lists cannot be read";
    }
    return known.computeIfAbsent(list, each -> each.isHere(world, owner)) ? null : UNKNOWN;
  }

  /** Finding out what a list is takes longer than asking an iterator of an empty one. */
  private static boolean isMostlyEmpty(Shape.Loop loop) {
    double elements = loop.takenIn().frequency();
    return elements >= 0 && elements < FEWEST * loop.madeIn().frequency();
  }
}
