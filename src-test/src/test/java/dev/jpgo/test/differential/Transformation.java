package dev.jpgo.test.differential;

import org.objectweb.asm.tree.ClassNode;

/** Changes the code of one class of a program without changing what it means. */
@FunctionalInterface
interface Transformation {
  /** Replaces method bodies in the tree. */
  void apply(ProgramClasses program, ProgramClasses.ProgramClass owner, ClassNode node)
      throws Exception;
}
