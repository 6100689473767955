package dev.jpgo.core.profile;

import dev.jpgo.core.ir.GraphPrinter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes bytecode for people: an instruction a line, numbered by the ordinals that call sites and
 * decisions are named by; labels only where something refers to them; no frames.
 */
public final class CodePrinter {
  private final Map<Integer, String> lines;
  private final boolean strings;
  private final Map<LabelNode, Integer> labels = new HashMap<>();
  private final StringBuilder text = new StringBuilder();
  private int ordinal;

  private CodePrinter(Map<Integer, String> lines, boolean strings) {
    this.lines = lines;
    this.strings = strings;
  }

  /**
   * The text of a method.
   *
   * @param lines what to print for a line number instead of itself, such as the source position of
   *     inlined code
   * @param strings whether string constants are shown; their lengths are otherwise
   */
  public static String print(MethodNode method, Map<Integer, String> lines, boolean strings) {
    CodePrinter printer = new CodePrinter(lines, strings);
    printer.findLabels(method);
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      printer.node(node);
    }
    if (method.tryCatchBlocks != null) {
      for (TryCatchBlockNode block : method.tryCatchBlocks) {
        printer.handler(block);
      }
    }
    return printer.text.toString();
  }

  private void findLabels(MethodNode method) {
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node instanceof JumpInsnNode jump) {
        refer(jump.label);
      } else if (node instanceof TableSwitchInsnNode table) {
        refer(table.labels, table.dflt);
      } else if (node instanceof LookupSwitchInsnNode lookup) {
        refer(lookup.labels, lookup.dflt);
      }
    }
    if (method.tryCatchBlocks != null) {
      for (TryCatchBlockNode block : method.tryCatchBlocks) {
        refer(block.start);
        refer(block.end);
        refer(block.handler);
      }
    }
  }

  private void refer(List<LabelNode> cases, LabelNode otherwise) {
    for (LabelNode label : cases) {
      refer(label);
    }
    refer(otherwise);
  }

  private void refer(LabelNode label) {
    if (!labels.containsKey(label)) {
      labels.put(label, labels.size());
    }
  }

  private void node(AbstractInsnNode node) {
    if (node instanceof LabelNode label) {
      if (labels.containsKey(label)) {
        text.append(name(label)).append(":\n");
      }
    } else if (node instanceof LineNumberNode line) {
      text.append("      // ");
      String known = lines.get(line.line);
      text.append(known == null ? "line " + line.line : known).append('\n');
    } else if (node.getOpcode() >= 0) {
      number();
      int opcode = node.getOpcode();
      text.append(opcode == Opcodes.LOOKUPSWITCH ? "lookupswitch" : GraphPrinter.name(opcode));
      operands(node);
      text.append('\n');
    }
  }

  private void number() {
    int padding = ordinal < 10 ? 3 : ordinal < 100 ? 2 : ordinal < 1000 ? 1 : 0;
    for (int i = 0; i < padding; i++) {
      text.append(' ');
    }
    text.append(ordinal++).append(": ");
  }

  private void operands(AbstractInsnNode node) {
    if (node instanceof VarInsnNode variable) {
      text.append(' ').append(variable.var);
    } else if (node instanceof IntInsnNode constant) {
      text.append(' ').append(constant.operand);
    } else if (node instanceof IincInsnNode increment) {
      text.append(' ').append(increment.var).append(' ').append(increment.incr);
    } else if (node instanceof TypeInsnNode type) {
      text.append(' ').append(type.desc);
    } else if (node instanceof FieldInsnNode field) {
      text.append(' ').append(field.owner).append('.').append(field.name);
      text.append(' ').append(field.desc);
    } else if (node instanceof MethodInsnNode method) {
      text.append(' ').append(method.owner).append('.').append(method.name).append(method.desc);
    } else if (node instanceof InvokeDynamicInsnNode dynamic) {
      dynamic(dynamic.name, dynamic.desc, dynamic.bsm);
    } else if (node instanceof JumpInsnNode jump) {
      text.append(' ').append(name(jump.label));
    } else if (node instanceof LdcInsnNode constant) {
      constant(constant.cst);
    } else if (node instanceof MultiANewArrayInsnNode array) {
      text.append(' ').append(array.desc).append(' ').append(array.dims);
    } else if (node instanceof TableSwitchInsnNode table) {
      for (int i = 0; i < table.labels.size(); i++) {
        text.append(' ').append(table.min + i).append("->").append(name(table.labels.get(i)));
      }
      text.append(" else ").append(name(table.dflt));
    } else if (node instanceof LookupSwitchInsnNode lookup) {
      for (int i = 0; i < lookup.labels.size(); i++) {
        text.append(' ').append(lookup.keys.get(i)).append("->");
        text.append(name(lookup.labels.get(i)));
      }
      text.append(" else ").append(name(lookup.dflt));
    }
  }

  private void dynamic(String name, String descriptor, Handle bootstrap) {
    text.append(' ').append(name).append(descriptor);
    text.append(" by ").append(bootstrap.getOwner()).append('.').append(bootstrap.getName());
  }

  private void constant(Object constant) {
    if (constant instanceof ConstantDynamic dynamic) {
      dynamic(dynamic.getName(), dynamic.getDescriptor(), dynamic.getBootstrapMethod());
    } else if (!(constant instanceof String string)) {
      text.append(' ').append(constant);
    } else if (strings) {
      string(string);
    } else {
      text.append(" a string of ").append(string.length());
    }
  }

  private void string(String string) {
    text.append(" \"");
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '"', '\\' -> text.append('\\').append(c);
        default -> text.append(c);
      }
    }
    text.append('"');
  }

  private void handler(TryCatchBlockNode block) {
    text.append("      ").append(name(block.start)).append(" to ").append(name(block.end));
    text.append(block.type == null ? " any" : " " + block.type);
    text.append(" -> ").append(name(block.handler)).append('\n');
  }

  private String name(LabelNode label) {
    return "L" + labels.get(label);
  }
}
