package dev.jpgo.core.phase.sort;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.dynamic.KnownCalls;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.world.KnownJdkMethod;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sorts of lists, arrays and streams by comparators that the JDK's factories make, in the same
 * method, of functions that are made there, too: the keys of each element are computed once, as
 * numbers, and these are sorted.
 *
 * <p>Sound because of what such a comparator is, and what is asked of its functions:
 *
 * <ul>
 *   <li><i>The result</i> of a stable sort by a consistent order is one and the same, whichever way
 *       it is found. The order is consistent, as it is that of numbers ({@link Factory}, {@link
 *       Key}: the JDK's code is known by its hash); the JDK's sorts are stable.
 *   <li><i>Functions</i> are forgettable ({@link KeyCode}): how often they are called, in which
 *       order and on which elements first cannot be seen. They do not read volatile fields, so no
 *       call of them orders anything between threads; of racing writes to plain fields each call
 *       may see what the first one saw (JLS 17.4.5).
 *   <li><i>Anything out of the ordinary</i> takes the original call, before anything was done: a
 *       list that is not just an {@code ArrayList}, null or an element of another class than the
 *       function casts to, subclasses included, a key that is null, an exception in a function,
 *       numbers that are too far apart to be sorted together. So what is thrown, with which frames,
 *       is the JDK's doing.
 *   <li><i>Lists</i> count one change, as {@code ArrayList.sort} does. No code of the program runs
 *       meanwhile that could change them.
 *   <li><i>Streams</i> read their list when they are ended, hand all of it to the sort, and only
 *       then call other functions of the program ({@code SortedOps}); the stream must be of a list
 *       directly, and be ended in the same block ({@link SortedStream}). A stream of elements in
 *       order is sorted as equal, so that what comes later runs in the JDK's code, as it did. That
 *       of the list is made only where it is needed, if nothing is done in between.
 *   <li><i>Identity.</i> Those that sort do nothing with a comparator but to call {@code compare}.
 *   <li><i>Limits</i>: more memory is used, up to a quarter of a million elements, and less of the
 *       stack (JVMS 6.3). {@code OutOfMemoryError} may come where it did not.
 * </ul>
 */
public final class KeySorts implements GraphPhase {
  /** Name of the phase, for reports and for switching it off. */
  public static final String NAME = "key-sorts";

  private final World world;
  private final LoadedClass owner;
  private final List<PlacedDecision> decisions = new ArrayList<>(0);

  /**
   * @param owner the class that declares the method
   */
  public KeySorts(World world, LoadedClass owner) {
    this.world = world;
    this.owner = owner;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** What was decided about sorts by comparators that are made in sight. */
  public List<PlacedDecision> decisions() {
    return decisions;
  }

  /** Rewrites the sorts of a graph in which no function was made direct yet; returns how many. */
  @Override
  public int run(Graph graph) {
    int written = 0;
    for (SortSite site : sites(graph)) {
      KeyOrder order = KeyOrder.of(site.comparator());
      Block block = site.call().block();
      if (order == null || block == null) {
        continue;
      }
      Set<MethodId> read = new LinkedHashSet<>();
      LoadedClass element = world.find(owner, order.keys().get(0).element()).orElse(null);
      String refusal = refusal(graph, site, order, element, read);
      if (refusal == null && element != null) {
        decisions.add(
            KnownCalls.decision(site.call(), true, "sorted by keys that are computed once", read));
        boolean later =
            site.kind() == SortSite.Kind.STREAM && stream(graph).mayBeMadeLater(site.call());
        SortWriter.write(graph, block, site, order.keys(), element, later);
        written++;
      } else {
        decisions.add(KnownCalls.decision(site.call(), false, String.valueOf(refusal), Set.of()));
      }
    }
    return written;
  }

  private static List<SortSite> sites(Graph graph) {
    List<SortSite> found = new ArrayList<>(0);
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        SortSite site = SortSite.of(instr);
        if (site != null) {
          found.add(site);
        }
      }
    }
    return found;
  }

  private @Nullable String refusal(
      Graph graph,
      SortSite site,
      KeyOrder order,
      @Nullable LoadedClass element,
      Set<MethodId> read) {
    if (site.kind() == SortSite.Kind.STREAM && !stream(graph).endsAtOnce(site.call())) {
      return "sorted as ever: the stream is not ended at once";
    }
    if (world.find(owner, RuntimeCalls.LISTS).isEmpty()) {
      return "sorted as ever: this JDK's lists cannot be changed";
    }
    if (element == null
        || !element.known()
        || element.info().isInterface()
        || element.info().isAbstract()
        || !MethodResolver.mayAccess(owner, element)) {
      return "sorted as ever: elements are of no one class";
    }
    KeyCode code = new KeyCode(world, owner, element, site.kind() == SortSite.Kind.ARRAY);
    for (Key key : order.keys()) {
      if (!code.isForgettable(key)) {
        return "sorted as ever: a key's function may do more than compute";
      }
    }
    read.addAll(code.read());
    return isKnown(site, order, read) ? null : "sorted as ever: the JDK's code is not known";
  }

  private SortedStream stream(Graph graph) {
    return new SortedStream(world, owner, Uses.of(graph));
  }

  /** Asks for all of it, known or not. */
  private boolean isKnown(SortSite site, KeyOrder order, Set<MethodId> read) {
    Set<KnownJdkMethod> rests = new LinkedHashSet<>(order.rests());
    rests.addAll(site.kind().rests());
    rests.forEach(each -> read.add(each.id()));
    return KnownJdkMethod.areHere(rests, world, owner);
  }
}
