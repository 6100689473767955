package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Instr;
import org.jspecify.annotations.Nullable;

/**
 * Values by what computes them: an operation, two numbers of operands, and a third number such as
 * the version of memory. Open addressing, since maps of records are slow when interpreted.
 */
final class ValueTable {
  private static final int KEY = 4;

  private int[] keys = new int[64 * KEY];
  private @Nullable Instr[] values = new @Nullable Instr[64];
  private Instr[] definers = new Instr[64];
  private int size;

  /** The place of a key, where {@link #put} may put a value; void after the next search. */
  int find(int operation, int first, int second, int third) {
    if (size * 2 > values.length) {
      grow();
    }
    int mask = values.length - 1;
    int hash = ((operation * 31 + first) * 31 + second) * 31 + third;
    int at = (hash ^ (hash >>> 15)) * 0x9E3779B9 >>> 8 & mask;
    while (values[at] != null) {
      int key = at * KEY;
      if (keys[key] == operation
          && keys[key + 1] == first
          && keys[key + 2] == second
          && keys[key + 3] == third) {
        return at;
      }
      at = at + 1 & mask;
    }
    int key = at * KEY;
    keys[key] = operation;
    keys[key + 1] = first;
    keys[key + 2] = second;
    keys[key + 3] = third;
    return at;
  }

  /** The value at a place, or null. */
  @Nullable Instr value(int place) {
    return values[place];
  }

  /** The instruction that has to have been executed for the value to be the right one. */
  Instr definer(int place) {
    return definers[place];
  }

  void put(int place, Instr value, Instr definer) {
    if (values[place] == null) {
      size++;
    }
    values[place] = value;
    definers[place] = definer;
  }

  private void grow() {
    int[] oldKeys = keys;
    @Nullable Instr[] oldValues = values;
    Instr[] oldDefiners = definers;
    keys = new int[oldKeys.length * 2];
    values = new @Nullable Instr[oldValues.length * 2];
    definers = new Instr[oldValues.length * 2];
    size = 0;
    for (int i = 0; i < oldValues.length; i++) {
      Instr value = oldValues[i];
      if (value != null) {
        int key = i * KEY;
        int place = find(oldKeys[key], oldKeys[key + 1], oldKeys[key + 2], oldKeys[key + 3]);
        put(place, value, oldDefiners[i]);
      }
    }
  }
}
