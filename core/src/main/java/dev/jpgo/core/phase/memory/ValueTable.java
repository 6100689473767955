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
  private @Nullable Known[] values = new @Nullable Known[64];
  private int size;

  /**
   * A value that was computed somewhere.
   *
   * @param definer the instruction that has to have been executed for the value to be the right one
   * @param older what was known before, elsewhere
   */
  record Known(Instr value, Instr definer, @Nullable Known older) {}

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

  /** What was put at a place last, or null. */
  @Nullable Known at(int place) {
    return values[place];
  }

  void put(int place, Instr value, Instr definer) {
    put(place, new Known(value, definer, values[place]));
  }

  private void put(int place, Known known) {
    if (values[place] == null) {
      size++;
    }
    values[place] = known;
  }

  private void grow() {
    int[] oldKeys = keys;
    @Nullable Known[] oldValues = values;
    keys = new int[oldKeys.length * 2];
    values = new @Nullable Known[oldValues.length * 2];
    size = 0;
    for (int i = 0; i < oldValues.length; i++) {
      Known known = oldValues[i];
      if (known != null) {
        int key = i * KEY;
        int place = find(oldKeys[key], oldKeys[key + 1], oldKeys[key + 2], oldKeys[key + 3]);
        put(place, known);
      }
    }
  }
}
