package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.BasicBlock;
import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.cfg.Edge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Whether a synchronized method may leave its own monitor before it ends. Only a {@code
 * monitorexit} of its own can do that. None does if each leaves what the method has entered last
 * and not left since, read from the local variable that it is kept in meanwhile, as compilers write
 * it. Whatever is written in another way, or held on one way to a place and not on another, is
 * taken for something that may.
 */
final class OwnMonitor {
  private final MethodNode method;
  private final CodeOrdinals code;
  private final Cfg cfg;

  /** By block that has been reached, the locals of the monitors entered, the last one last. */
  private final Map<Integer, List<Integer>> atStart = new HashMap<>();

  private final Deque<Integer> work = new ArrayDeque<>();

  private OwnMonitor(MethodNode method, CodeOrdinals code, Cfg cfg) {
    this.method = method;
    this.code = code;
    this.cfg = cfg;
  }

  static boolean mayBeLeft(MethodNode method, CodeOrdinals code, Cfg cfg) {
    return (method.access & Opcodes.ACC_SYNCHRONIZED) != 0
        && leavesMonitors(code)
        && !new OwnMonitor(method, code, cfg).isPaired();
  }

  private static boolean leavesMonitors(CodeOrdinals code) {
    for (int i = 0; i < code.count(); i++) {
      if (code.instruction(i).getOpcode() == Opcodes.MONITOREXIT) {
        return true;
      }
    }
    return false;
  }

  private boolean isPaired() {
    boolean paired = meet(0, List.of());
    while (paired && !work.isEmpty()) {
      paired = follow(cfg.blocks().get(work.remove()));
    }
    return paired;
  }

  private boolean meet(int block, List<Integer> held) {
    List<Integer> known = atStart.putIfAbsent(block, held);
    if (known == null) {
      work.add(block);
    }
    return known == null || known.equals(held);
  }

  private boolean follow(BasicBlock block) {
    List<Integer> held = atStart.getOrDefault(block.index(), List.of());
    for (int i = block.start(); i < block.end(); i++) {
      if (!meetHandlers(i, held)) {
        return false;
      }
      AbstractInsnNode instruction = code.instruction(i);
      int opcode = instruction.getOpcode();
      if (opcode == Opcodes.MONITORENTER) {
        int local = entered(block, i);
        if (local < 0 || held.contains(local)) {
          return false;
        }
        held = new ArrayList<>(held);
        held.add(local);
      } else if (opcode == Opcodes.MONITOREXIT) {
        int last = held.size() - 1;
        if (last < 0 || held.get(last) != local(block, i - 1, Opcodes.ALOAD)) {
          return false;
        }
        held = held.subList(0, last);
      } else if (opcode == Opcodes.ASTORE && held.contains(((VarInsnNode) instruction).var)) {
        return false;
      }
    }
    for (Edge edge : cfg.outgoing(block.index())) {
      if (edge.to() != cfg.root() && !meet(edge.to(), held)) {
        return false;
      }
    }
    return true;
  }

  /** An exception is caught with what was held before the instruction that throws it. */
  private boolean meetHandlers(int ordinal, List<Integer> held) {
    for (TryCatchBlockNode region : method.tryCatchBlocks) {
      if (code.of(region.start) <= ordinal && ordinal < code.of(region.end)) {
        if (!meet(cfg.blockAt(code.of(region.handler)).index(), held)) {
          return false;
        }
        if (region.type == null) {
          return true; // it catches all
        }
      }
    }
    return true;
  }

  /** The local that has what is entered: stored from a copy just before, or loaded; else -1. */
  private int entered(BasicBlock block, int ordinal) {
    int stored = local(block, ordinal - 1, Opcodes.ASTORE);
    if (stored >= 0
        && ordinal - 2 >= block.start()
        && code.instruction(ordinal - 2).getOpcode() == Opcodes.DUP) {
      return stored;
    }
    return local(block, ordinal - 1, Opcodes.ALOAD);
  }

  private int local(BasicBlock block, int ordinal, int opcode) {
    return ordinal >= block.start()
            && code.instruction(ordinal) instanceof VarInsnNode variable
            && variable.getOpcode() == opcode
        ? variable.var
        : -1;
  }
}
