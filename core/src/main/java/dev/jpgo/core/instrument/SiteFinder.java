package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.profile.SiteCounts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds the places of a method that tier 1 has something to look at. */
final class SiteFinder {
  /**
   * A place.
   *
   * @param ordinal of the instruction, or {@link SiteCounts#ENTRY}
   */
  record Site(int ordinal, SiteKind kind) {}

  private static final Set<String> COPIES =
      Set.of("java/lang/System.arraycopy", "java/util/Arrays.copyOf");

  private final MethodNode method;
  private final CodeOrdinals code;
  private final Cfg cfg;
  private final List<Switch> switches;
  private final Monitors monitors;
  private final List<Site> classes = new ArrayList<>();
  private final List<Site> others = new ArrayList<>();

  SiteFinder(
      MethodNode method, CodeOrdinals code, Cfg cfg, List<Switch> switches, Monitors monitors) {
    this.method = method;
    this.code = code;
    this.cfg = cfg;
    this.switches = switches;
    this.monitors = monitors;
  }

  /**
   * Calls with receivers and type tests, then all others; each in the order of the code, and last
   * the entry.
   */
  List<Site> find() {
    for (int i = 0; i < code.count(); i++) {
      AbstractInsnNode instruction = code.instruction(i);
      if (hasReceiver(instruction)) {
        classes.add(new Site(i, SiteKind.RECEIVER));
      } else if (isTypeTest(instruction)) {
        classes.add(new Site(i, SiteKind.TYPE_TEST));
      } else if (isLength(instruction) && !isConstant(i)) {
        others.add(new Site(i, SiteKind.LENGTH));
      }
    }
    for (Switch each : switches) {
      if (each.sharesEdges()) {
        others.add(new Site(each.ordinal(), SiteKind.SWITCH));
      }
    }
    monitors();
    List<Site> all = new ArrayList<>(classes);
    all.addAll(others);
    return all;
  }

  private void monitors() {
    if (!monitors.ordinals().isEmpty()) {
      BitSet fresh = FreshObjects.of(method, code, cfg);
      for (int ordinal : monitors.ordinals()) {
        if (!fresh.get(ordinal)) {
          others.add(new Site(ordinal, SiteKind.MONITOR));
        }
      }
    }
    if (monitors.ofMethod() == Monitors.OfMethod.RECEIVER) {
      others.add(new Site(SiteCounts.ENTRY, SiteKind.RECEIVER_MONITOR));
    }
  }

  /** Virtual and interface calls; not {@code clone} and the like on arrays. */
  private static boolean hasReceiver(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    return (opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE)
        && ((MethodInsnNode) instruction).owner.charAt(0) != '[';
  }

  /** Whether the class of the object on top of the stack is asked about. */
  private static boolean isTypeTest(AbstractInsnNode instruction) {
    return instruction.getOpcode() == Opcodes.INSTANCEOF
        || instruction.getOpcode() == Opcodes.CHECKCAST;
  }

  /** Whether the int on top of the stack says how long an array is to be, or a part of one. */
  private static boolean isLength(AbstractInsnNode instruction) {
    return switch (instruction.getOpcode()) {
      case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> true;
      case Opcodes.INVOKESTATIC -> {
        MethodInsnNode call = (MethodInsnNode) instruction;
        yield call.desc.contains("I)") && COPIES.contains(call.owner + "." + call.name);
      }
      default -> false;
    };
  }

  /** Whether the instruction before pushes a constant, and no other way leads here. */
  private boolean isConstant(int ordinal) {
    if (ordinal == 0 || cfg.blockAt(ordinal).start() == ordinal) {
      return false;
    }
    int opcode = code.instruction(ordinal - 1).getOpcode();
    return opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5
        || opcode >= Opcodes.BIPUSH && opcode <= Opcodes.LDC;
  }
}
