package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Replaces one call by the body of its target, behind whatever checks the target needs. Where one
 * fails, the original call runs, at the end of the method.
 *
 * <p><b>Why the result is the same.</b> Arguments were computed before the call and are the same
 * values; a null receiver, one of another class, or one that the assumptions do not cover takes the
 * original call, before anything of the body has run, and so throws or does what it did. The flag
 * is read after the receiver was obtained, so if it is true the receiver is no instance of a class
 * that breaks an assumption (see {@link RegionExpander}). Behind the checks the body is the one
 * that the call would have run, on a receiver that is not null. Its exceptions look for its own
 * handlers first and then for those around the call, as they did when they left its frame (JVMS
 * 2.10). Every instruction carries its place and that of the calls around it, from which stack
 * traces are expanded. What is gone is the frame: a stack overflow comes later.
 */
final class GuardedExpander {
  private final Splice splice;
  private final Graph graph;
  private final CallPlan plan;
  private final Instr call;
  private final Block slow;
  private final Position position;
  private Block current;
  private @Nullable Instr merged;

  private GuardedExpander(Splice splice, CallPlan plan, Instr call, Block before, Block slow) {
    this.splice = splice;
    this.graph = splice.graph();
    this.plan = plan;
    this.call = call;
    this.slow = slow;
    this.position = call.position().ofCall(splice.graph().newFrame());
    this.current = before;
  }

  /**
   * The blocks that a body was copied to.
   *
   * @param blocks the copies
   * @param plans what is to be inlined in them in turn
   * @param owner the class that declares the code
   * @param restarts for the copies from which the original call may still be reached, where that is
   */
  record Copy(
      List<Block> blocks,
      Map<Instr, CallPlan> plans,
      LoadedClass owner,
      Map<Block, Block> restarts) {}

  /** Expands the call at an index of a block; one copy for each of its targets. */
  static List<Copy> expand(Splice splice, CallPlan plan, Block block, int index) {
    List<Copy> copies = new ArrayList<>();
    Instr call = block.body().get(index);
    Block from = block;
    Instr before = null;
    for (CallPlan each = plan; each != null; each = each.otherwise()) {
      Block merge = BlockSplitter.split(splice.graph(), from, from.body().indexOf(call) + 1);
      Block slow = BlockSplitter.split(splice.graph(), from, from.body().indexOf(call));
      GuardedExpander expander = new GuardedExpander(splice, each, call, from, slow);
      copies.add(expander.run(merge, before));
      from = slow;
      before = expander.merged;
    }
    return copies;
  }

  /**
   * @param before the result behind the target that was tried before, which has the original call's
   *     where this one's is to be; null if there is none
   */
  private Copy run(Block merge, @Nullable Instr before) {
    CallTarget target = plan.target();
    splice.count(plan);
    List<Instr> arguments = new ArrayList<>(call.inputs());
    Block last = check(arguments);
    Map<Instr, Instr> map = new IdentityHashMap<>();
    List<Instr> params = plan.body().callee().graph().params();
    for (int i = 0; i < params.size(); i++) {
      map.put(params.get(i), arguments.get(i));
    }
    List<Block> blocks = new ArrayList<>();
    Map<Instr, CallPlan> plans = new IdentityHashMap<>();
    List<Instr> results = new ArrayList<>();
    Map<Block, Block> restarts = new HashMap<>();
    List<Block> returning = copy(map, blocks, plans, results, restarts);
    splice.jump(last, blocks.get(0), position);
    for (Block block : returning) {
      splice.jump(block, merge, position);
    }
    mergeResults(merge, returning, results, before);
    if (slow.preds().isEmpty()) {
      discardSlow();
    } else if (target.rest() <= 1 - CallTargets.DOMINANT && plan.otherwise() == null) {
      splice.markSlow(slow);
    }
    return new Copy(blocks, plans, target.method().owner(), restarts);
  }

  private void mergeResults(
      Block merge, List<Block> returning, List<Instr> results, @Nullable Instr before) {
    if (call.type().equals(ValueType.VOID)) {
      return;
    }
    boolean guarded = !slow.preds().isEmpty();
    if (!guarded && results.size() == 1) {
      splice.replaceAll(call, results.get(0));
      return;
    }
    Instr phi = graph.newPhi(call.type(), position);
    phi.setTemporary(call.isTemporary());
    merge.addPhi(phi);
    for (Block pred : merge.preds()) {
      phi.inputs().add(pred == slow ? call : results.get(returning.indexOf(pred)));
    }
    merged = phi;
    if (before != null) {
      Block next = merge.successors().get(0);
      next.setPhiInput(before, merge, phi);
      splice.keep(call, phi);
    } else if (guarded) {
      splice.replaceOutside(call, phi);
    } else {
      splice.replaceAll(call, phi);
    }
  }

  /** Nothing leads to the original call: it goes, and the edges out of it with it. */
  private void discardSlow() {
    slow.setHandlers(List.of());
    slow.dropTerminator();
    graph.blocks().remove(slow);
  }

  /** Emits the checks; returns the block that goes on to the body. */
  private Block check(List<Instr> arguments) {
    CallTarget target = plan.target();
    if (call.op() == Opcodes.INVOKESTATIC) {
      return current;
    }
    Instr receiver = arguments.get(0);
    if (target.test() != null) {
      Instr fits =
          splice.append(
              current,
              Opcodes.INSTANCEOF,
              new Operand.Class(target.test().name()),
              ValueType.INT,
              List.of(receiver),
              position);
      double frequency = current.frequency();
      leave(Opcodes.IFEQ, fits);
      if (target.isOneOfSeveral() && frequency >= 0) {
        double share = target.share() / (target.share() + target.rest());
        current.setFrequency(frequency * share);
        slow.setFrequency(frequency * (1 - share));
      }
    }
    boolean early =
        target.isToldByCast()
            || target.cast() != null && target.castMayFail() && target.test() == null;
    if (early) {
      receiver = castWithHandler(receiver);
    }
    // The flag first: what it says then holds on every way from here, for later checks too.
    if (target.isFlagged()) {
      Block from = current;
      current = next();
      splice.checkFlag(from, slow, current, List.of(receiver), position);
    }
    if (target.nullCheck()) {
      leave(Opcodes.IFNULL, receiver);
    }
    if (plan.casts() && !early) {
      receiver = cast(receiver);
    }
    arguments.set(0, receiver);
    return current;
  }

  private Block next() {
    Block block = splice.blockAfter(current);
    BlockSplitter.protect(block, slow, List.of());
    return block;
  }

  private void leave(int op, Instr value) {
    Block from = current;
    current = next();
    splice.branch(from, op, value, slow, current, position);
  }

  private Instr cast(Instr receiver) {
    LoadedClass cast = plan.target().cast();
    String name = cast == null ? plan.target().method().owner().name() : cast.name();
    return splice.append(
        current,
        Opcodes.CHECKCAST,
        new Operand.Class(name),
        ValueType.ref(name),
        List.of(receiver),
        position);
  }

  /** A receiver that the interface call would not accept goes to that call. */
  private Instr castWithHandler(Instr receiver) {
    Block from = current;
    Block casting = splice.blockAfter(from);
    splice.jump(from, casting, position);
    current = casting;
    Instr result = cast(receiver);
    Block handler = splice.discardingHandler(slow, position);
    BlockSplitter.protect(casting, slow, new Block.Handler(handler, Splice.RUNTIME_EXCEPTION));
    current = next();
    splice.jump(casting, current, position);
    return result;
  }

  // --- the body

  private List<Block> copy(
      Map<Instr, Instr> map,
      List<Block> copies,
      Map<Instr, CallPlan> plans,
      List<Instr> results,
      Map<Block, Block> restarts) {
    Graph callee = plan.body().callee().graph();
    CodeView code = plan.body().callee().code();
    Map<Block, Block> blocks = new HashMap<>();
    List<Block> kept = new ArrayList<>(callee.blocks());
    kept.retainAll(code.reachedAround(plan.body().bails()));
    Block at = current;
    for (Block block : kept) {
      at = splice.blockAfter(at);
      at.setFrequency(current.frequency() < 0 ? -1 : current.frequency() * code.heat(block));
      blocks.put(block, at);
      copies.add(at);
      for (Instr phi : block.phis()) {
        Instr copy = graph.newPhi(phi.type(), phi.position().inlinedAt(position));
        copy.setTemporary(phi.isTemporary());
        at.addPhi(copy);
        map.put(phi, copy);
      }
      for (Instr instr : block.body()) {
        if (instr.op() != Op.PARAM) {
          // Inputs follow when everything has a copy: a loop may use what comes later in layout.
          Instr copy = duplicate(instr, List.of());
          at.append(copy);
          map.put(instr, copy);
          CallPlan inner = plan.body().calls().get(instr);
          if (inner != null) {
            plans.put(copy, inner);
          }
        }
      }
    }
    for (Block block : kept) {
      for (Instr instr : block.body()) {
        if (instr.op() != Op.PARAM) {
          value(map, instr).inputs().addAll(values(map, instr.inputs()));
        }
      }
    }
    for (Block block : leadingTo(plan.body().bails())) {
      Block copy = blocks.get(block);
      if (copy != null) { // else it comes behind what is left out, in a loop
        restarts.put(copy, slow);
      }
    }
    List<Block> returning = new ArrayList<>();
    for (Block block : kept) {
      Block copy = block(blocks, block);
      Instr terminator = block.terminator();
      if (!Op.isReturn(terminator.op())) {
        List<Block> successors = new ArrayList<>();
        for (Block successor : block.successors()) {
          Block next = blocks.get(successor);
          successors.add(next == null ? slow : next);
        }
        copy.terminate(duplicate(terminator, values(map, terminator.inputs())), successors);
        continue;
      }
      returning.add(copy);
      if (!terminator.inputs().isEmpty()) {
        results.add(
            Narrowing.narrow(
                graph,
                copy,
                value(map, terminator.input(0)),
                plan.body().callee().method().method()));
      }
    }
    for (Block block : kept) {
      List<Block.Handler> own = new ArrayList<>();
      for (Block.Handler handler : block.handlers()) {
        own.add(new Block.Handler(block(blocks, handler.target()), handler.catchType()));
      }
      BlockSplitter.protect(block(blocks, block), slow, own);
    }
    Map<Block, Block> originals = new HashMap<>();
    for (Map.Entry<Block, Block> entry : blocks.entrySet()) {
      originals.put(entry.getValue(), entry.getKey());
    }
    for (Block block : kept) {
      Block copy = block(blocks, block);
      for (Instr phi : block.phis()) {
        for (Block pred : copy.preds()) {
          copy.setPhiInput(
              value(map, phi), pred, value(map, block.phiInput(phi, block(originals, pred))));
        }
      }
    }
    return returning;
  }

  /** The blocks of the callee that may be followed by one of some others. */
  private static Set<Block> leadingTo(Set<Block> targets) {
    Set<Block> leading = new LinkedHashSet<>();
    ArrayDeque<Block> worklist = new ArrayDeque<>(targets);
    while (!worklist.isEmpty()) {
      for (Block pred : worklist.remove().preds()) {
        if (leading.add(pred)) {
          worklist.add(pred);
        }
      }
    }
    return leading;
  }

  private Instr duplicate(Instr instr, List<Instr> inputs) {
    Instr copy =
        graph.newInstr(
            instr.op(),
            instr.operand(),
            instr.type(),
            inputs,
            instr.position().inlinedAt(position));
    copy.setSite(instr.site());
    copy.setTemporary(instr.isTemporary());
    return copy;
  }

  private static Block block(Map<Block, Block> blocks, Block original) {
    Block copy = blocks.get(original);
    if (copy == null) {
      throw new IllegalStateException(original + " was not copied");
    }
    return copy;
  }

  private static Instr value(Map<Instr, Instr> map, Instr original) {
    Instr copy = map.get(original);
    if (copy == null) {
      throw new IllegalStateException(original + " was not copied");
    }
    return copy;
  }

  private static List<Instr> values(Map<Instr, Instr> map, List<Instr> originals) {
    List<Instr> result = new ArrayList<>(originals.size());
    for (Instr original : originals) {
      result.add(value(map, original));
    }
    return result;
  }
}
