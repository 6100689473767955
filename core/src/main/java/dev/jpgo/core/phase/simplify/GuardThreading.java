package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.TrivialPhis;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * What {@link JumpThreading} does, past an assumption flag: {@code if (isFull())} with {@code
 * isFull} inlined asks the flag where the ways through {@code isFull} meet, and then which of them
 * was taken. Ways that tell get a copy of the question about the flag, and go on from there to
 * where they lead.
 *
 * <p>Applies to a block of nothing but phis, constants, reads of flags and a two-way branch that
 * does not ask the phis, followed by a block of nothing but a branch or switch that does. Sound:
 * each way asks the flag at the same moment as before, and then goes where the second branch would
 * have sent it. Neither block has an effect of its own or can throw; for what another thread may
 * have it throw, the copy has the guard's handlers. The phis are used nowhere but in phis of the
 * successors, for the way from the guard, and in the second branch and behind it where that is come
 * to from the guard alone, so no use of them is reached any other way than before.
 */
public final class GuardThreading implements GraphPhase {
  public static final String NAME = "guard-threading";

  private final String flags;

  /**
   * @param flags internal name of the class whose static fields are assumption flags
   */
  public GuardThreading(String flags) {
    this.flags = flags;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    int threaded = 0;
    Uses uses = null;
    LocalPhis locals = new LocalPhis(graph);
    for (Block guard : List.copyOf(graph.blocks())) {
      Block test = isGuard(graph, guard) ? test(guard) : null;
      if (test == null) {
        continue;
      }
      Map<Block, List<Block>> ways = ways(guard, test);
      uses = uses == null ? Uses.of(graph) : uses;
      if (!ways.isEmpty()
          && isLocal(guard, test, uses)
          && !locals.isLoop(guard)
          && !locals.isLoop(test)) {
        ways.forEach((target, from) -> lead(graph, guard, test, target, from));
        threaded += ways.size();
        uses = null;
        locals.forget();
      }
    }
    if (threaded > 0) {
      DeadCode.removeUnreachable(graph);
      TrivialPhis.remove(graph);
    }
    return threaded;
  }

  private boolean isGuard(Graph graph, Block block) {
    if (block == graph.entry()
        || !block.hasTerminator() // it may just have become unreachable
        || block.isHandlerEntry()
        || block.phis().isEmpty()
        || !Op.isBranch(block.terminator().op())
        || block.successors().get(0) == block.successors().get(1)
        || block.successors().contains(block)) {
      return false;
    }
    for (Instr input : block.terminator().inputs()) {
      if (block.phis().contains(input)) {
        return false;
      }
    }
    for (Instr instr : block.body()) {
      if (instr.op() != Op.CONST && !isFlag(instr)) {
        return false;
      }
    }
    return true;
  }

  private boolean isFlag(Instr instr) {
    return instr.op() == Opcodes.GETSTATIC
        && ((Operand.Field) instr.operand()).owner().equals(flags);
  }

  /** The block behind a guard that asks for one of its phis, or null. */
  private static @Nullable Block test(Block guard) {
    for (Block next : guard.successors()) {
      if (!next.isHandlerEntry()
          && !next.successors().contains(guard)
          && !next.successors().contains(next)
          && JumpThreading.isTest(next)
          && asks(next, guard)) {
        return next;
      }
    }
    return null;
  }

  private static boolean asks(Block test, Block guard) {
    for (Instr input : JumpThreading.passed(test.terminator().inputs(), guard, test)) {
      if (guard.phis().contains(input)) {
        return true;
      }
    }
    return false;
  }

  /** By where the test sends them: the ways to a guard of which that is known. */
  private static Map<Block, List<Block>> ways(Block guard, Block test) {
    Map<Block, List<Block>> ways = new LinkedHashMap<>();
    List<Instr> asked = JumpThreading.passed(test.terminator().inputs(), guard, test);
    for (Block pred : guard.preds()) {
      Block target = JumpThreading.target(test, JumpThreading.passed(asked, pred, guard));
      if (target != null && !guard.successors().contains(target)) {
        ways.computeIfAbsent(target, any -> new ArrayList<>()).add(pred);
      }
    }
    return ways;
  }

  private static boolean isLocal(Block guard, Block test, Uses uses) {
    if (!isBodyLocal(guard, uses) || !isBodyLocal(test, uses)) {
      return false;
    }
    // Come to around the guard, the test would ask for what a way through a copy has not passed.
    boolean alone = test.preds().size() == 1;
    for (Instr phi : guard.phis()) {
      for (Instr user : uses.of(phi)) {
        if (!LocalPhis.isLocal(phi, user, guard)
            && !(alone && LocalPhis.isLocal(phi, user, test))) {
          return false;
        }
      }
    }
    for (Instr phi : test.phis()) {
      for (Instr user : uses.of(phi)) {
        if (!LocalPhis.isLocal(phi, user, test)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isBodyLocal(Block block, Uses uses) {
    for (Instr instr : block.body()) {
      for (Instr user : uses.of(instr)) {
        if (user != block.terminator()) {
          return false;
        }
      }
    }
    return true;
  }

  private static void lead(Graph graph, Block guard, Block test, Block target, List<Block> ways) {
    Block copy = graph.newBlock();
    Map<Instr, Instr> values = new HashMap<>();
    for (Instr phi : guard.phis()) {
      Instr same = graph.newPhi(phi.type(), phi.position());
      same.setTemporary(phi.isTemporary());
      values.put(phi, same);
      copy.addPhi(same);
    }
    for (Instr instr : guard.body()) {
      Instr same = copy(graph, instr, values);
      values.put(instr, same);
      copy.append(same);
    }
    List<Block> successors = new ArrayList<>(guard.successors());
    Block other = successors.get(successors.get(0) == test ? 1 : 0);
    successors.set(successors.indexOf(test), target);
    copy.terminate(copy(graph, guard.terminator(), values), successors);
    copy.setHandlers(guard.handlers());
    for (Block.Handler handler : guard.handlers()) {
      for (Instr phi : handler.target().phis()) {
        handler.target().setPhiInput(phi, copy, handler.target().phiInput(phi, guard));
      }
    }
    for (Instr phi : other.phis()) {
      Instr value = other.phiInput(phi, guard);
      other.setPhiInput(phi, copy, values.getOrDefault(value, value));
    }
    for (Instr phi : target.phis()) {
      Instr value = JumpThreading.passed(target.phiInput(phi, test), guard, test);
      target.setPhiInput(phi, copy, values.getOrDefault(value, value));
    }
    share(guard, test, target, copy, ways);
    graph.blocks().add(graph.blocks().indexOf(guard) + 1, copy);
    for (Block way : ways) {
      List<Instr> passed = new ArrayList<>();
      for (Instr phi : guard.phis()) {
        passed.add(guard.phiInput(phi, way));
      }
      way.redirect(guard, copy);
      for (int i = 0; i < passed.size(); i++) {
        copy.setPhiInput(copy.phis().get(i), way, passed.get(i));
      }
    }
  }

  private static Instr copy(Graph graph, Instr instr, Map<Instr, Instr> values) {
    List<Instr> inputs = new ArrayList<>();
    for (Instr input : instr.inputs()) {
      inputs.add(values.getOrDefault(input, input));
    }
    Instr same =
        graph.newInstr(instr.op(), instr.operand(), instr.type(), inputs, instr.position());
    same.setSite(instr.site());
    return same;
  }

  /** Divides how often a guard is run between it and its copy, as far as that is known. */
  private static void share(Block guard, Block test, Block target, Block copy, List<Block> ways) {
    double all = guard.frequency();
    if (all < 0) {
      return;
    }
    double share = 0;
    for (Block way : ways) {
      boolean alone = way.terminator().op() == Opcodes.GOTO && way.frequency() >= 0;
      share += alone ? way.frequency() : all / guard.preds().size();
    }
    share = Math.min(share, all);
    if (target.preds().size() == 2 && target.frequency() >= 0) { // it is come to by these two
      share = Math.min(share, target.frequency());
    }
    copy.setFrequency(share);
    guard.setFrequency(all - share);
    if (test.frequency() >= 0) {
      test.setFrequency(Math.max(0, test.frequency() - share));
    }
  }
}
