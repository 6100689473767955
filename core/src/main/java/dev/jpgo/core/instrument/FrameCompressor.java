package dev.jpgo.core.instrument;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Turns the expanded frames of a method into the short forms of JVMS 4.7.4. ASM does so too, but by
 * way of type descriptors: that was a quarter of the time of tier 0 where our own code is
 * interpreted.
 */
final class FrameCompressor {
  private FrameCompressor() {}

  /**
   * Compresses in place.
   *
   * @param entry locals at the method's entry, as its descriptor implies
   */
  static void compress(MethodNode method, List<Object> entry) {
    List<Object> previous = entry;
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node instanceof FrameNode frame) {
        List<Object> locals = frame.local;
        compress(frame, previous);
        previous = locals;
      }
    }
  }

  private static void compress(FrameNode frame, List<Object> previous) {
    List<Object> locals = frame.local;
    int more = locals.size() - previous.size();
    int common = Math.min(locals.size(), previous.size());
    boolean related = more >= -3 && more <= 3 && sharePrefix(locals, previous, common);
    if (!related || frame.stack.size() > 1 || (more != 0 && !frame.stack.isEmpty())) {
      frame.type = Opcodes.F_FULL;
    } else if (more > 0) {
      frame.type = Opcodes.F_APPEND;
      frame.local = locals.subList(common, locals.size());
    } else if (more < 0) {
      frame.type = Opcodes.F_CHOP;
      frame.local = previous.subList(common, previous.size());
    } else {
      frame.type = frame.stack.isEmpty() ? Opcodes.F_SAME : Opcodes.F_SAME1;
      frame.local = List.of();
    }
  }

  private static boolean sharePrefix(List<Object> a, List<Object> b, int length) {
    for (int i = 0; i < length; i++) {
      if (!a.get(i).equals(b.get(i))) {
        return false;
      }
    }
    return true;
  }
}
