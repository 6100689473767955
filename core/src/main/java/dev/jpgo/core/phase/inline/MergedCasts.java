package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.phase.simplify.Merges;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Casts a value on those ways alone on which it may be of another type, where ways meet and the
 * result is cast: an inlined generic method gives what its body says, and the call on its slow path
 * an {@code Object}.
 *
 * <pre>
 *   before:  p = phi(x: Integer, y: Object); q = (Integer) p
 *   after:   way of y: z = (Integer) y;      p = phi(x, z): Integer
 * </pre>
 *
 * <p>Sound: the cast is the first thing that the block does, so it may be made on the ways ({@link
 * Merges}). On those where it is not made it cannot fail: a value whose static type is the class of
 * the cast is an instance of it or null (JVMS 4.10.1.2), which the verifier does not say of
 * interfaces and of arrays of them; null, and what the same cast gave, passes it. Nothing but the
 * cast used the merged value, so nothing sees that it is another's type now.
 */
public final class MergedCasts implements GraphPhase {
  public static final String NAME = "merged-casts";

  /** Bound on the casts that are moved in a method. */
  private static final int MOST = 1000;

  private final World world;
  private final LoadedClass owner;

  public MergedCasts(World world, LoadedClass owner) {
    this.world = world;
    this.owner = owner;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    Uses uses = Uses.of(graph);
    Dominators dominators = Dominators.of(graph);
    Deque<Block> left = new ArrayDeque<>(graph.blocks());
    int moved = 0;
    while (!left.isEmpty() && moved < MOST) {
      Block block = left.remove();
      for (Instr cast = first(block, uses, dominators);
          cast != null;
          cast = first(block, uses, dominators)) {
        for (Block pred : block.preds()) {
          if (!fits(block.phiInput(cast.input(0), pred), cast)) {
            left.add(pred);
          }
        }
        move(graph, block, cast);
        uses = Uses.of(graph);
        moved++;
      }
    }
    return moved;
  }

  /** The first cast of a block's phi, if it can be moved and is not needed on some way. */
  private @Nullable Instr first(Block block, Uses uses, Dominators dominators) {
    if (block.phis().isEmpty()) {
      return null;
    }
    Instr first = Merges.firstEffect(block);
    return first != null
            && first.op() == Opcodes.CHECKCAST
            && first.input(0).block() == block
            && Merges.gains(first.input(0), value -> fits(value, first), uses, dominators)
        ? first
        : null;
  }

  private boolean fits(Instr value, Instr cast) {
    if (value.type().isNull()
        || value.op() == Opcodes.CHECKCAST && value.operand().equals(cast.operand())) {
      return true;
    }
    String name = value.type().name();
    return name != null
        && name.equals(((Operand.Class) cast.operand()).name())
        && !name.startsWith("[")
        && world
            .find(owner, name)
            .filter(type -> type.known() && !type.info().isInterface())
            .isPresent();
  }

  private void move(Graph graph, Block block, Instr cast) {
    Instr phi = cast.input(0);
    for (Block pred : List.copyOf(block.preds())) {
      Instr input = block.phiInput(phi, pred);
      if (!fits(input, cast)) {
        Instr copy =
            graph.newInstr(
                Opcodes.CHECKCAST, cast.operand(), cast.type(), List.of(input), cast.position());
        copy.setSite(cast.site());
        copy.setTemporary(true);
        pred.append(copy);
        block.setPhiInput(phi, pred, copy);
      }
    }
    ValueType type = cast.type();
    block.remove(cast);
    phi.setType(type);
    graph.replaceAll(Map.of(cast, phi));
  }
}
