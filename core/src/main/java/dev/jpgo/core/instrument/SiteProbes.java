package dev.jpgo.core.instrument;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Puts a call of the runtime in front of what tier 1 looks at: of {@code JpgoTypes.record} before
 * virtual and interface calls, {@code instanceof} and {@code checkcast}, of {@code
 * JpgoValues.record} before switches and where arrays are made or copied, of {@code
 * JpgoLocks.record} before {@code monitorenter}. What is looked at is on top of the stack and
 * copied, which keeps helpful NullPointerException messages as they are (they trace where a stack
 * value came from, JEP 358). A receiver is copied from under the arguments by stack instructions if
 * they are at most two words; beyond that the arguments wait in fresh locals.
 */
final class SiteProbes {
  /** Words that a probe needs at most beside what is on the stack. */
  private static final int STACK = 3;

  private static final String OF_OBJECT = "(Ljava/lang/Object;I)V";

  private final MethodEditor editor;
  private final InstrumentationLayout layout;
  private final int firstSite;
  private final Set<Recorded> recorded;
  private final Set<Integer> told;

  /** Words of the longest arguments that wait in locals. */
  private int words;

  SiteProbes(MethodEditor editor, InstrumentationLayout layout, MethodVersion.Profiled version) {
    this.editor = editor;
    this.layout = layout;
    this.firstSite = version.firstSite();
    this.recorded = version.recorded();
    this.told = recorded.contains(Recorded.CLASSES) ? Set.of() : version.told();
  }

  /** Puts in all probes but that of the entry. */
  void install() {
    editor.growStack(STACK);
    for (int i = 0; i < layout.sites(); i++) {
      SiteKind kind = layout.kind(i);
      if (kind.isAmong(recorded) && kind != SiteKind.RECEIVER_MONITOR && !told.contains(i)) {
        editor.insertBefore(layout.siteOrdinal(i), before(kind, i));
      }
    }
    editor.newLocals(words);
  }

  /** Adds the probe of a synchronized method to what is in front of the method. */
  void installEntry(Code front) {
    for (int i = 0; i < layout.sites(); i++) {
      if (layout.kind(i) == SiteKind.RECEIVER_MONITOR
          && SiteKind.RECEIVER_MONITOR.isAmong(recorded)) {
        editor.needStack(STACK);
        record(front.var(Opcodes.ALOAD, 0), RuntimeNames.TYPES, OF_OBJECT, i);
      }
    }
  }

  private Code before(SiteKind kind, int site) {
    Code code = new Code();
    switch (kind) {
      case RECEIVER -> receiver(code, site);
      case SWITCH, LENGTH -> record(code.insn(Opcodes.DUP), RuntimeNames.VALUES, "(II)V", site);
      case MONITOR -> record(code.insn(Opcodes.DUP), RuntimeNames.LOCKS, OF_OBJECT, site);
      case TYPE_TEST, RECEIVER_MONITOR ->
          record(code.insn(Opcodes.DUP), RuntimeNames.TYPES, OF_OBJECT, site);
    }
    return code;
  }

  private void receiver(Code code, int site) {
    MethodInsnNode call = (MethodInsnNode) editor.code.instruction(layout.siteOrdinal(site));
    Type[] arguments = Type.getArgumentTypes(call.desc);
    int size = 0;
    for (Type argument : arguments) {
      size += argument.getSize();
    }
    if (size <= 2) {
      copyFromUnder(code, size);
      record(code, RuntimeNames.TYPES, OF_OBJECT, site);
    } else {
      int scratch = editor.method.maxLocals;
      words = Math.max(words, size);
      spill(code, arguments, scratch + size);
      code.insn(Opcodes.DUP);
      record(code, RuntimeNames.TYPES, OF_OBJECT, site);
      reload(code, arguments, scratch);
    }
  }

  private static void copyFromUnder(Code code, int words) {
    switch (words) {
      case 0 -> code.insn(Opcodes.DUP);
      case 1 -> code.insn(Opcodes.DUP2).insn(Opcodes.POP);
      default -> code.insn(Opcodes.DUP2_X1).insn(Opcodes.POP2).insn(Opcodes.DUP_X2);
    }
  }

  private void record(Code code, String runtime, String descriptor, int site) {
    code.push(firstSite + site).call(Opcodes.INVOKESTATIC, runtime, "record", descriptor);
  }

  private static void spill(Code code, Type[] arguments, int end) {
    int slot = end;
    for (int i = arguments.length - 1; i >= 0; i--) {
      slot -= arguments[i].getSize();
      code.var(arguments[i].getOpcode(Opcodes.ISTORE), slot);
    }
  }

  private static void reload(Code code, Type[] arguments, int start) {
    int slot = start;
    for (Type argument : arguments) {
      code.var(argument.getOpcode(Opcodes.ILOAD), slot);
      slot += argument.getSize();
    }
  }
}
