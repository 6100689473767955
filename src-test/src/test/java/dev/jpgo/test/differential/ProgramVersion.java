package dev.jpgo.test.differential;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * One form of a program: as compiled, or transformed.
 *
 * @param name what was done to it
 * @param classes class files by name
 * @param lines lines of its inlined code
 * @param late the class whose loading clears {@link AssumptionFlags#breaking}
 * @param effects how much it does until that flag is cleared in any case
 * @param failure what went wrong while it was made, if anything did; there are no classes then
 */
record ProgramVersion(
    String name,
    Map<String, byte[]> classes,
    InlinedLines lines,
    String late,
    int effects,
    Optional<String> failure) {
  static ProgramVersion plain(Map<String, byte[]> compiled) {
    return new ProgramVersion("plain", compiled, new InlinedLines(), "", 0, Optional.empty());
  }

  /** Applies a transformation to the methods of a program. */
  static ProgramVersion of(
      ProgramClasses program,
      String name,
      Transformation transformation,
      int effects,
      Predicate<ProgramMethod> included) {
    InlinedLines lines = new InlinedLines();
    Map<String, byte[]> classes = new TreeMap<>();
    for (ProgramClasses.ProgramClass each : program.all()) {
      ClassNode tree = new ClassNode();
      new ClassReader(each.bytes()).accept(tree, ClassReader.EXPAND_FRAMES);
      for (int i = 0; i < tree.methods.size(); i++) {
        ProgramMethod method = new ProgramMethod(program, each, tree, i, lines);
        try {
          if (method.info().hasCode() && included.test(method)) {
            transformation.apply(method);
          }
        } catch (Exception | StackOverflowError | AssertionError e) {
          return failed(name, method.id() + ": " + e + " at " + e.getStackTrace()[0]);
        }
      }
      ClassWriter writer = new ClassWriter(0);
      tree.accept(writer);
      classes.put(each.name().replace('/', '.'), writer.toByteArray());
    }
    String late = program.late().replace('/', '.');
    return new ProgramVersion(name, classes, lines, late, effects, Optional.empty());
  }

  private static ProgramVersion failed(String name, String why) {
    return new ProgramVersion(name, Map.of(), new InlinedLines(), "", 0, Optional.of(why));
  }
}
