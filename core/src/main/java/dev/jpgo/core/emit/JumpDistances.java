package dev.jpgo.core.emit;

import dev.jpgo.core.ir.UnsupportedMethodException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.tree.LabelNode;

/**
 * Counts an upper bound of code offsets and refuses what the class-file format does not hold: code
 * of 64 KiB, and jumps beyond 32 KiB, for which ASM would have to write the class a second time.
 */
final class JumpDistances {
  private static final int MAX_CODE = 65535;
  private static final int MAX_JUMP = Short.MAX_VALUE;

  private final Map<LabelNode, Integer> places = new IdentityHashMap<>();
  private final List<LabelNode> targets = new ArrayList<>();
  private int[] sources = new int[16];
  private int offset;

  void advance(int bytes) {
    offset += bytes;
  }

  void place(LabelNode label) {
    places.put(label, offset);
  }

  /** A jump starts here. */
  void jump(LabelNode target) {
    if (targets.size() == sources.length) {
      sources = java.util.Arrays.copyOf(sources, sources.length * 2);
    }
    sources[targets.size()] = offset;
    targets.add(target);
  }

  /** Checks all limits. */
  void check() throws UnsupportedMethodException {
    if (offset <= MAX_JUMP) {
      return;
    }
    if (offset > MAX_CODE) {
      throw new UnsupportedMethodException("its code would be larger than " + MAX_CODE + " bytes");
    }
    for (int i = 0; i < targets.size(); i++) {
      Integer place = places.get(targets.get(i));
      if (place != null && Math.abs(place - sources[i]) > MAX_JUMP) {
        throw new UnsupportedMethodException("it would need jumps over " + MAX_JUMP + " bytes");
      }
    }
  }
}
