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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Replaces a run of re-executable instructions and calls by one region with a single check.
 *
 * <pre>
 *   before: ...; v1 = call a; v2 = load v1; v3 = call v2; rest
 *   after:  ...; [bodies of both calls, loads only]; if flag is false goto slow
 *           merge: phis of v1, v2, v3; rest
 *   slow:   v1 = call a; v2 = load v1; v3 = call v2; goto merge        (at the end)
 * </pre>
 *
 * <p><b>Why the result is the same.</b> The region contains nothing but loads, arithmetic and
 * casts, on values that are what their static types say; so it changes nothing, ends (it has no
 * loops), and all that can happen beside the next instruction is a RuntimeException (null, index,
 * cast, division). That leads to {@code slow}, as do a rare block with effects, a failed class test
 * and a failed flag: and {@code slow} is the original code from before the first instruction of the
 * region, so the program sees what it would have seen; what was loaded is forgotten. Reading a
 * volatile field once more than the program did adds order and takes none away.
 *
 * <p>In a body of which parts are left out, a region that may still be followed by such a part
 * leaves for the call of that whole body instead, which is as free to start over: had its own calls
 * run on the way, what they did would be done again.
 *
 * <p>If the check at the end passes, then the flag was true after every receiver of the region had
 * been loaded. A class that breaks an assumption is defined only after the flag was cleared and
 * every thread passed a safepoint (JPGO's definition hook), so none of the receivers is an instance
 * of such a class, and each body that ran is the one that the call would have selected. The loads
 * on the way were type-safe whatever the receivers were, since each was cast where its static type
 * did not say so.
 */
final class RegionExpander {
  private final Splice splice;
  private final Graph graph;
  private final Map<Instr, CallPlan> plans;
  private final Map<Instr, Instr> values = new IdentityHashMap<>();
  private final List<Block> fast = new ArrayList<>();
  private final List<Instr> receivers = new ArrayList<>();
  private final Block before;
  private final Block slow;
  private final @Nullable Block restart;
  private final Position position;
  private Block current;

  private RegionExpander(
      Splice splice,
      Map<Instr, CallPlan> plans,
      Block before,
      Block slow,
      @Nullable Block restart,
      Position position) {
    this.splice = splice;
    this.graph = splice.graph();
    this.plans = plans;
    this.before = before;
    this.slow = slow;
    this.restart = restart;
    this.position = position;
    this.current = before;
  }

  /**
   * Expands the instructions of a block from {@code start} to {@code end}, the latter a call with a
   * plan.
   *
   * @param restart where to go when a check fails, if not to the instructions themselves
   */
  static void expand(
      Splice splice,
      Map<Instr, CallPlan> plans,
      Block block,
      int start,
      int end,
      @Nullable Block restart) {
    Block merge = BlockSplitter.split(splice.graph(), block, end + 1);
    Block slow = BlockSplitter.split(splice.graph(), block, start);
    hoist(block, slow);
    Position position = slow.body().get(0).position();
    new RegionExpander(splice, plans, block, slow, restart, position).run(merge);
  }

  /** What is pure and does not depend on the region is computed before it, once for both sides. */
  private static void hoist(Block before, Block slow) {
    for (Instr instr : List.copyOf(slow.body())) {
      if (!instr.isPure()) {
        continue;
      }
      boolean free = true;
      for (Instr input : instr.inputs()) {
        free &= input.block() != slow;
      }
      if (free) {
        slow.remove(instr);
        before.append(instr);
      }
    }
  }

  private void run(Block merge) {
    List<Instr> originals = List.copyOf(slow.body());
    newFastBlock();
    splice.jump(before, current, position);
    for (Instr instr : originals) {
      CallPlan plan = plans.get(instr);
      Instr value = plan == null ? copyOfOwn(instr) : inline(instr, plan);
      if (value != null) {
        values.put(instr, value);
      }
    }
    if (receivers.isEmpty()) {
      splice.jump(current, merge, position);
    } else {
      splice.checkFlag(current, slow, merge, receivers, position);
    }
    protectFast();
    mergeValues(originals, merge);
    if (slow.preds().isEmpty()) {
      discardSlow();
    } else if (restart != null) {
      leaveFromSlow(restart);
    } else if (restarts(originals)) {
      splice.markCold(slow);
    } else {
      splice.markSlow(slow);
    }
  }

  private boolean restarts(List<Instr> originals) {
    for (Instr instr : originals) {
      CallPlan plan = plans.get(instr);
      if (plan != null && plan.body().restarts()) {
        return true;
      }
    }
    return false;
  }

  /** Nothing can fail: the original calls go, and the edges out of them with them. */
  private void discardSlow() {
    slow.setHandlers(List.of());
    slow.dropTerminator();
    graph.blocks().remove(slow);
  }

  /** What leads to the original calls leads on to the restart in their place. */
  private void leaveFromSlow(Block target) {
    slow.setHandlers(List.of());
    slow.dropTerminator();
    for (Instr instr : List.copyOf(slow.body())) {
      slow.remove(instr);
    }
    splice.jump(slow, target, position);
    splice.markCold(slow);
  }

  private void protectFast() {
    Block handler = null;
    for (Block block : fast) {
      boolean fails = false;
      for (Instr instr : block.body()) {
        fails |= Effects.mayFail(instr);
      }
      if (fails && handler == null) {
        handler = splice.discardingHandler(slow, position);
      }
      BlockSplitter.protect(
          block,
          slow,
          fails && handler != null ? new Block.Handler(handler, Splice.RUNTIME_EXCEPTION) : null);
    }
  }

  private void mergeValues(List<Instr> originals, Block merge) {
    boolean reachable = restart == null && !slow.preds().isEmpty();
    for (Instr original : originals) {
      Instr value = values.get(original);
      if (value == null || original.type().equals(ValueType.VOID)) {
        continue;
      }
      if (!reachable) {
        splice.replaceAll(original, value);
        continue;
      }
      Instr phi = graph.newPhi(original.type(), position);
      phi.setTemporary(original.isTemporary());
      merge.addPhi(phi);
      merge.setPhiInput(phi, merge.preds().get(0), merge.preds().get(0) == slow ? original : value);
      merge.setPhiInput(phi, merge.preds().get(1), merge.preds().get(1) == slow ? original : value);
      splice.replaceOutside(original, phi);
    }
  }

  private void newFastBlock() {
    current = splice.blockAfter(fast.isEmpty() ? before : current);
    current.setFrequency(before.frequency());
    fast.add(current);
  }

  /** Copies an instruction of the region. */
  private Instr copyOfOwn(Instr instr) {
    Instr copy = copy(instr, values, position);
    copy.setTemporary(instr.isTemporary());
    return copy;
  }

  /**
   * Copies an instruction to the end of the current block, where no variable has the value: if one
   * of a body's had, its frame is gone.
   */
  private Instr copy(Instr instr, Map<Instr, Instr> map, Position at) {
    Instr copy = graph.newInstr(instr.op(), instr.operand(), instr.type(), mapped(instr, map), at);
    copy.setTemporary(true);
    current.append(copy);
    return copy;
  }

  private static List<Instr> mapped(Instr instr, Map<Instr, Instr> map) {
    List<Instr> inputs = new ArrayList<>(instr.inputs().size());
    for (Instr input : instr.inputs()) {
      Instr value = map.get(input);
      inputs.add(value == null ? input : value);
    }
    return inputs;
  }

  private @Nullable Instr inline(Instr call, CallPlan plan) {
    return inline(plan, mapped(call, values));
  }

  private @Nullable Instr inline(CallPlan plan, List<Instr> arguments) {
    CallTarget target = plan.target();
    splice.count(plan);
    if (plan.call().op() != Opcodes.INVOKESTATIC) {
      arguments.set(0, receiver(plan, arguments.get(0)));
    }
    Callee callee = plan.body().callee();
    Map<Instr, Instr> map = new IdentityHashMap<>();
    List<Instr> params = callee.graph().params();
    for (int i = 0; i < params.size(); i++) {
      map.put(params.get(i), arguments.get(i));
    }
    Block entry = callee.graph().entry();
    if (Op.isReturn(entry.terminator().op())) {
      copyBody(entry, plan.body(), map);
      return returned(plan, entry.terminator(), map);
    }
    return inlineBlocks(plan, map);
  }

  /** The receiver as the body may use it; leaves for the slow path when it is not the right one. */
  private Instr receiver(CallPlan plan, Instr receiver) {
    CallTarget target = plan.target();
    Instr result = receiver;
    if (target.test() != null) {
      Instr fits =
          splice.append(
              current,
              Opcodes.INSTANCEOF,
              new Operand.Class(target.test().name()),
              ValueType.INT,
              List.of(receiver),
              position);
      leaveUnless(Opcodes.IFEQ, fits);
    }
    LoadedClass cast = plan.casts() ? target.cast() : null;
    if (cast != null) {
      String name = cast.name();
      result =
          splice.append(
              current,
              Opcodes.CHECKCAST,
              new Operand.Class(name),
              ValueType.ref(name),
              List.of(receiver),
              position);
    }
    if (target.nullCheck() && !failsOnNullReceiver(plan.body())) {
      leaveUnless(Opcodes.IFNULL, result);
    }
    if (target.isFlagged()) {
      receivers.add(result);
    }
    return result;
  }

  private void leaveUnless(int op, Instr value) {
    Block from = current;
    newFastBlock();
    splice.branch(from, op, value, slow, current, position);
  }

  /** Whether a body throws on a null receiver whichever way it goes: in its first block. */
  static boolean failsOnNullReceiver(BodyPlan body) {
    Graph callee = body.callee().graph();
    Instr receiver = callee.params().get(0);
    for (Instr instr : callee.entry().body()) {
      CallPlan inner = body.calls().get(instr);
      if (CodeView.failsOnNull(instr, receiver)) {
        if (inner == null || failsOnNullReceiver(inner.body())) {
          return true;
        }
      }
    }
    return false;
  }

  private void copyBody(Block block, BodyPlan body, Map<Instr, Instr> map) {
    for (Instr instr : block.body()) {
      if (instr.op() == Op.PARAM) {
        continue;
      }
      CallPlan inner = body.calls().get(instr);
      Instr value = inner == null ? copy(instr, map, position) : inline(inner, mapped(instr, map));
      if (value != null) {
        map.put(instr, value);
      }
    }
  }

  private @Nullable Instr returned(CallPlan plan, Instr terminator, Map<Instr, Instr> map) {
    if (terminator.inputs().isEmpty()) {
      return null;
    }
    Instr value = terminator.input(0);
    Instr known = map.get(value);
    return Narrowing.narrow(
        graph, current, known == null ? value : known, plan.body().callee().method().method());
  }

  private @Nullable Instr inlineBlocks(CallPlan plan, Map<Instr, Instr> map) {
    BodyPlan body = plan.body();
    Graph callee = body.callee().graph();
    List<Block> live = liveBlocks(body.callee().code(), body.bails());
    Map<Block, Block> starts = new HashMap<>();
    Map<Block, Block> ends = new HashMap<>();
    Map<Instr, Instr> phis = new IdentityHashMap<>();
    List<Block> returning = new ArrayList<>();
    List<Instr> results = new ArrayList<>();
    Block at = current;
    for (Block block : live) {
      if (block != callee.entry()) {
        newFastBlock();
        starts.put(block, current);
        for (Instr phi : block.phis()) {
          Instr copy = graph.newPhi(phi.type(), position);
          copy.setTemporary(true);
          current.addPhi(copy);
          map.put(phi, copy);
          phis.put(phi, copy);
        }
      }
      copyBody(block, body, map);
      if (Op.isReturn(block.terminator().op())) {
        Instr value = returned(plan, block.terminator(), map);
        returning.add(current);
        if (value != null) {
          results.add(value);
        }
      }
      ends.put(block, current);
      at = current;
    }
    current = at;
    for (Block block : live) {
      terminate(block, starts, ends, map);
    }
    fillPhis(live, ends, phis, map);
    return join(plan, returning, results);
  }

  private void terminate(
      Block block, Map<Block, Block> starts, Map<Block, Block> ends, Map<Instr, Instr> map) {
    Instr terminator = block.terminator();
    if (Op.isReturn(terminator.op())) {
      return;
    }
    List<Block> successors = new ArrayList<>();
    for (Block successor : block.successors()) {
      Block start = starts.get(successor);
      successors.add(start == null ? slow : start);
    }
    Instr copy =
        graph.newInstr(
            terminator.op(),
            terminator.operand(),
            ValueType.VOID,
            mapped(terminator, map),
            position);
    end(block, ends).terminate(copy, successors);
  }

  private static Block end(Block block, Map<Block, Block> ends) {
    Block end = ends.get(block);
    if (end == null) {
      throw new IllegalStateException(block + " was not copied");
    }
    return end;
  }

  private static void fillPhis(
      List<Block> live, Map<Block, Block> ends, Map<Instr, Instr> phis, Map<Instr, Instr> map) {
    Map<Block, Block> originals = new HashMap<>();
    for (Map.Entry<Block, Block> entry : ends.entrySet()) {
      originals.put(entry.getValue(), entry.getKey());
    }
    for (Block block : live) {
      for (Instr phi : block.phis()) {
        Instr copy = phis.get(phi);
        Block home = copy == null ? null : copy.block();
        if (copy == null || home == null) {
          continue;
        }
        for (Block pred : home.preds()) {
          Block original = originals.get(pred);
          if (original != null) {
            Instr value = block.phiInput(phi, original);
            Instr known = map.get(value);
            home.setPhiInput(copy, pred, known == null ? value : known);
          }
        }
      }
    }
  }

  private @Nullable Instr join(CallPlan plan, List<Block> returning, List<Instr> results) {
    if (returning.size() == 1) {
      current = returning.get(0);
      return results.isEmpty() ? null : results.get(0);
    }
    newFastBlock();
    for (Block block : returning) {
      splice.jump(block, current, position);
    }
    if (results.isEmpty()) {
      return null;
    }
    Instr phi = graph.newPhi(returnType(plan), position);
    phi.setTemporary(true);
    current.addPhi(phi);
    for (int i = 0; i < returning.size(); i++) {
      current.setPhiInput(phi, returning.get(i), results.get(i));
    }
    return phi;
  }

  private static ValueType returnType(CallPlan plan) {
    return ValueType.of(Type.getReturnType(plan.body().callee().method().method().descriptor()));
  }

  /** The blocks of a callee that are copied, each after its dominators. */
  private static List<Block> liveBlocks(CodeView code, Set<Block> bails) {
    List<Block> order = new ArrayList<>();
    Set<Block> reached = code.reachedAround(bails);
    for (Block block : code.dominators().reversePostorder()) {
      if (reached.contains(block)) {
        order.add(block);
      }
    }
    return order;
  }
}
