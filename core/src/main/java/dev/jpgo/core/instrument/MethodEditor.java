package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Original code while things are inserted into it. Places are named by the ordinals of the
 * original, which do not change. Frames are expanded, and may have one more int local.
 */
final class MethodEditor {
  /** The most words of locals or of operands, and the most handlers, that a method can have. */
  static final int LIMIT = 65535;

  /**
   * An entry of the original's exception table.
   *
   * @param node the entry; its handler label may have been redirected
   * @param start ordinal of the first instruction covered
   * @param end ordinal after the last
   * @param handler ordinal of the handler in the original
   */
  record Region(TryCatchBlockNode node, int start, int end, int handler) {
    boolean covers(int ordinal) {
      return start <= ordinal && ordinal < end;
    }
  }

  final String owner;
  final boolean isInterface;
  final MethodNode method;
  final CodeOrdinals code;
  final Cfg cfg;
  final LoopHeaders headers;
  private final List<Region> regions = new ArrayList<>();
  private final List<Object> entryLocals;
  private StackFrames frames;
  private final Map<Integer, LabelNode> anchors = new HashMap<>();
  private final int[] lines;
  private final Map<Integer, LabelNode> labelAt = new HashMap<>();
  private final Map<LabelNode, Integer> ordinalOf = new IdentityHashMap<>();

  MethodEditor(String owner, int classVersion, boolean isInterface, MethodNode method) {
    this.owner = owner;
    this.isInterface = isInterface;
    this.method = method;
    this.code = CodeOrdinals.of(method);
    this.cfg = Cfg.of(method);
    this.frames = StackFrames.of(owner, method, code);
    this.entryLocals = frames.initial().locals();
    this.headers = LoopHeaders.of(owner, classVersion, method, code, cfg, frames);
    this.lines = lines();
    for (TryCatchBlockNode node : method.tryCatchBlocks) {
      regions.add(new Region(node, code.of(node.start), code.of(node.end), code.of(node.handler)));
    }
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node instanceof LabelNode label) {
        int ordinal = code.of(label);
        ordinalOf.put(label, ordinal);
        labelAt.put(ordinal, label);
      }
    }
  }

  /**
   * Expands the frames. A NEW instruction gets a label of its own for the frames that mention it,
   * so that code inserted in front of it does not come between (JVMS 4.10.1.2,
   * uninitialized(Offset)).
   *
   * @param intLocal slot of an int that all frames have from now on, or -1
   */
  void expandFrames(int intLocal) {
    Map<LabelNode, LabelNode> moved = new IdentityHashMap<>();
    for (LabelNode label : frames.uninitialized()) {
      moved.put(label, anchors.computeIfAbsent(code.of(label), at -> new LabelNode()));
    }
    frames = frames.expandInPlace(intLocal, moved);
    for (Map.Entry<Integer, LabelNode> entry : anchors.entrySet()) {
      method.instructions.insertBefore(code.instruction(entry.getKey()), entry.getValue());
    }
  }

  StackFrames frames() {
    return frames;
  }

  /** Locals at the method's entry as the descriptor implies them. */
  List<Object> entryLocals() {
    return entryLocals;
  }

  /**
   * A new local variable of one word.
   *
   * @throws MethodTooLargeException when the class-file format has no room for it
   */
  int newLocal() {
    return newLocals(1);
  }

  /**
   * The first of so many new words of local variables.
   *
   * @throws MethodTooLargeException when the class-file format has no room for them
   */
  int newLocals(int words) {
    int first = method.maxLocals;
    method.maxLocals = limited(first + words);
    return first;
  }

  /**
   * Room for {@code words} more than the code has at most.
   *
   * @throws MethodTooLargeException when the class-file format has none
   */
  void growStack(int words) {
    method.maxStack = limited(method.maxStack + words);
  }

  /** Numbers of the Code attribute (JVMS 4.7.3) that ASM would cut off without a word. */
  private int limited(int number) {
    if (number > LIMIT) {
      throw new MethodTooLargeException(owner, method.name, method.desc, number);
    }
    return number;
  }

  void needStack(int words) {
    method.maxStack = Math.max(method.maxStack, words);
  }

  /** Inserts in front of an instruction, behind its labels: every way there runs it. */
  void insertBefore(int ordinal, Code inserted) {
    LabelNode anchor = anchors.get(ordinal);
    method.instructions.insertBefore(
        anchor == null ? code.instruction(ordinal) : anchor, inserted.list());
  }

  /** Inserts right behind an instruction: only falling through it runs it. */
  void insertAfter(int ordinal, Code inserted) {
    method.instructions.insert(code.instruction(ordinal), inserted.list());
  }

  /** Inserts at the very front; the last call's code comes first. */
  void prepend(Code inserted) {
    InsnList list = inserted.list();
    if (lines.length > 0 && lines[0] > 0) {
      LabelNode start = new LabelNode();
      list.insert(new LineNumberNode(lines[0], start));
      list.insert(start);
    }
    method.instructions.insert(list);
  }

  /** Adds behind the last instruction, outside of every handler's range. */
  void append(Code added) {
    method.instructions.add(added.list());
  }

  /**
   * Gives added code the handlers that cover an instruction of the original, in their order and as
   * they are labelled now. Where a monitor is held, all that can throw must be covered by what
   * leaves it, even if it never throws: the VM's compilers do not compile a method of which they
   * cannot tell that its monitors are balanced.
   */
  void coverLike(int ordinal, LabelNode start, LabelNode end) {
    for (Region region : regions) {
      TryCatchBlockNode node = region.node();
      if (region.covers(ordinal) && node.handler != start) { // no handler covers itself
        cover(start, end, node.handler, node.type);
      }
    }
  }

  /**
   * Gives added code a handler, behind all that there are.
   *
   * @throws MethodTooLargeException when the class-file format has no room for it
   */
  void cover(LabelNode start, LabelNode end, LabelNode handler, @Nullable String type) {
    method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, type));
    limited(method.tryCatchBlocks.size());
  }

  /** A label of the original in front of an instruction that is a branch target or handler. */
  LabelNode labelOf(int ordinal) {
    LabelNode label = labelAt.get(ordinal);
    if (label == null) {
      throw new IllegalStateException("no label at " + ordinal);
    }
    return label;
  }

  /** Whether a label of the original marks an instruction. */
  boolean isAt(LabelNode label, int ordinal) {
    Integer at = ordinalOf.get(label);
    return at != null && at == ordinal;
  }

  /** The exception table of the original, in order. */
  List<Region> regions() {
    return regions;
  }

  /** Source line of an instruction; 0 when unknown. */
  int line(int ordinal) {
    return lines[ordinal];
  }

  private int[] lines() {
    int[] result = new int[code.count()];
    int line = 0;
    int ordinal = 0;
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node instanceof LineNumberNode number) {
        line = number.line;
      } else if (node.getOpcode() >= Opcodes.NOP) {
        result[ordinal++] = line;
      }
    }
    return result;
  }

  /** The frame at an instruction as it is now; null where the class file has none. */
  StackFrames.@Nullable Frame frameAt(int ordinal) {
    return frames.at(ordinal);
  }
}
