package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.CodeOrdinals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The stack map frames of a method (JVMS 4.7.4), expanded, by the ordinal of the instruction they
 * are at. Reading changes nothing; {@link #expandInPlace} rewrites the frames of the method.
 */
final class StackFrames {
  /**
   * A frame.
   *
   * @param locals verification types as in {@link FrameNode#local}: a long or double is one entry
   * @param stack verification types of the operand stack, bottom first
   */
  record Frame(List<Object> locals, List<Object> stack) {
    /** Types by slot; the second slot of a long or double is null. */
    @Nullable Object[] slots(int count) {
      @Nullable Object[] slots = new Object[count];
      for (int i = 0; i < count; i++) {
        slots[i] = Opcodes.TOP;
      }
      int slot = 0;
      for (Object type : locals) {
        slots[slot++] = type;
        if (type == Opcodes.LONG || type == Opcodes.DOUBLE) {
          slots[slot++] = null;
        }
      }
      return slots;
    }

    /** The frame with one more local, in a slot above all others. */
    Frame withLocal(int slot, Object type) {
      int used = 0;
      for (Object local : locals) {
        used += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
      }
      List<Object> more = new ArrayList<>(locals);
      for (; used < slot; used++) {
        more.add(Opcodes.TOP);
      }
      more.add(type);
      return new Frame(more, stack);
    }

    Frame withStack(Object... types) {
      return new Frame(locals, List.of(types));
    }

    /** The frame without the values of some one-slot locals. */
    Frame without(List<Integer> slots) {
      List<Object> fewer = new ArrayList<>(locals);
      int slot = 0;
      for (int i = 0; i < fewer.size(); i++) {
        Object type = fewer.get(i);
        if (slots.contains(slot)) {
          fewer.set(i, Opcodes.TOP);
        }
        slot += type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
      }
      return new Frame(fewer, stack);
    }

    FrameNode node() {
      return new FrameNode(
          Opcodes.F_NEW, locals.size(), locals.toArray(), stack.size(), stack.toArray());
    }
  }

  private final Frame initial;
  private final Map<Integer, Frame> byOrdinal = new HashMap<>();
  private final Map<FrameNode, Frame> byNode = new IdentityHashMap<>();

  private StackFrames(Frame initial) {
    this.initial = initial;
  }

  static StackFrames of(String owner, MethodNode method, CodeOrdinals code) {
    StackFrames frames = new StackFrames(initial(owner, method));
    Frame current = frames.initial;
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node instanceof FrameNode frame) {
        current = expand(frame, current);
        frames.byNode.put(frame, current);
        frames.byOrdinal.put(code.of(frame), current);
      }
    }
    return frames;
  }

  /** The frame at an instruction, or null when there is none. */
  @Nullable Frame at(int ordinal) {
    return byOrdinal.get(ordinal);
  }

  boolean isEmpty() {
    return byNode.isEmpty();
  }

  /** The frame that the descriptor implies at the method's entry. */
  Frame initial() {
    return initial;
  }

  /**
   * Turns the frames of the method into expanded ones.
   *
   * @param intLocal slot of an int that every frame has from now on, or -1
   * @param moved labels of NEW instructions that others take the place of
   * @return the frames as they are now
   */
  StackFrames expandInPlace(int intLocal, Map<LabelNode, LabelNode> moved) {
    StackFrames changed = new StackFrames(extend(initial, intLocal, moved));
    Map<Frame, Frame> extended = new IdentityHashMap<>();
    for (Map.Entry<FrameNode, Frame> entry : byNode.entrySet()) {
      Frame frame = extend(entry.getValue(), intLocal, moved);
      extended.put(entry.getValue(), frame);
      FrameNode node = entry.getKey();
      node.type = Opcodes.F_NEW;
      node.local = new ArrayList<>(frame.locals());
      node.stack = new ArrayList<>(frame.stack());
      changed.byNode.put(node, frame);
    }
    for (Map.Entry<Integer, Frame> entry : byOrdinal.entrySet()) {
      Frame frame = extended.get(entry.getValue());
      if (frame != null) {
        changed.byOrdinal.put(entry.getKey(), frame);
      }
    }
    return changed;
  }

  private static Frame extend(Frame frame, int intLocal, Map<LabelNode, LabelNode> moved) {
    Frame renamed =
        moved.isEmpty()
            ? frame
            : new Frame(rename(frame.locals, moved), rename(frame.stack, moved));
    return intLocal < 0 ? renamed : renamed.withLocal(intLocal, Opcodes.INTEGER);
  }

  private static List<Object> rename(List<Object> types, Map<LabelNode, LabelNode> moved) {
    List<Object> renamed = new ArrayList<>(types);
    for (int i = 0; i < renamed.size(); i++) {
      LabelNode label = renamed.get(i) instanceof LabelNode old ? moved.get(old) : null;
      if (label != null) {
        renamed.set(i, label);
      }
    }
    return renamed;
  }

  /** Labels of NEW instructions that frames mention. */
  List<LabelNode> uninitialized() {
    List<LabelNode> labels = new ArrayList<>();
    for (Frame frame : byNode.values()) {
      collect(frame.locals, labels);
      collect(frame.stack, labels);
    }
    return labels;
  }

  private static void collect(List<Object> types, List<LabelNode> into) {
    for (Object type : types) {
      if (type instanceof LabelNode label && !into.contains(label)) {
        into.add(label);
      }
    }
  }

  private static Frame expand(FrameNode node, Frame previous) {
    List<Object> locals = new ArrayList<>();
    List<Object> stack = new ArrayList<>();
    switch (node.type) {
      case Opcodes.F_NEW, Opcodes.F_FULL -> {
        locals.addAll(node.local);
        stack.addAll(node.stack);
      }
      case Opcodes.F_APPEND -> {
        locals.addAll(previous.locals);
        locals.addAll(node.local);
      }
      case Opcodes.F_CHOP ->
          locals.addAll(previous.locals.subList(0, previous.locals.size() - node.local.size()));
      case Opcodes.F_SAME -> locals.addAll(previous.locals);
      case Opcodes.F_SAME1 -> {
        locals.addAll(previous.locals);
        stack.addAll(node.stack);
      }
      default -> throw new IllegalArgumentException("frame type " + node.type);
    }
    return new Frame(locals, stack);
  }

  private static Frame initial(String owner, MethodNode method) {
    List<Object> locals = new ArrayList<>();
    if ((method.access & Opcodes.ACC_STATIC) == 0) {
      boolean constructor = method.name.equals("<init>") && !owner.equals("java/lang/Object");
      locals.add(constructor ? Opcodes.UNINITIALIZED_THIS : owner);
    }
    for (Type type : Type.getArgumentTypes(method.desc)) {
      locals.add(
          switch (type.getSort()) {
            case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT, Type.INT -> Opcodes.INTEGER;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.LONG -> Opcodes.LONG;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            default -> type.getInternalName();
          });
    }
    return new Frame(locals, List.of());
  }
}
