package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.KnownObject;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Functions of the program that one compilation compares with, and what they have captured. In the
 * graph each is a read of its field in the runtime, which has no effect and always gives it.
 */
final class KnownObjects {
  private static final Handle BOOTSTRAP =
      new Handle(Opcodes.H_INVOKESTATIC, FunctionLinkage.FACTORY, "metafactory", "", false);

  private final Graph graph;
  private final Map<Operand.Field, KnownObject> byField = new HashMap<>();

  KnownObjects(Graph graph) {
    this.graph = graph;
  }

  /** The object that a value is, or null when it is none of these. */
  @Nullable KnownObject of(Instr value) {
    return value.op() == Opcodes.GETSTATIC ? byField.get((Operand.Field) value.operand()) : null;
  }

  /** A read of an object that stands nowhere yet. */
  Instr read(KnownObject object, Position position) {
    Operand.Field field = new Operand.Field(object.holder(), object.field(), "Ljava/lang/Object;");
    byField.put(field, object);
    ValueType type = ValueType.ref("java/lang/Object");
    return graph.newInstr(Opcodes.GETSTATIC, field, type, List.of(), position);
  }

  /** Reads of what a function has captured, which stand nowhere yet. */
  List<Instr> captured(KnownObject.Making making, Position position) {
    List<Instr> reads = new ArrayList<>(making.captured().size());
    for (KnownObject each : making.captured()) {
      reads.add(read(each, position));
    }
    return reads;
  }

  /**
   * What a function's class does, if code of a class may do so in its place; null otherwise.
   *
   * @param owner a class in whose code names mean what they mean in that of the function's host
   */
  @Nullable FunctionalSite site(
      World world,
      LoadedClass owner,
      KnownObject.Making making,
      Position position,
      FunctionalCalls.Reach reach) {
    Operand.Dynamic site =
        new Operand.Dynamic(
            making.name(),
            making.descriptor(),
            BOOTSTRAP,
            List.of(
                Type.getMethodType(making.erased()),
                making.implementation(),
                Type.getMethodType(making.instantiated())));
    Instr creation =
        graph.newInstr(
            Opcodes.INVOKEDYNAMIC,
            site,
            ValueType.ref(making.type()),
            captured(making, position),
            position);
    return FunctionalSite.of(world, owner, creation, reach);
  }

  /** Leaves out reads that nothing needs. */
  void sweep() {
    Uses uses = Uses.of(graph);
    for (Block block : graph.blocks()) {
      for (Instr each : new ArrayList<>(block.body())) {
        if (of(each) != null && uses.count(each) == 0) {
          block.remove(each);
        }
      }
    }
  }
}
