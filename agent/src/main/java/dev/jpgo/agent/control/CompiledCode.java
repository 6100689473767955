package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.world.MethodBytes;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.profile.BytecodeText;
import dev.jpgo.core.profile.CodePrinter;
import dev.jpgo.core.profile.CompiledMethod;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Adds to what is recorded of an optimized method its code before and after, read back from the
 * bytes of the class when a profile is written, so that a program that writes none pays nothing.
 */
public final class CompiledCode {
  private final InlineTable lines;
  private final boolean strings;
  private final MethodBytes methods = new MethodBytes();

  /**
   * @param strings whether the program's string constants show
   */
  public CompiledCode(InlineTable lines, boolean strings) {
    this.lines = lines;
    this.strings = strings;
  }

  /**
   * What became of a method; empty when it was never optimized or that is not installed yet,
   * without code when the optimized version is not installed any more.
   */
  Optional<CompiledMethod> describe(MethodRecord record, byte[] original) {
    Optional<CompiledMethod> compiled = record.seen();
    byte[] installed = record.owner().installed();
    if (compiled.isEmpty() || installed == null || record.tier() != Tier.OPTIMIZED) {
      return compiled;
    }
    int ordinal = record.ordinal();
    Optional<MethodNode> before = methods.read(original, ordinal);
    Optional<MethodNode> after = methods.read(installed, ordinal);
    if (before.isEmpty() || after.isEmpty()) {
      return compiled;
    }
    return Optional.of(
        new CompiledMethod(
            record.info().codeLength(),
            ClassInfo.read(installed).methods().get(ordinal).codeLength(),
            compiled.get().decisions(),
            Optional.of(
                new BytecodeText(
                    CodePrinter.print(before.get(), Map.of(), strings),
                    CodePrinter.print(after.get(), inlined(record, after.get()), strings)))));
  }

  /** What the synthetic line numbers of a method stand for. */
  private Map<Integer, String> inlined(MethodRecord record, MethodNode method) {
    String owner = record.owner().record().name();
    Map<Integer, String> names = new HashMap<>();
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node instanceof LineNumberNode line) {
        Position position = lines.position(owner, line.line);
        if (position != null) {
          names.put(line.line, name(position));
        }
      }
    }
    return names;
  }

  private static String name(Position position) {
    StringBuilder name = new StringBuilder();
    for (Position at = position; at != null; at = at.caller()) {
      name.append(name.length() == 0 ? "" : ", in ");
      name.append(at.method().owner().replace('/', '.')).append('.').append(at.method().name());
      if (at.line() > 0) {
        name.append(" line ").append(at.line());
      }
    }
    return name.toString();
  }
}
