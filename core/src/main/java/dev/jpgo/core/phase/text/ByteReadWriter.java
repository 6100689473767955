package dev.jpgo.core.phase.text;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.CodeAppender;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Writes a question for a character as a read of a byte.
 *
 * <pre>
 *   before:  if bytes == null goto slow
 *   read:    fast = bytes[index] &amp; 255                (what it throws goes to handler)
 *   merge:   phi of fast and value
 *   handler: catch                                    (at the end)
 *   slow:    value = string.charAt(index); goto merge (at the end)
 * </pre>
 */
final class ByteReadWriter {
  private static final String EXCEPTION = "java/lang/RuntimeException";

  private ByteReadWriter() {}

  static void write(Graph graph, Instr call, Instr bytes) {
    Block before = call.home();
    Block slow = BlockSplitter.split(graph, before, before.body().indexOf(call));
    Block merge = BlockSplitter.split(graph, slow, 1);
    CodeAppender code = new CodeAppender(graph, before, call.position());
    code.branch(Opcodes.IFNULL, slow, bytes);
    Block read = code.at();
    Instr element =
        code.add(
            Opcodes.BALOAD,
            Operand.None.NONE,
            ValueType.INT,
            call.position(),
            bytes,
            call.input(1));
    Instr fast = code.compute(Opcodes.IAND, ValueType.INT, element, code.constant(255));
    code.jump(merge);
    Block handler = graph.newBlock();
    Instr caught =
        graph.newInstr(
            Op.CATCH, Operand.None.NONE, ValueType.ref(EXCEPTION), List.of(), call.position());
    handler.append(caught);
    handler.terminate(graph.newGoto(call.position()), List.of(slow));
    BlockSplitter.protect(read, before, new Block.Handler(handler, EXCEPTION));
    Instr phi = graph.newPhi(call.type(), call.position());
    merge.addPhi(phi);
    graph.replaceAll(Map.of(call, phi));
    for (Block pred : merge.preds()) {
      merge.setPhiInput(phi, pred, pred == read ? fast : call);
    }
    handler.setFrequency(0);
    slow.setFrequency(0);
    graph.blocks().remove(slow);
    graph.blocks().add(slow);
    graph.blocks().add(handler);
  }
}
