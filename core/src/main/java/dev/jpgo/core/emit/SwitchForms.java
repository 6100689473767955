package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Operand;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Chooses between TABLESWITCH and LOOKUPSWITCH ({@link Operand.Switch#isDense}). */
final class SwitchForms {
  private SwitchForms() {}

  /**
   * A switch.
   *
   * @param keys ascending
   * @param targets where each key leads
   * @param otherwise where all other keys lead
   */
  static AbstractInsnNode of(List<Integer> keys, List<LabelNode> targets, LabelNode otherwise) {
    int count = keys.size();
    LabelNode[] labels = targets.toArray(new LabelNode[0]);
    if (new Operand.Switch(keys).isDense()) {
      int low = keys.get(0);
      int high = keys.get(count - 1);
      LabelNode[] table = new LabelNode[high - low + 1];
      Arrays.fill(table, otherwise);
      for (int i = 0; i < count; i++) {
        table[keys.get(i) - low] = labels[i];
      }
      return new TableSwitchInsnNode(low, high, otherwise, table);
    }
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = keys.get(i);
    }
    return new LookupSwitchInsnNode(otherwise, values, labels);
  }

  /** Length in bytes, padding at its longest. */
  static int size(AbstractInsnNode node) {
    if (node instanceof TableSwitchInsnNode table) {
      return 16 + 4 * table.labels.size();
    }
    return 12 + 8 * ((LookupSwitchInsnNode) node).labels.size();
  }
}
