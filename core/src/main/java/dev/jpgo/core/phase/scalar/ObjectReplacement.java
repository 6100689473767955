package dev.jpgo.core.phase.scalar;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.inline.Constructors;
import dev.jpgo.core.phase.inline.Narrowing;
import dev.jpgo.core.world.FieldResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Puts values in the place of one object, whose constructor stands in the graph by now. */
final class ObjectReplacement {
  private final Graph graph;
  private final Constructors constructors;
  private final StayingObject object;
  private final Instr creation;
  private final Map<Instr, Instr> results;
  private final List<Instr> loads = new ArrayList<>();
  private final List<Instr> stores = new ArrayList<>();
  private final List<Instr> others = new ArrayList<>();
  private final Set<Instr> needing = new LinkedHashSet<>(0);
  private final Map<FieldResolver.ResolvedField, FieldValues> fields = new HashMap<>();

  /**
   * @param results receives what is to be used in place of loads and of the object
   */
  ObjectReplacement(
      Graph graph, Constructors constructors, StayingObject object, Map<Instr, Instr> results) {
    this.graph = graph;
    this.constructors = constructors;
    this.object = object;
    this.creation = object.creation();
    this.results = results;
  }

  /**
   * Takes the object out of the graph, but for the branches that compare it.
   *
   * @param uses as they are now
   * @return those branches
   */
  Set<Instr> run(Uses uses) {
    Set<Instr> branches = new LinkedHashSet<>();
    collect(uses, creation);
    for (Instr store : stores) {
      cutBehind(store);
    }
    LaterCreation later = new LaterCreation(graph, object);
    later.prepare(needing);
    for (Instr store : stores) {
      Block block = store.home();
      FieldResolver.ResolvedField field = constructors.variable(store);
      int at = block.body().indexOf(store);
      Instr value = Narrowing.narrow(graph, block, at, store.input(1), field.field().descriptor());
      valuesOf(field).store(store, value);
    }
    for (Instr load : loads) {
      results.put(load, valuesOf(constructors.variable(load)).before(load));
    }
    later.finish(results);
    for (Instr load : loads) {
      load.home().remove(load);
    }
    for (Instr store : stores) {
      store.home().remove(store);
    }
    for (Instr other : others) {
      if (other.op() == Opcodes.INSTANCEOF) {
        boolean is =
            Boolean.TRUE.equals(
                constructors.isInstance(object.type(), ((Operand.Class) other.operand()).name()));
        other.become(Op.CONST, new Operand.Constant(is ? 1 : 0), ValueType.INT, List.of());
      } else if (other.op() == Opcodes.CHECKCAST || other.op() == Opcodes.INVOKESPECIAL) {
        other.home().remove(other);
      } else {
        branches.add(other);
      }
    }
    creation.home().remove(creation);
    return branches;
  }

  private void collect(Uses uses, Instr value) {
    for (Instr user : new LinkedHashSet<>(uses.of(value))) {
      switch (user.op()) {
        case Opcodes.GETFIELD -> loads.add(user);
        case Opcodes.PUTFIELD -> stores.add(user);
        case Opcodes.CHECKCAST -> {
          others.add(user);
          collect(uses, user);
        }
        default -> {
          if (object.needing().contains(user)) {
            needing.add(user);
          } else if (!others.contains(user)) {
            others.add(user);
          }
        }
      }
    }
  }

  /** Has what follows a store find its value where a handler looks for it. */
  private void cutBehind(Instr store) {
    Block block = store.home();
    int next = block.body().indexOf(store) + 1;
    if (!block.handlers().isEmpty()) {
      BlockSplitter.split(graph, block, next);
    }
  }

  private FieldValues valuesOf(FieldResolver.ResolvedField field) {
    FieldValues values = fields.get(field);
    if (values == null) {
      ValueType type = ValueType.of(Type.getType(field.field().descriptor()));
      values = new FieldValues(graph, type, creation, zero(type));
      fields.put(field, values);
    }
    return values;
  }

  /** What a field of a new object holds (JVMS 2.3, 2.4). */
  private Instr zero(ValueType type) {
    Instr zero = graph.newZero(type, creation.position());
    insertBefore(creation, zero);
    return zero;
  }

  /** A null in front of an instruction. */
  static Instr nothing(Graph graph, Instr at) {
    Instr nothing = graph.newZero(ValueType.NULL, at.position());
    insertBefore(at, nothing);
    return nothing;
  }

  private static void insertBefore(Instr at, Instr added) {
    Block block = at.home();
    block.insert(block.body().indexOf(at), added);
  }
}
