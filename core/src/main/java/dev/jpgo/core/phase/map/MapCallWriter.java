package dev.jpgo.core.phase.map;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.CodeAppender;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.world.FlagField;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Writes a call that asks a map by a number.
 *
 * <pre>
 *   before:  if !(map instanceof HashMap) goto other
 *            if map instanceof LinkedHashMap goto other
 *            if flag is false goto other
 *            [if key == null goto slow; number = key.intValue()]
 *            fast = JpgoMaps.get(map, number)
 *   merge:   phi of fast and value
 *   other:   misses++                                                       (at the end)
 *   slow:    value = map.get(key); goto merge                               (at the end)
 * </pre>
 */
final class MapCallWriter {
  private final Graph graph;
  private final FlagField flag;
  private final MapCall asking;
  private final Instr call;
  private final Position position;

  private MapCallWriter(Graph graph, FlagField flag, MapCall asking) {
    this.graph = graph;
    this.flag = flag;
    this.asking = asking;
    this.call = asking.call();
    this.position = call.position();
  }

  static void write(Graph graph, FlagField flag, MapCall asking, Block block) {
    new MapCallWriter(graph, flag, asking).write(block);
  }

  private void write(Block before) {
    Block slow = BlockSplitter.split(graph, before, before.body().indexOf(call));
    Block merge = BlockSplitter.split(graph, slow, 1);
    CodeAppender code = new CodeAppender(graph, before, position);
    Block other = flag.misses().isEmpty() ? slow : code.newBlock(0);
    Instr map = call.input(0);
    code.branch(Opcodes.IFEQ, other, isInstance(code, map, MapNames.MAP));
    code.branch(Opcodes.IFNE, other, isInstance(code, map, MapNames.LINKED));
    Operand.Field field = new Operand.Field(flag.owner(), flag.name(), "Z");
    code.branch(Opcodes.IFEQ, other, code.add(Opcodes.GETSTATIC, field, ValueType.INT, position));
    Instr number = asking.number();
    Instr key = number == null ? unboxed(code, slow) : number;
    Instr fast = ask(code, map, key);
    Block from = code.at();
    code.jump(merge);
    Instr phi = graph.newPhi(call.type(), position);
    phi.setTemporary(call.isTemporary());
    merge.addPhi(phi);
    graph.replaceAll(Map.of(call, phi));
    for (Block pred : merge.preds()) {
      merge.setPhiInput(phi, pred, pred == from ? fast : call);
    }
    slow.setFrequency(0);
    if (other != slow) {
      code.placeAtEnd(other);
      count(code);
      code.jump(slow);
    }
    graph.blocks().remove(slow);
    graph.blocks().add(slow);
  }

  private Instr isInstance(CodeAppender code, Instr map, String type) {
    return code.add(Opcodes.INSTANCEOF, new Operand.Class(type), ValueType.INT, position, map);
  }

  private Instr unboxed(CodeAppender code, Block slow) {
    Instr key = call.input(1);
    code.branch(Opcodes.IFNULL, slow, key);
    Operand.Method unboxing = new Operand.Method(MapNames.INTEGER, "intValue", "()I", false);
    return code.add(Opcodes.INVOKEVIRTUAL, unboxing, ValueType.INT, position, key);
  }

  private Instr ask(CodeAppender code, Instr map, Instr number) {
    String object = "Ljava/lang/Object;";
    boolean other = call.inputs().size() > 2;
    String result = asking.asked() == KnownMap.CONTAINS_KEY ? "Z" : object;
    String descriptor = "(" + object + "I" + (other ? object : "") + ")" + result;
    Operand asked =
        new Operand.Method(RuntimeCalls.MAPS, asking.asked().id().name(), descriptor, false);
    Instr[] inputs = other ? new Instr[] {map, number, call.input(2)} : new Instr[] {map, number};
    return code.add(Opcodes.INVOKESTATIC, asked, call.type(), position, inputs);
  }

  /** As the slow paths of other guards do. */
  private void count(CodeAppender code) {
    Operand.Field counter = new Operand.Field(flag.owner(), flag.misses(), "J");
    Instr count = code.add(Opcodes.GETSTATIC, counter, ValueType.LONG, position);
    Instr one = code.constant(1L, ValueType.LONG);
    Instr sum = code.compute(Opcodes.LADD, ValueType.LONG, count, one);
    code.add(Opcodes.PUTSTATIC, counter, ValueType.VOID, position, sum);
  }
}
