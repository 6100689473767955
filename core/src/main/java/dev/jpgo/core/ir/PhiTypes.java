package dev.jpgo.core.ir;

import dev.jpgo.core.classfile.StackMaps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Types of reference phis that no frame describes: the least fixed point of merging their inputs,
 * from the null type up. Loads from arrays are typed again on the way, since the array may come
 * from such a phi.
 *
 * <p>Where that takes a class which nobody knows, as one that has not been loaded, the type is the
 * one that all uses ask for, if they ask for one and the same. Every input is of it, or the code
 * would not be right: the verifier's type at that place is above each input and below what is asked
 * for, and to be assignable is transitive (JVMS 4.10.1.2).
 */
final class PhiTypes {
  /** From this version on, new code is given frames (JVMS 4.7.4). */
  private static final int FRAMES = 50;

  private final Graph graph;
  private final TypeMerger merger;
  private final ValueType returned;
  private final List<Instr> untyped = new ArrayList<>(0);
  private final Set<Instr> typedByUse = Collections.newSetFromMap(new IdentityHashMap<>(0));
  private @Nullable Uses uses;

  /**
   * @param returned what the method returns
   */
  PhiTypes(Graph graph, TypeMerger merger, ValueType returned) {
    this.graph = graph;
    this.merger = merger;
    this.returned = returned;
  }

  void addUntyped(Instr phi) {
    untyped.add(phi);
  }

  void infer() throws UnsupportedMethodException {
    boolean changed = !untyped.isEmpty();
    while (changed) {
      changed = false;
      for (int i = 0; i < untyped.size(); i++) {
        changed |= update(untyped.get(i));
      }
      if (changed) {
        updateLoads();
      }
    }
  }

  private boolean update(Instr phi) throws UnsupportedMethodException {
    if (typedByUse.contains(phi)) {
      return false;
    }
    ValueType type = phi.type();
    List<Instr> inputs = phi.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      ValueType merged = TypeMerging.merge(type, inputs.get(i).type(), merger);
      if (merged == null && graph.classVersion() >= FRAMES) {
        phi.setType(asked(phi));
        typedByUse.add(phi);
        return true;
      }
      type = merged == null ? unknown(ValueType.OBJECT) : merged;
    }
    if (type.equals(phi.type())) {
      return false;
    }
    phi.setType(type);
    return true;
  }

  private ValueType asked(Instr phi) throws UnsupportedMethodException {
    if (uses == null) {
      uses = Uses.of(graph);
    }
    ValueType asked = null;
    for (Instr user : uses.of(phi)) {
      for (int i = 0; i < user.inputs().size(); i++) {
        if (user.input(i) == phi) {
          ValueType here = asked(user, i);
          if (here == null || asked != null && !asked.equals(here)) {
            return unknown(ValueType.OBJECT);
          }
          asked = here;
        }
      }
    }
    return asked == null ? unknown(ValueType.OBJECT) : asked;
  }

  /** The type that an instruction asks of one of its inputs, or null if that is not looked at. */
  private @Nullable ValueType asked(Instr user, int input) {
    if (user.op() == Opcodes.ARETURN) {
      return returned;
    }
    if (user.operand() instanceof Operand.Field field) {
      return input == 0 && user.op() != Opcodes.PUTSTATIC
          ? ValueType.ref(field.owner())
          : ValueType.ofDescriptor(field.descriptor());
    }
    if (user.operand() instanceof Operand.Method method) {
      int first = user.op() == Opcodes.INVOKESTATIC ? 0 : 1;
      return input < first
          ? ValueType.ref(method.owner())
          : ValueType.of(Type.getArgumentTypes(method.descriptor())[input - first]);
    }
    return null;
  }

  private void updateLoads() {
    for (Block block : graph.blocks()) {
      List<Instr> body = block.body();
      for (int i = 0; i < body.size(); i++) {
        Instr instr = body.get(i);
        if (instr.op() == Opcodes.AALOAD) {
          instr.setType(BlockTranslator.component(instr.input(0).type()));
        }
      }
    }
  }

  /**
   * The answer for a type that the merger does not know: {@code bound} where the code needs no
   * frames.
   */
  ValueType unknown(ValueType bound) throws UnsupportedMethodException {
    if (StackMaps.areBinding(graph.classVersion())) {
      throw new UnsupportedMethodException("it merges types that no frame describes");
    }
    graph.markTypesIncomplete();
    return bound;
  }
}
