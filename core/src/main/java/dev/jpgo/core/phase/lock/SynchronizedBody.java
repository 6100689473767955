package dev.jpgo.core.phase.lock;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.ValueType;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes out what the VM does for a synchronized method, so that its body can stand in another:
 * enter the receiver's monitor, or the class's, leave it before each return and when an exception
 * leaves the body.
 *
 * <p><b>Why that is the same.</b> JVMS 2.11.10 and 6.5 (invokevirtual): the monitor is entered as
 * if by monitorenter after the receiver was found not to be null and before the body runs, and left
 * as if by monitorexit when the invocation completes, normally or not. The instructions stand in
 * those places and lock the same object, which no instruction can exchange: the value is the
 * parameter, not the variable that held it. The exception is thrown on unchanged, by athrow, which
 * records no frames. Where the VM finds that there is no room for another monitor ({@link
 * Op#LOCKED}) the monitor is left as well. An exception that another thread raises (Thread.stop,
 * gone since 20) between the two instructions and the range leaves the monitor to the VM, which
 * unlocks what a frame still holds when it ends; the same is true of the code that javac makes of a
 * synchronized statement.
 */
public final class SynchronizedBody {
  private static final String THROWABLE = "java/lang/Throwable";

  private SynchronizedBody() {}

  /**
   * Puts the locking into a body.
   *
   * @param graph the body as it was built; changed
   * @param owner internal name of the class that declares the method
   */
  public static void writeOut(Graph graph, String owner) {
    List<Block> body = new ArrayList<>(graph.blocks());
    Block entry = graph.entry();
    Position position =
        entry.body().isEmpty() ? entry.terminator().position() : entry.body().get(0).position();
    Block start = splitAfterParameters(graph, entry, position);
    body.set(body.indexOf(entry), start);
    Instr lock =
        graph.isStatic()
            ? graph.newInstr(
                Opcodes.LDC,
                new Operand.Constant(Type.getObjectType(owner)),
                ValueType.ref("java/lang/Class"),
                List.of(),
                position)
            : graph.params().get(0);
    if (graph.isStatic()) {
      entry.append(lock);
    }
    entry.append(monitor(graph, Opcodes.MONITORENTER, lock, position));
    start.insert(
        0, graph.newInstr(Op.LOCKED, Operand.None.NONE, ValueType.VOID, List.of(), position));
    Block release = release(graph, lock, position);
    for (Block block : body) {
      if (Op.isReturn(block.terminator().op())) {
        leave(graph, block, lock);
      }
      protect(block, release);
    }
    graph.blocks().add(release);
    graph.markLocksWrittenOut();
  }

  /** Moves all but the parameters, and the handlers, to a block of its own. */
  private static Block splitAfterParameters(Graph graph, Block entry, Position position) {
    Block start = graph.newBlock();
    start.setFrequency(entry.frequency());
    for (Instr instr : List.copyOf(entry.body())) {
      if (instr.op() != Op.PARAM) {
        entry.remove(instr);
        start.append(instr);
      }
    }
    move(entry, start);
    entry.terminate(graph.newGoto(position), List.of(start));
    graph.blocks().add(graph.blocks().indexOf(entry) + 1, start);
    return start;
  }

  /** Gives one block the edges of another, which has none then. */
  private static void move(Block from, Block to) {
    List<Block> successors = List.copyOf(from.successors());
    List<Block.Handler> handlers = List.copyOf(from.handlers());
    List<Block> targets = new ArrayList<>(successors);
    for (Block.Handler handler : handlers) {
      targets.add(handler.target());
    }
    List<List<Instr>> inputs = new ArrayList<>();
    for (Block target : targets) {
      List<Instr> received = new ArrayList<>();
      for (Instr phi : target.phis()) {
        received.add(target.phiInput(phi, from));
      }
      inputs.add(received);
    }
    Instr terminator = from.dropTerminator();
    from.setHandlers(List.of());
    to.terminate(terminator, successors);
    to.setHandlers(handlers);
    for (int i = 0; i < targets.size(); i++) {
      Block target = targets.get(i);
      for (int p = 0; p < target.phis().size(); p++) {
        target.setPhiInput(target.phis().get(p), to, inputs.get(i).get(p));
      }
    }
  }

  /** Has a block that returns unlock in a block of its own, which no handler covers. */
  private static void leave(Graph graph, Block block, Instr lock) {
    Position position = block.terminator().position();
    Instr terminator = block.dropTerminator();
    Block last = graph.newBlock();
    last.setFrequency(block.frequency());
    last.append(monitor(graph, Opcodes.MONITOREXIT, lock, position));
    last.terminate(terminator, List.of());
    block.terminate(graph.newGoto(position), List.of(last));
    graph.blocks().add(graph.blocks().indexOf(block) + 1, last);
  }

  private static Block release(Graph graph, Instr lock, Position position) {
    Block release = graph.newBlock();
    release.setFrequency(0);
    Instr thrown =
        graph.newInstr(Op.CATCH, Operand.None.NONE, ValueType.ref(THROWABLE), List.of(), position);
    release.append(thrown);
    release.append(monitor(graph, Opcodes.MONITOREXIT, lock, position));
    release.terminate(
        graph.newInstr(
            Opcodes.ATHROW, Operand.None.NONE, ValueType.VOID, List.of(thrown), position),
        List.of());
    return release;
  }

  private static void protect(Block block, Block release) {
    List<Block.Handler> handlers = new ArrayList<>(block.handlers());
    handlers.add(new Block.Handler(release, null));
    block.setHandlers(handlers);
  }

  private static Instr monitor(Graph graph, int op, Instr lock, Position position) {
    return graph.newInstr(op, Operand.None.NONE, ValueType.VOID, List.of(lock), position);
  }
}
