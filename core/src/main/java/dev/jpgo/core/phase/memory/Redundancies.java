package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Instr;
import java.util.ArrayList;
import java.util.List;

/**
 * Instructions whose result another value has already, in reverse postorder; by instruction id the
 * value that they could be replaced by.
 */
final class Redundancies {
  private final List<Instr> instrs = new ArrayList<>();
  private final Instr[] leaders;

  Redundancies(int bound) {
    leaders = new Instr[bound];
  }

  void add(Instr instr, Instr leader) {
    instrs.add(instr);
    leaders[instr.id()] = leader;
  }

  boolean isEmpty() {
    return instrs.isEmpty();
  }

  int size() {
    return instrs.size();
  }

  Instr get(int index) {
    return instrs.get(index);
  }

  boolean contains(Instr instr) {
    return leaders[instr.id()] != null;
  }

  /** What a redundant instruction could be replaced by. */
  Instr leader(Instr instr) {
    return leaders[instr.id()];
  }
}
