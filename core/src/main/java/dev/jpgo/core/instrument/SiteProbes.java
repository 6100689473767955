package dev.jpgo.core.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Puts {@code JpgoTypes.record(receiver, site)} in front of the virtual and interface calls of tier
 * 1, and of {@code instanceof} and {@code checkcast}. The receiver is copied from under the
 * arguments by stack instructions if they are at most two words, which keeps helpful
 * NullPointerException messages as they are (they trace where a stack value came from, JEP 358);
 * beyond that the arguments wait in fresh locals.
 */
final class SiteProbes {
  private final MethodEditor editor;

  SiteProbes(MethodEditor editor) {
    this.editor = editor;
  }

  void install(InstrumentationLayout layout, int firstSite) {
    editor.growStack(3);
    int scratch = editor.method.maxLocals;
    int words = 0;
    for (int i = 0; i < layout.sites(); i++) {
      int ordinal = layout.siteOrdinal(i);
      if (layout.isTypeTest(i)) {
        Code code = new Code().insn(Opcodes.DUP);
        record(code, firstSite + i);
        editor.insertBefore(ordinal, code);
        continue;
      }
      MethodInsnNode call = (MethodInsnNode) editor.code.instruction(ordinal);
      Type[] arguments = Type.getArgumentTypes(call.desc);
      int size = 0;
      for (Type argument : arguments) {
        size += argument.getSize();
      }
      Code code = new Code();
      if (size <= 2) {
        copyFromUnder(code, size);
        record(code, firstSite + i);
      } else {
        words = Math.max(words, size);
        spill(code, arguments, scratch + size);
        code.insn(Opcodes.DUP);
        record(code, firstSite + i);
        reload(code, arguments, scratch);
      }
      editor.insertBefore(ordinal, code);
    }
    editor.method.maxLocals += words;
  }

  private static void copyFromUnder(Code code, int words) {
    switch (words) {
      case 0 -> code.insn(Opcodes.DUP);
      case 1 -> code.insn(Opcodes.DUP2).insn(Opcodes.POP);
      default -> code.insn(Opcodes.DUP2_X1).insn(Opcodes.POP2).insn(Opcodes.DUP_X2);
    }
  }

  private static void record(Code code, int site) {
    code.push(site)
        .call(Opcodes.INVOKESTATIC, RuntimeNames.TYPES, "record", "(Ljava/lang/Object;I)V");
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
