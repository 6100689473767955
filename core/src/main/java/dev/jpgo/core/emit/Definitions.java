package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Kind;
import dev.jpgo.core.ir.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** Which step of the chain at hand defines a value. */
final class Definitions {
  private final Dominators dominators;
  private final UseCounts uses;
  private final @Nullable Entry[] entries;
  private final int[] positions;
  private List<Entry> steps = List.of();

  Definitions(Graph graph, Dominators dominators, UseCounts uses) {
    this.dominators = dominators;
    this.uses = uses;
    entries = new @Nullable Entry[graph.instrIdBound()];
    positions = new int[graph.instrIdBound()];
    Arrays.fill(positions, -1);
  }

  /** The step that defines a value; null when none of the chain does. */
  @Nullable Entry of(Instr value) {
    return entries[value.id()];
  }

  /** By value's id: the place in the chain of the step that defines it, or -1. */
  int[] positions() {
    return positions;
  }

  /** Takes in the steps of a chain, and what uses them. */
  void define(List<Entry> chain) {
    steps = chain;
    for (int i = 0; i < steps.size(); i++) {
      Entry step = steps.get(i);
      Instr instr = step.instr;
      if (step.kind == Entry.Kind.BODY) {
        if (Effects.isInit(instr)) {
          joinAllocation(step);
        }
        if (instr.type().kind() != Kind.VOID) {
          setDefinition(instr, step);
        }
      }
      if (step.join != null) {
        List<Instr> phis = step.join.phis();
        for (int k = 0; k < phis.size(); k++) {
          setDefinition(phis.get(k), step);
        }
      }
      for (int k = 0; k < step.operands.size(); k++) {
        uses.remaining[step.operands.get(k).id()]++;
      }
    }
    for (int i = 0; i < steps.size(); i++) {
      Entry step = steps.get(i);
      Instr value = step.value();
      if (value != null) {
        noteOutside(value);
        if (step.allocation != null
            && uses.outside[value.id()] > 0
            && !uses.allAfter(value, step.instr, dominators)) {
          setDefinition(value, step.allocation);
          step.allocation = null;
        }
      }
      if (step.join != null) {
        step.join.phis().forEach(this::noteOutside);
      }
      if (!step.destinations.isEmpty()) {
        sortCopies(step);
      }
    }
  }

  private void noteOutside(Instr value) {
    uses.outside[value.id()] = uses.total[value.id()] - uses.remaining[value.id()];
  }

  /** Joins a constructor call with its allocation if it is the first to use the object. */
  private void joinAllocation(Entry init) {
    Instr object = init.operands.get(0);
    Entry allocation = entries[object.id()];
    if (object.op() == Opcodes.NEW
        && allocation != null
        && uses.remaining[object.id()] == 0
        && init.operands.lastIndexOf(object) == 0) {
      init.allocation = allocation;
      setDefinition(object, init);
    }
  }

  private void setDefinition(Instr value, Entry step) {
    entries[value.id()] = step;
    positions[value.id()] = step.index;
  }

  /**
   * Orders copies by the place of what they copy, so that their operands nest. What only counts a
   * phi on comes last, when nothing else will read the phi; so does what comes from a slot.
   */
  private void sortCopies(Entry step) {
    int kept = step.operands.size() - step.destinations.size();
    List<Instr> sources = new ArrayList<>(step.operands);
    List<Instr> destinations = new ArrayList<>(step.destinations);
    for (int i = 1; i < destinations.size(); i++) {
      Instr source = sources.get(kept + i);
      Instr destination = destinations.get(i);
      int place = place(source, destination);
      int k = i;
      for (; k > 0 && place(sources.get(kept + k - 1), destinations.get(k - 1)) > place; k--) {
        sources.set(kept + k, sources.get(kept + k - 1));
        destinations.set(k, destinations.get(k - 1));
      }
      sources.set(kept + k, source);
      destinations.set(k, destination);
    }
    step.operands = sources;
    step.destinations = destinations;
  }

  private int place(Instr source, Instr destination) {
    int place = positions[source.id()];
    if (place < 0 || !Op.isPure(source.op()) || source.isPhi()) {
      return place;
    }
    if (uses.remaining[source.id()] > 1) {
      return steps.size() + place;
    }
    for (Instr operand : source.inputs()) {
      if (operand != destination && !operand.isConst()) {
        return place;
      }
    }
    return steps.size() + place;
  }

  /** Forgets the chain at hand. */
  void undefine() {
    for (int i = 0; i < steps.size(); i++) {
      Entry step = steps.get(i);
      if (step.kind == Entry.Kind.BODY) {
        clear(step.instr);
      }
      Instr value = step.value();
      if (value != null) {
        clear(value);
      }
      if (step.join != null) {
        step.join.phis().forEach(this::clear);
      }
    }
  }

  private void clear(Instr value) {
    entries[value.id()] = null;
    positions[value.id()] = -1;
  }
}
