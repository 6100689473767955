package dev.jpgo.core.phase.map;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.dynamic.KnownCalls;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.dynamic.SeenReceivers;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * What is mostly a {@code HashMap} is asked by an int itself, where it is asked by a box of it: one
 * static call in place of one through an interface and those of {@code hashCode} and {@code
 * equals}, and of the box's making.
 *
 * <p>Sound because the answer is that of the map's own method on the map as it is then:
 *
 * <ul>
 *   <li><i>The map</i> is tested to be a {@code HashMap} and no {@code LinkedHashMap}, and it is
 *       assumed that no other class below {@code HashMap} selects another method for this call. The
 *       flag that says so is read after the map was obtained, as for devirtualized calls: while it
 *       is true there is no instance of a class that breaks the assumption. Null, any other map and
 *       a flag that is false take the original call.
 *   <li><i>What is read</i> is what {@code getNode} reads, in its order: the table, a node of it,
 *       its hash and key, then its value or the next node. {@code getNode} and the static {@code
 *       hash} cannot be overridden, and all of it was read for JDK 17 and 25 ({@link KnownMap}).
 *   <li><i>Which node</i> it is, {@code getNode} finds out by the hash and {@code equals}. A node's
 *       hash is that of its key: all that makes nodes was read, too. That of an {@code Integer} v
 *       is {@code v ^ (v >>> 16)}, which no other int has. So a key that is an {@code Integer} of
 *       that hash is equal, and an {@code Integer} is equal to no other object.
 *   <li><i>No code of the program runs</i> in the original call: the key that is asked for is an
 *       {@code Integer}, and its methods alone are called. So nothing can come between, nothing but
 *       errors of the VM is thrown, and no frame is missed. Nor does the map keep the box it is
 *       asked by, or show it: whether it is made, and which one, is nobody's business.
 *   <li><i>Other threads</i> that change the map race with the original call in the same way:
 *       fields are read plainly, as often, in the same order. Hash and key of a node, and the value
 *       in a box, are final (JLS 17.5).
 *   <li><i>Puts</i>. A node that is there gets the value and answers its last one, which is all
 *       that {@code putVal} does then, for {@code afterNodeAccess} does nothing in a map that is
 *       not linked. Else {@code putVal} is called with the hash and a box, which the map may keep:
 *       one that the program cannot tell from its own, since its own goes nowhere else, and the put
 *       is not come to again before another is made.
 *   <li><i>Keys</i> are boxes whose making is in sight, or of the static type {@code Integer},
 *       which the verifier vouches for, since it is a class (JVMS 4.10.1.2). Those may be null,
 *       which takes the original call.
 *   <li><i>Limits</i>: {@code StackOverflowError} and {@code OutOfMemoryError} may not come where
 *       they came (JVMS 6.3).
 * </ul>
 */
public final class BoxedKeys implements GraphPhase {
  public static final String NAME = "boxed-keys";

  /** What may be asked. */
  static final List<KnownMap> ASKED =
      List.of(KnownMap.GET, KnownMap.GET_OR_DEFAULT, KnownMap.CONTAINS_KEY, KnownMap.PUT);

  /** What share of the receivers must have been a {@code HashMap}. */
  private static final double MOST = 0.95;

  private final World world;
  private final LoadedClass owner;
  private final SeenReceivers receivers;
  private final FlagField flag;
  private final HierarchyAnalysis hierarchy = new HierarchyAnalysis();
  private final List<PlacedDecision> decisions = new ArrayList<>(0);
  private final Set<Assumption> assumptions = new LinkedHashSet<>();
  private final Map<KnownMap, String> refusals = new EnumMap<>(KnownMap.class);
  private @Nullable Boolean known;

  /**
   * @param owner the class that declares the method
   * @param profile what was counted of it, or null
   * @param flag holds as long as the assumptions do
   */
  public BoxedKeys(
      World world, LoadedClass owner, @Nullable MethodProfile profile, FlagField flag) {
    this.world = world;
    this.owner = owner;
    this.receivers = new SeenReceivers(world, owner, profile);
    this.flag = flag;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Whether a class, by internal name, is one whose code such calls rest on. */
  public static boolean restsOn(String name) {
    return KnownMap.isOwner(name);
  }

  /** What was decided about calls of maps, yes and no. */
  public List<PlacedDecision> decisions() {
    return decisions;
  }

  /** What the code rests on. */
  public Set<Assumption> assumptions() {
    return assumptions;
  }

  /** Rewrites the calls of a graph into which has been inlined; returns how many. */
  @Override
  public int run(Graph graph) {
    int written = 0;
    for (Instr call : calls(graph)) {
      MapCall asking = MapCall.of(call); // its number may have been asked for just before
      Block block = call.block();
      if (asking == null || block == null) {
        continue;
      }
      String refusal = refusal(asking.asked());
      if (refusal.isEmpty()) {
        String reason = "asks by the number in the box";
        decisions.add(KnownCalls.decision(call, true, reason, KnownMap.methods(asking.asked())));
        MapCallWriter.write(graph, flag, asking, block);
        written++;
      } else {
        decisions.add(KnownCalls.decision(call, false, refusal, List.of()));
      }
    }
    return written;
  }

  /** The calls that ask what is mostly a map by a box. */
  private List<Instr> calls(Graph graph) {
    List<Instr> found = new ArrayList<>(0);
    Uses uses = null;
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        MapCall asking = block.frequency() == 0 ? null : MapCall.of(instr);
        if (asking == null || !receivers.areMostly(instr, MapNames.MAP, MOST)) {
          continue;
        }
        if (asking.asked() == KnownMap.PUT) {
          uses = uses == null ? Uses.of(graph) : uses;
          if (!hasOwnKey(asking, uses)) {
            continue;
          }
        }
        found.add(instr);
      }
    }
    return found;
  }

  /** Whether the box that a map is given, and may keep, is made for it alone, each time. */
  private static boolean hasOwnKey(MapCall asking, Uses uses) {
    Instr key = asking.call().input(1);
    return asking.number() != null
        && key.op() == Opcodes.INVOKESTATIC
        && uses.count(key) == 1
        && isMadeAnew(key, asking.call());
  }

  /** Whether the only user of a value is never come to twice without the value's making between. */
  private static boolean isMadeAnew(Instr value, Instr user) {
    Block made = value.block();
    Block used = user.block();
    if (made == null || used == null) {
      return false;
    }
    if (made == used) {
      return true;
    }
    Set<Block> seen = new HashSet<>();
    Deque<Block> left = new ArrayDeque<>(List.of(used));
    while (!left.isEmpty()) {
      Block block = left.remove();
      for (Block next : block.successors()) {
        if (next != made && seen.add(next)) {
          left.add(next);
        }
      }
      for (Block.Handler handler : block.handlers()) {
        if (handler.target() != made && seen.add(handler.target())) {
          left.add(handler.target());
        }
      }
      if (seen.contains(used)) {
        return false;
      }
    }
    return true;
  }

  private String refusal(KnownMap asked) {
    return refusals.computeIfAbsent(asked, this::findRefusal);
  }

  private String findRefusal(KnownMap asked) {
    LoadedClass map = world.find(owner, MapNames.MAP).orElse(null);
    LoadedClass linked = world.find(owner, MapNames.LINKED).orElse(null);
    if (map == null || linked == null || world.find(owner, RuntimeCalls.MAPS).isEmpty()) {
      return "asks by the box: this JDK's maps cannot be read";
    }
    if (!isKnown()) {
      return "asks by the box: the map's code is not known";
    }
    ResolvedMethod resolved =
        MethodResolver.resolve(map, asked.id().name(), asked.id().descriptor(), false).orElse(null);
    HierarchyAnalysis.Target target =
        resolved == null ? null : hierarchy.uniqueTarget(map, resolved, linked).orElse(null);
    if (target == null || target.method().owner() != map) {
      return "asks by the box: some class below the map overrides this";
    }
    target.assumption().ifPresent(assumptions::add);
    return "";
  }

  /** Whether the map's code is the one that was read, looked at once in a run. */
  private boolean isKnown() {
    if (known == null) {
      known = KnownMap.isHere(world, owner);
    }
    return known;
  }
}
