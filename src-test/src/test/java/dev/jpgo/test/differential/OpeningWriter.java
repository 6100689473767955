package dev.jpgo.test.differential;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Makes public in a tree what the agent opens at load. */
final class OpeningWriter {
  private OpeningWriter() {}

  static void open(ClassNode node) {
    for (FieldNode field : node.fields) {
      field.access = opened(field.access);
    }
    for (MethodNode method : node.methods) {
      boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
      if (isStatic ? !method.name.equals("<clinit>") : method.name.equals("<init>")) {
        method.access = opened(method.access);
      }
    }
  }

  private static int opened(int access) {
    return access & ~(Opcodes.ACC_PRIVATE | Opcodes.ACC_PROTECTED) | Opcodes.ACC_PUBLIC;
  }
}
