package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Has a method that enters monitors push its constants in front of everything, where that takes an
 * {@code ldc}. HotSpot's compilers count {@code ldc} among what may throw, and take no method in
 * which something that may is not covered while a monitor is held ({@link MonitorPairing}); the
 * exception table covers what does throw. Constants are the same everywhere, so where they are
 * pushed makes no difference.
 */
final class LockedConstants {
  private LockedConstants() {}

  static void hoist(Graph graph) {
    if (!entersMonitors(graph)) {
      return;
    }
    Block entry = graph.entry();
    Position position = entry.terminator().position();
    Map<Instr, Instr> replacements = new LinkedHashMap<>();
    Map<Operand, Instr> byContent = new LinkedHashMap<>();
    for (Block block : graph.blocks()) {
      for (Instr phi : block.phis()) {
        collect(phi, graph, position, byContent, replacements);
      }
      for (Instr instr : block.body()) {
        collect(instr, graph, position, byContent, replacements);
      }
      collect(block.terminator(), graph, position, byContent, replacements);
    }
    int place = 0;
    while (place < entry.body().size() && entry.body().get(place).op() == Op.PARAM) {
      place++;
    }
    graph.replaceAll(replacements);
    for (Instr pushed : byContent.values()) {
      entry.insert(place, pushed);
    }
  }

  private static boolean entersMonitors(Graph graph) {
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        if (instr.op() == Opcodes.MONITORENTER) {
          return true;
        }
      }
    }
    return false;
  }

  private static void collect(
      Instr user,
      Graph graph,
      Position position,
      Map<Operand, Instr> byContent,
      Map<Instr, Instr> replacements) {
    for (Instr input : user.inputs()) {
      if (input.isConst() && InstructionForms.constant(input).getOpcode() == Opcodes.LDC) {
        replacements.computeIfAbsent(
            input,
            constant ->
                byContent.computeIfAbsent(
                    constant.operand(),
                    operand ->
                        graph.newInstr(
                            Opcodes.LDC,
                            constant.operand(),
                            constant.type(),
                            List.of(),
                            position)));
      }
    }
  }
}
