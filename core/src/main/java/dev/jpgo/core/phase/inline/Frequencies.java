package dev.jpgo.core.phase.inline;

import dev.jpgo.core.cfg.BasicBlock;
import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.ir.BlockFrequencies;
import dev.jpgo.core.profile.EdgeCounts;
import dev.jpgo.core.profile.MethodProfile;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/** Block frequencies of a method from its edge counts. */
public final class Frequencies implements BlockFrequencies {
  /** Above this conservation error (see {@link EdgeCounts}) counts say nothing. */
  private static final double MAX_ERROR = 0.25;

  private static final BlockFrequencies ONCE =
      new BlockFrequencies() {
        @Override
        public double calls() {
          return 1;
        }

        @Override
        public double at(int site) {
          return site < 0 ? -1 : 1;
        }
      };

  private final Cfg cfg;
  private final double calls;
  private final double[] blocks;

  private Frequencies(Cfg cfg, EdgeCounts counts) {
    this.cfg = cfg;
    this.blocks = new double[cfg.blocks().size()];
    double entries = 0;
    for (Edge edge : cfg.edges()) {
      if (edge.kind() == Edge.Kind.ENTRY || edge.kind() == Edge.Kind.OSR) {
        entries += counts.edge(edge);
      }
    }
    this.calls = entries;
    for (BasicBlock block : cfg.blocks()) {
      blocks[block.index()] = counts.block(block.index());
    }
  }

  /**
   * The frequencies that a profile knows.
   *
   * @param code original code of the method
   * @return null when nothing, or nothing reliable, was counted
   */
  public static @Nullable BlockFrequencies of(MethodNode code, @Nullable MethodProfile profile) {
    if (profile == null
        || profile.edges().isEmpty()
        || profile.conservationError() > MAX_ERROR
        || !Cfg.describes(code)) {
      return null;
    }
    Cfg cfg = Cfg.of(code);
    if (cfg.edges().size() != profile.edges().size()) {
      return null;
    }
    Frequencies frequencies = new Frequencies(cfg, EdgeCounts.of(cfg, profile));
    return frequencies.calls > 0 ? frequencies : null;
  }

  /**
   * The frequencies of a method of whose code nothing is counted: one call goes through all of it
   * if nothing is thrown.
   *
   * @return null when it has branches or handlers
   */
  public static @Nullable BlockFrequencies ofStraight(MethodNode code) {
    return isStraight(code) ? ONCE : null;
  }

  /** Whether there is one way through a method. */
  public static boolean isStraight(MethodNode code) {
    return Cfg.describes(code) && Cfg.of(code).blocks().size() == 1;
  }

  @Override
  public double calls() {
    return calls;
  }

  @Override
  public double at(int site) {
    return site < 0 ? -1 : blocks[cfg.blockAt(site).index()];
  }
}
