package dev.jpgo.test.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.util.CheckClassAdapter;

/**
 * ASM's opinion of versions of classes: their structure, and the flow of data in their methods.
 * What it says of a class that it dislikes as it was compiled means nothing.
 */
final class VersionChecker {
  private final CorpusWorld world;

  VersionChecker(CorpusWorld world) {
    this.world = world;
  }

  /**
   * What is wrong with a version.
   *
   * @param changed ordinals of the methods to look at
   */
  List<String> check(CorpusClass type, byte[] version, Set<Integer> changed) {
    List<String> wrong = new ArrayList<>();
    String structure = structure(version);
    if (!structure.isEmpty() && structure(type.bytes()).isEmpty()) {
      wrong.add(type + ": " + structure);
    }
    ClassNode tree = read(version);
    for (int ordinal : changed) {
      String flow = flow(type, tree.methods.get(ordinal));
      if (!flow.isEmpty() && flow(type, read(type.bytes()).methods.get(ordinal)).isEmpty()) {
        MethodNode method = tree.methods.get(ordinal);
        wrong.add(type + "." + method.name + method.desc + ": " + flow);
      }
    }
    return wrong;
  }

  private static ClassNode read(byte[] classFile) {
    ClassNode tree = new ClassNode();
    new ClassReader(classFile).accept(tree, ClassReader.EXPAND_FRAMES);
    return tree;
  }

  private static String structure(byte[] classFile) {
    try {
      new ClassReader(classFile)
          .accept(
              new CheckClassAdapter(Opcodes.ASM9, new ClassVisitor(Opcodes.ASM9) {}, false) {},
              ClassReader.EXPAND_FRAMES);
      return "";
    } catch (RuntimeException e) {
      return e.toString();
    }
  }

  private String flow(CorpusClass type, MethodNode method) {
    if (hasSubroutines(method)) {
      return "";
    }
    try {
      new Analyzer<>(new HierarchyVerifier(world, type)).analyze(type.name(), method);
      return "";
    } catch (AnalyzerException | RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static boolean hasSubroutines(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn.getOpcode() == Opcodes.JSR || insn.getOpcode() == Opcodes.RET) {
        return true;
      }
    }
    return false;
  }
}
