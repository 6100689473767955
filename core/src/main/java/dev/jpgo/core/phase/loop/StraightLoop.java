package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * A loop that counts by one, has one way through it, and only variables that grow by a constant in
 * each iteration. What they are after k iterations is then known in front of the loop: the initial
 * value plus k times that constant, modulo 2^32.
 *
 * @param counted the loop, with the test by which alone it is left but for exceptions
 * @param effects what it does beside arithmetic without exceptions, in order
 * @param slopes what each phi of the header grows by
 */
record StraightLoop(CountedLoop counted, List<Instr> effects, Map<Instr, Integer> slopes) {
  private static final int DEPTH = 6;
  private static final int MAX_EFFECTS = 2;

  /** The loop as one of these; null if it is none. */
  static @Nullable StraightLoop of(Graph graph, LoopForest.Loop loop) {
    CountedLoop counted = CountedLoop.of(loop);
    if (counted == null || Math.abs(counted.step()) != 1 || loop.latches().size() != 1) {
      return null;
    }
    List<Instr> effects = effects(loop);
    Map<Instr, Integer> slopes = slopes(loop);
    if (effects == null || slopes == null) {
      return null;
    }
    StraightLoop straight = new StraightLoop(counted, effects, slopes);
    boolean counts = Integer.valueOf(counted.step()).equals(straight.slope(counted.tested()));
    return counts && (!straight.isHandled() || straight.showsOnlyVariables(graph))
        ? straight
        : null;
  }

  /** Whether there are handlers for what it throws. */
  boolean isHandled() {
    for (Instr effect : effects) {
      Block block = effect.block();
      if (block == null || !block.handlers().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Whether code behind the loop uses nothing of it but what is known in front of it, too. */
  private boolean showsOnlyVariables(Graph graph) {
    OutsideUses outside = OutsideUses.of(graph, loop(), Uses.of(graph));
    for (Block block : loop().blocks()) {
      for (Instr phi : block.phis()) {
        if (outside.exist(phi) && !isKnownAtStart(phi)) {
          return false;
        }
      }
      for (Instr instr : block.body()) {
        if (outside.exist(instr) && !isKnownAtStart(instr)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isKnownAtStart(Instr value) {
    return value.isConst() || slope(value) != null;
  }

  private static @Nullable List<Instr> effects(LoopForest.Loop loop) {
    List<Instr> effects = new ArrayList<>();
    for (Block block : loop.blocks()) {
      if (block != loop.header()
          && (block.terminator().op() != Opcodes.GOTO || !block.phis().isEmpty())) {
        return null;
      }
      List<Instr> body = block.body();
      for (int i = 0; i < body.size(); i++) {
        if (!body.get(i).isPure()) {
          effects.add(body.get(i));
        }
      }
    }
    return effects.size() <= MAX_EFFECTS ? effects : null;
  }

  private static @Nullable Map<Instr, Integer> slopes(LoopForest.Loop loop) {
    Block header = loop.header();
    Map<Instr, Integer> slopes = new IdentityHashMap<>();
    for (Instr phi : header.phis()) {
      CountedLoop.Sum next = CountedLoop.sum(header.phiInput(phi, loop.latches().get(0)));
      if (next.base() != phi) {
        return null;
      }
      slopes.put(phi, next.offset());
    }
    return slopes;
  }

  LoopForest.Loop loop() {
    return counted.loop();
  }

  boolean isInvariant(Instr value) {
    return CountedLoop.isInvariant(loop(), value);
  }

  /** What a value of type int grows by in each iteration; null if that is not known. */
  @Nullable Integer slope(Instr value) {
    return slope(value, DEPTH);
  }

  private @Nullable Integer slope(Instr value, int depth) {
    if (isInvariant(value)) {
      return 0;
    }
    Integer known = slopes.get(value);
    boolean sum = value.op() == Opcodes.IADD || value.op() == Opcodes.ISUB;
    if (known != null || !sum || depth == 0) {
      return known;
    }
    Integer left = slope(value.input(0), depth - 1);
    Integer right = slope(value.input(1), depth - 1);
    if (left == null || right == null) {
      return null;
    }
    return value.op() == Opcodes.IADD ? left + right : left - right;
  }
}
