package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Where the copies of phis stand.
 *
 * <ul>
 *   <li><b>Phi of a join</b>: at the end of each predecessor, which has no other normal successor.
 *       The edge block of a branch may lend its copies to the branch's block ("hoisted", in front
 *       of the branch, as javac writes {@code x = 0; if (c) x = 1}): right where the join does not
 *       dominate the branch's other target, so nobody there reads the phi.
 *   <li><b>Phi of a handler</b>: no code can run on an exception edge, so the phi's slot is filled
 *       at the start of each protected block and holds its value up to the block's last throwing
 *       instruction. It is not filled again where every predecessor left the same value in it.
 *       Should a handler dominate a block that it protects, the old value of the phi would still be
 *       in use while the slot is filled: then the slot belongs to a stand-in, the <i>channel</i>,
 *       and the handler starts with a copy from it.
 * </ul>
 */
final class PhiCopies {
  /** A parallel copy: every source is read before any destination is written. */
  record Copy(List<Instr> destinations, List<Instr> sources) {
    static final Copy NONE = new Copy(List.of(), List.of());

    boolean isEmpty() {
      return destinations.isEmpty();
    }
  }

  private final Graph graph;
  private final Dominators dominators;
  private final boolean[] used;
  private final @Nullable Copy[] atStart;
  private final @Nullable Copy[] beforeBranch;
  private final boolean[] hoisted;
  private final @Nullable Instr[] channels;
  private final boolean[] throwing;
  private final int firstEdge;

  /** By block: for each of its handlers, its place among the handler's predecessors. */
  private final int[][] places;

  /**
   * @param firstEdge id of the first block that {@link EdgeSplitter} made
   */
  PhiCopies(Graph graph, Dominators dominators, Effects effects, int firstEdge) {
    this.graph = graph;
    this.dominators = dominators;
    this.firstEdge = firstEdge;
    used = new boolean[graph.instrIdBound()];
    channels = new @Nullable Instr[graph.instrIdBound()];
    int bound = graph.blockIdBound();
    atStart = new @Nullable Copy[bound];
    beforeBranch = new @Nullable Copy[bound];
    hoisted = new boolean[bound];
    throwing = new boolean[bound];
    places = new int[bound][];
    markUsed();
    List<Block> blocks = graph.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      if (!block.handlers().isEmpty()) {
        throwing[block.id()] = effects.mayThrow(block);
        places[block.id()] = new int[block.handlers().size()];
      }
    }
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).isHandlerEntry()) {
        placePredecessors(blocks.get(i));
      }
    }
    for (int i = 0; i < blocks.size(); i++) {
      makeChannels(blocks.get(i));
    }
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      if (throwing[block.id()]) {
        atStart[block.id()] = handlerCopy(block);
      }
      if (block.isHandlerEntry()) {
        atStart[block.id()] = channelCopy(block, atStart[block.id()]);
      }
      if (Op.isBranch(block.terminator().op())) {
        hoist(block, i + 2 < blocks.size() ? blocks.get(i + 2) : null);
      }
    }
  }

  private void markUsed() {
    for (Block block : graph.blocks()) {
      for (Instr phi : block.phis()) {
        for (Instr input : phi.inputs()) {
          if (input != phi) {
            used[input.id()] = true;
          }
        }
      }
      for (Instr instr : block.body()) {
        markInputs(instr);
      }
      markInputs(block.terminator());
    }
  }

  private void markInputs(Instr instr) {
    List<Instr> inputs = instr.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      used[inputs.get(i).id()] = true;
    }
  }

  /** Whether anything reads a value; what only reads itself does not count. */
  boolean isUsed(Instr value) {
    return value.id() >= used.length || used[value.id()];
  }

  // --- handlers

  private void makeChannels(Block handler) {
    if (!handler.isHandlerEntry() || handler.phis().isEmpty()) {
      return;
    }
    boolean cyclic = false;
    for (Block pred : handler.preds()) {
      cyclic |= throwing[pred.id()] && dominators.dominates(handler, pred);
    }
    if (cyclic) {
      for (Instr phi : handler.phis()) {
        Instr channel = graph.newPhi(phi.type(), phi.position());
        channel.setTemporary(phi.isTemporary());
        channel.inputs().addAll(phi.inputs());
        channels[phi.id()] = channel;
      }
    }
  }

  private Instr channel(Instr phi) {
    Instr channel = phi.id() < channels.length ? channels[phi.id()] : null;
    return channel == null ? phi : channel;
  }

  private Copy handlerCopy(Block block) {
    List<Instr> destinations = new ArrayList<>(0);
    List<Instr> sources = new ArrayList<>(0);
    List<Block.Handler> handlers = block.handlers();
    for (int i = 0; i < handlers.size(); i++) {
      Block target = handlers.get(i).target();
      List<Instr> phis = target.phis();
      for (int k = 0; k < phis.size(); k++) {
        Instr phi = phis.get(k);
        Instr channel = channel(phi);
        if (isUsed(phi) && !destinations.contains(channel)) {
          Instr input = phi.input(places[block.id()][i]);
          if (input != channel && !holds(block, target, phi, input, 3)) {
            destinations.add(channel);
            sources.add(input);
          }
        }
      }
    }
    return destinations.isEmpty() ? Copy.NONE : new Copy(destinations, sources);
  }

  /**
   * Whether the phi of a handler has a value already when the block starts: each predecessor is
   * protected by the handler with the same value, so it stored the value, or found it stored, or
   * does not throw and follows such blocks itself.
   */
  private boolean holds(Block block, Block handler, Instr phi, Instr input, int depth) {
    List<Block> preds = block.preds();
    if (preds.isEmpty() || block.isHandlerEntry() || input.isPhi() && input.block() == block) {
      return false;
    }
    for (int i = 0; i < preds.size(); i++) {
      Block pred = preds.get(i);
      int place = pred.handlers().isEmpty() ? -1 : place(pred, handler);
      if (place < 0
          || phi.input(place) != input
          || (!throwing[pred.id()]
              && (depth == 0 || !holds(pred, handler, phi, input, depth - 1)))) {
        return false;
      }
    }
    return true;
  }

  private void placePredecessors(Block handler) {
    List<Block> preds = handler.preds();
    for (int i = 0; i < preds.size(); i++) {
      Block pred = preds.get(i);
      List<Block.Handler> handlers = pred.handlers();
      for (int k = 0; k < handlers.size(); k++) {
        if (handlers.get(k).target() == handler) {
          places[pred.id()][k] = i;
        }
      }
    }
  }

  private int place(Block pred, Block handler) {
    List<Block.Handler> handlers = pred.handlers();
    for (int k = 0; k < handlers.size(); k++) {
      if (handlers.get(k).target() == handler) {
        return places[pred.id()][k];
      }
    }
    return -1;
  }

  private Copy channelCopy(Block handler, @Nullable Copy own) {
    List<Instr> destinations = new ArrayList<>(0);
    List<Instr> sources = new ArrayList<>(0);
    for (Instr phi : handler.phis()) {
      if (channels[phi.id()] != null && isUsed(phi)) {
        destinations.add(phi);
        sources.add(channel(phi));
      }
    }
    if (destinations.isEmpty()) {
      return own == null ? Copy.NONE : own;
    }
    if (own != null && !own.isEmpty()) {
      // What the handler's own handlers receive may be its phis, which are still in the channels.
      for (int i = 0; i < own.sources().size(); i++) {
        Instr source = own.sources().get(i);
        destinations.add(own.destinations().get(i));
        boolean isPhi = source.isPhi() && source.block() == handler;
        sources.add(isPhi ? channel(source) : source);
      }
    }
    return new Copy(destinations, sources);
  }

  // --- joins

  /**
   * Hoists the copies of one edge. The block of the fall-through edge follows the branch at once
   * and needs no jump if the join is next.
   */
  private void hoist(Block block, @Nullable Block secondNext) {
    Block taken = block.successors().get(0);
    Block other = block.successors().get(1);
    if (!hoist(block, taken, other)
        && (other.successors().isEmpty() || other.successors().get(0) != secondNext)) {
      hoist(block, other, taken);
    }
  }

  private boolean hoist(Block block, Block edge, Block other) {
    if (edge.id() < firstEdge) {
      return false;
    }
    Block join = edge.successors().get(0);
    if (join == other || dominators.dominates(join, block) || dominators.dominates(join, other)) {
      return false;
    }
    Copy copy = joinCopy(edge, join, null);
    hoisted[edge.id()] = true;
    beforeBranch[block.id()] = copy;
    return true;
  }

  private Copy joinCopy(Block pred, Block join, @Nullable Instr except) {
    List<Instr> phis = join.phis();
    List<Instr> destinations = new ArrayList<>(phis.size());
    List<Instr> sources = new ArrayList<>(phis.size());
    for (int i = 0; i < phis.size(); i++) {
      Instr phi = phis.get(i);
      if (phi != except && isUsed(phi)) {
        Instr input = join.phiInput(phi, pred);
        if (input != phi) {
          destinations.add(phi);
          sources.add(input);
        }
      }
    }
    return destinations.isEmpty() ? Copy.NONE : new Copy(destinations, sources);
  }

  // --- results

  /** The copy at the start of a block, after its CATCH if it has one. */
  Copy atStart(Block block) {
    Copy copy = atStart[block.id()];
    return copy == null ? Copy.NONE : copy;
  }

  /** The copy in front of a block's branch, on behalf of one of its targets. */
  Copy beforeBranch(Block block) {
    Copy copy = beforeBranch[block.id()];
    return copy == null ? Copy.NONE : copy;
  }

  /** What is filled for the phi of a handler: its stand-in if it has one. */
  Instr filledFor(Instr phi) {
    return channel(phi);
  }

  /**
   * The copy at the end of a block that leads to a join.
   *
   * @param except the phi whose value goes by the operand stack, or null
   */
  Copy atEnd(Block block, @Nullable Instr except) {
    if (block.terminator().op() != Opcodes.GOTO || hoisted[block.id()]) {
      return Copy.NONE;
    }
    return joinCopy(block, block.successors().get(0), except);
  }

  /** Whether copies to a join stand elsewhere than in its predecessors. */
  boolean isHoistedTo(Block join) {
    for (Block pred : join.preds()) {
      if (hoisted[pred.id()]) {
        return true;
      }
    }
    return false;
  }
}
