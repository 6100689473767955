package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A basic block: phis, body, one terminator, and ordered exception handlers.
 *
 * <p>Predecessors are distinct blocks: a block with several edges to this one (both arms of a
 * branch, a normal and an exception edge never) is listed once. A handler's entry has exception
 * edges only and starts with {@link Op#CATCH}. <b>The value that a phi of a handler receives from a
 * predecessor is available at the start of that predecessor</b>: it is one of its phis or defined
 * in a strict dominator. So an exception anywhere in a block sees the same state, and two blocks
 * may be joined only when every handler phi receives the same value from both.
 */
public final class Block {
  /** A handler of a block. Order matters: the first whose type matches catches. */
  public record Handler(Block target, @Nullable String catchType) {}

  private final int id;
  private final List<Instr> phis = new ArrayList<>();
  private final List<Instr> body = new ArrayList<>();
  private @Nullable Instr terminator;
  private final List<Block> successors = new ArrayList<>(2);
  private final List<Handler> handlers = new ArrayList<>(0);
  private final List<Block> preds = new ArrayList<>(2);

  // One view of each for good: they are asked for in every loop of the optimizer.
  private final List<Instr> phisView = Collections.unmodifiableList(phis);
  private final List<Instr> bodyView = Collections.unmodifiableList(body);
  private final List<Block> successorsView = Collections.unmodifiableList(successors);
  private final List<Handler> handlersView = Collections.unmodifiableList(handlers);
  private final List<Block> predsView = Collections.unmodifiableList(preds);

  private double frequency = -1;

  Block(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** Phis, unmodifiable; see {@link #addPhi}. */
  public List<Instr> phis() {
    return phisView;
  }

  /** Instructions between phis and terminator, unmodifiable. */
  public List<Instr> body() {
    return bodyView;
  }

  public Instr terminator() {
    if (terminator == null) {
      throw new IllegalStateException("block " + id + " has no terminator");
    }
    return terminator;
  }

  public boolean hasTerminator() {
    return terminator != null;
  }

  /**
   * Normal successors in the order of the terminator: GOTO has one; a branch [taken, fall-through];
   * a switch [default, case of key 0, case of key 1, ...]; a return or throw none. Unmodifiable.
   */
  public List<Block> successors() {
    return successorsView;
  }

  /** Handlers in order of precedence, unmodifiable; see {@link #setHandlers}. */
  public List<Handler> handlers() {
    return handlersView;
  }

  /**
   * Distinct predecessors, normal and exceptional, in the order of the phis' inputs. Unmodifiable.
   */
  public List<Block> preds() {
    return predsView;
  }

  /** Executions per profile, or a negative number when unknown. */
  public double frequency() {
    return frequency;
  }

  public void setFrequency(double frequency) {
    this.frequency = frequency;
  }

  public boolean isHandlerEntry() {
    return !body.isEmpty() && body.get(0).op() == Op.CATCH;
  }

  // --- body

  /** Appends a detached instruction to the body. */
  public void append(Instr instr) {
    insert(body.size(), instr);
  }

  /** Inserts a detached instruction into the body. */
  public void insert(int index, Instr instr) {
    attach(instr);
    body.add(index, instr);
  }

  /** Takes an instruction out of the body or phis; it is detached then. */
  public void remove(Instr instr) {
    if (!(instr.isPhi() ? phis.remove(instr) : body.remove(instr))) {
      throw new IllegalArgumentException(instr + " is not in block " + id);
    }
    instr.setBlock(null);
  }

  /**
   * Adds a detached phi; its inputs must match {@link #preds()} by the time the graph is verified.
   */
  public void addPhi(Instr phi) {
    if (!phi.isPhi()) {
      throw new IllegalArgumentException(phi + " is not a phi");
    }
    attach(phi);
    phis.add(phi);
  }

  private void attach(Instr instr) {
    if (instr.block() != null) {
      throw new IllegalArgumentException(instr + " is in block " + instr.block());
    }
    instr.setBlock(this);
  }

  // --- edges

  /**
   * Sets terminator and successors. Predecessor lists of old and new successors are updated: phis
   * of a successor lost lose their input, phis of one gained must be given theirs by the caller
   * ({@link #setPhiInput}).
   */
  public void terminate(Instr newTerminator, List<Block> newSuccessors) {
    if (!Op.isTerminator(newTerminator.op())) {
      throw new IllegalArgumentException(newTerminator + " does not end a block");
    }
    if (terminator != newTerminator) {
      if (terminator != null) {
        terminator.setBlock(null);
      }
      attach(newTerminator);
      terminator = newTerminator;
    }
    List<Block> before = List.copyOf(successors);
    successors.clear();
    successors.addAll(newSuccessors);
    updateEdges(before);
  }

  /** Takes terminator and edges away from a block that is being dissolved; both are detached. */
  public Instr dropTerminator() {
    Instr dropped = terminator();
    List<Block> before = List.copyOf(successors);
    dropped.setBlock(null);
    terminator = null;
    successors.clear();
    updateEdges(before);
    return dropped;
  }

  /**
   * Replaces every edge from this block to {@code from} by one to {@code to}; see {@link
   * #terminate}.
   */
  public void redirect(Block from, Block to) {
    List<Block> before = List.copyOf(successors);
    Collections.replaceAll(successors, from, to);
    updateEdges(before);
  }

  /** Sets all edges of a new block at once; the caller sees to it that they agree. */
  void wire(
      Instr newTerminator,
      List<Block> newSuccessors,
      List<Handler> newHandlers,
      List<Block> newPreds) {
    attach(newTerminator);
    terminator = newTerminator;
    successors.addAll(newSuccessors);
    handlers.addAll(newHandlers);
    preds.addAll(newPreds);
  }

  /** Sets the handlers; phis as with {@link #terminate}. */
  public void setHandlers(List<Handler> newHandlers) {
    List<Block> before = new ArrayList<>(handlers.size());
    for (Handler handler : handlers) {
      before.add(handler.target());
    }
    List<Handler> copy = List.copyOf(newHandlers);
    handlers.clear();
    handlers.addAll(copy);
    updateEdges(before);
  }

  private void updateEdges(List<Block> before) {
    for (Block old : before) {
      if (!reaches(old)) {
        old.dropPred(this);
      }
    }
    for (Block successor : successors) {
      successor.ensurePred(this);
    }
    for (Handler handler : handlers) {
      handler.target().ensurePred(this);
    }
  }

  private boolean reaches(Block target) {
    if (successors.contains(target)) {
      return true;
    }
    for (Handler handler : handlers) {
      if (handler.target() == target) {
        return true;
      }
    }
    return false;
  }

  private void ensurePred(Block pred) {
    if (!preds.contains(pred)) {
      preds.add(pred);
    }
  }

  private void dropPred(Block pred) {
    int index = preds.indexOf(pred);
    if (index >= 0) {
      preds.remove(index);
      for (Instr phi : phis) {
        if (index < phi.inputs().size()) {
          phi.inputs().remove(index);
        }
      }
    }
  }

  /** The input that a phi of this block receives from a predecessor. */
  public Instr phiInput(Instr phi, Block pred) {
    return phi.inputs().get(preds.indexOf(pred));
  }

  /** Sets or appends the input that a phi of this block receives from a predecessor. */
  public void setPhiInput(Instr phi, Block pred, Instr value) {
    int index = preds.indexOf(pred);
    if (index < 0) {
      throw new IllegalArgumentException("block " + pred.id + " does not precede " + id);
    }
    if (index == phi.inputs().size()) {
      phi.inputs().add(value);
    } else {
      phi.inputs().set(index, value);
    }
  }

  @Override
  public String toString() {
    return "b" + id;
  }
}
