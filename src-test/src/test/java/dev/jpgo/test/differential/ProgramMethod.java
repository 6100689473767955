package dev.jpgo.test.differential;

import dev.jpgo.core.classfile.MethodInfo;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method of a program that is being changed.
 *
 * @param program the classes as compiled
 * @param owner its class
 * @param tree what the class becomes
 * @param ordinal the method's place in the class
 * @param lines lines of inlined code
 */
record ProgramMethod(
    ProgramClasses program,
    ProgramClasses.ProgramClass owner,
    ClassNode tree,
    int ordinal,
    InlinedLines lines) {
  MethodInfo info() {
    return owner.info().methods().get(ordinal);
  }

  /** Its code as compiled; not to be changed. */
  MethodNode original() {
    return program.code(owner, info()).orElseThrow();
  }

  /** Class, name and descriptor, without the program's package. */
  String id() {
    String type = owner.name().substring(owner.name().lastIndexOf('/') + 1);
    return type + "." + info().name() + info().descriptor();
  }

  /** Gives it the body of another. */
  void become(MethodNode other) {
    MethodNode method = tree.methods.get(ordinal);
    method.instructions = other.instructions;
    method.tryCatchBlocks = other.tryCatchBlocks;
    method.localVariables = null;
    method.visibleLocalVariableAnnotations = null;
    method.invisibleLocalVariableAnnotations = null;
    method.maxLocals = other.maxLocals;
    method.maxStack = other.maxStack;
  }
}
