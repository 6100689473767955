package dev.jpgo.core.profile;

import dev.jpgo.core.ir.GraphPrinter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Reads back from {@link CodePrinter}'s text how control goes through a method: a method with its
 * branches, ends and handlers, and {@code nop} in place of everything else.
 */
final class CodeTextReader {
  /** Number, mnemonic, operands. */
  private static final Pattern INSTRUCTION =
      Pattern.compile(" *(\\d{1,5}): (\\S+)(.*)", Pattern.DOTALL);

  private static final Pattern LABEL = Pattern.compile("L\\d+");
  private static final Pattern HANDLER =
      Pattern.compile(" +(L\\d+) to (L\\d+) \\S.* -> (L\\d+)", Pattern.DOTALL);

  private static final Map<String, Integer> CONTROL = control();

  private static final MethodNode NOTHING = new CodeTextReader().method;

  private final MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "text", "()V", null, null);
  private final Map<String, LabelNode> labels = new HashMap<>();
  private final Set<String> placed = new HashSet<>();
  private int ordinal;

  private CodeTextReader() {}

  /** The method; one without code when the text does not hang together. */
  static MethodNode read(String text) {
    CodeTextReader reader = new CodeTextReader();
    for (String line : text.split("\n")) {
      if (!reader.line(line)) {
        return NOTHING;
      }
    }
    return reader.placed.containsAll(reader.labels.keySet()) ? reader.method : NOTHING;
  }

  /** The number of an instruction's line, or -1 for other lines. */
  static int ordinal(String line) {
    Matcher matcher = INSTRUCTION.matcher(line);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
  }

  /** Takes in a line; false when it contradicts those before. */
  private boolean line(String line) {
    String name = line.endsWith(":") ? line.substring(0, line.length() - 1) : "";
    if (LABEL.matcher(name).matches()) {
      if (placed.add(name)) {
        method.instructions.add(label(name));
        return true;
      }
      return false;
    }
    Matcher handler = HANDLER.matcher(line);
    Matcher instruction = INSTRUCTION.matcher(line);
    if (handler.matches()) {
      method.tryCatchBlocks.add(
          new TryCatchBlockNode(
              label(handler.group(1)), label(handler.group(2)), label(handler.group(3)), null));
    } else if (instruction.matches()) {
      instruction(instruction.group(2), instruction.group(3));
      return Integer.parseInt(instruction.group(1)) == ordinal++;
    }
    return true;
  }

  private void instruction(String mnemonic, String operands) {
    int opcode = CONTROL.getOrDefault(mnemonic, Opcodes.NOP);
    if (opcode == Opcodes.LOOKUPSWITCH || opcode == Opcodes.TABLESWITCH) {
      choice(operands);
    } else if (opcode >= Opcodes.IFEQ && opcode <= Opcodes.GOTO || opcode >= Opcodes.IFNULL) {
      method.instructions.add(new JumpInsnNode(opcode, label(operands.trim())));
    } else {
      method.instructions.add(new InsnNode(opcode));
    }
  }

  private void choice(String operands) {
    List<LabelNode> targets = new ArrayList<>();
    Matcher found = LABEL.matcher(operands);
    while (found.find()) {
      targets.add(label(found.group()));
    }
    LabelNode otherwise = targets.isEmpty() ? label("") : targets.remove(targets.size() - 1);
    int[] keys = new int[targets.size()];
    method.instructions.add(
        new LookupSwitchInsnNode(otherwise, keys, targets.toArray(new LabelNode[0])));
  }

  private LabelNode label(String name) {
    return labels.computeIfAbsent(name, unseen -> new LabelNode());
  }

  private static Map<String, Integer> control() {
    Map<String, Integer> control = new HashMap<>();
    for (int opcode = Opcodes.IFEQ; opcode <= Opcodes.GOTO; opcode++) {
      control.put(GraphPrinter.name(opcode), opcode);
    }
    for (int opcode = Opcodes.TABLESWITCH; opcode <= Opcodes.RETURN; opcode++) {
      control.put(GraphPrinter.name(opcode), opcode);
    }
    control.put("lookupswitch", Opcodes.LOOKUPSWITCH);
    for (int opcode : new int[] {Opcodes.ATHROW, Opcodes.IFNULL, Opcodes.IFNONNULL}) {
      control.put(GraphPrinter.name(opcode), opcode);
    }
    for (String call : new String[] {"jsr", "ret"}) {
      control.put(call, Opcodes.RET);
    }
    return control;
  }
}
