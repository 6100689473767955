package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.FieldInfo;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Which field of an enum class holds the constant of a name. Compilers give both one name, but
 * nothing says they must, and obfuscators rename the field; so the initializer is read.
 */
final class EnumConstants {
  private static final String ENUM = "java/lang/Enum";
  private static final String ENUM_CONSTRUCTOR = "(Ljava/lang/String;I)V";

  private EnumConstants() {}

  /** Whether a class is a direct subclass of {@code Enum} and flagged as one. */
  static boolean isEnum(LoadedClass type) {
    return type.known()
        && ENUM.equals(type.info().superName())
        && (type.info().access() & Opcodes.ACC_ENUM) != 0;
  }

  /**
   * Names of constants that the static final field of the same name holds, each with that field;
   * null when the class is not initialized or not of the form that compilers make.
   */
  static @Nullable Map<String, FieldInfo> of(World world, LoadedClass type) {
    if (!isEnum(type) || !type.initialized()) {
      return null;
    }
    MethodNode initializer = null;
    for (MethodInfo method : type.info().methods()) {
      MethodNode code = method.hasCode() ? world.code(type, method).orElse(null) : null;
      if (method.name().equals("<init>") && (code == null || !passesNameOn(type.name(), code))) {
        return null;
      }
      if (method.name().equals("<clinit>")) {
        initializer = code;
      }
    }
    return initializer == null ? null : constants(world, type, initializer);
  }

  /** Whether a constructor hands its first two arguments to {@code Enum}'s, or to one that does. */
  private static boolean passesNameOn(String type, MethodNode constructor) {
    int[] loads = {Opcodes.ALOAD, Opcodes.ALOAD, Opcodes.ILOAD};
    int at = 0;
    for (AbstractInsnNode insn : constructor.instructions) {
      if (insn.getOpcode() < 0) {
        continue;
      }
      if (at < loads.length) {
        if (insn.getOpcode() != loads[at] || ((VarInsnNode) insn).var != at) {
          return false;
        }
        at++;
      } else if (insn instanceof MethodInsnNode call && call.name.equals("<init>")) {
        boolean above = call.owner.equals(ENUM) && call.desc.equals(ENUM_CONSTRUCTOR);
        return above || call.owner.equals(type);
      } else if (insn instanceof VarInsnNode store
          && store.getOpcode() >= Opcodes.ISTORE
          && store.var <= 2) {
        return false;
      }
    }
    return false;
  }

  private static Map<String, FieldInfo> constants(
      World world, LoadedClass type, MethodNode initializer) {
    Map<String, FieldInfo> constants = new HashMap<>();
    String name = null;
    for (AbstractInsnNode insn : initializer.instructions) {
      if (insn instanceof LdcInsnNode text
          && text.cst instanceof String string
          && name == null
          && startsConstant(world, type, text)) {
        name = string;
      } else if (insn instanceof FieldInsnNode put
          && put.getOpcode() == Opcodes.PUTSTATIC
          && put.owner.equals(type.name())
          && put.desc.equals('L' + type.name() + ';')) {
        if (put.name.equals(name)) {
          FieldInfo field = type.info().field(put.name, put.desc).orElse(null);
          if (field != null && isConstant(field.access())) {
            constants.put(name, field);
          }
        }
        name = null;
      }
    }
    return constants;
  }

  /** Whether a string is the first argument of a constructor of the enum, or of a body below it. */
  private static boolean startsConstant(World world, LoadedClass type, LdcInsnNode text) {
    AbstractInsnNode copy = text.getPrevious();
    if (copy == null
        || copy.getOpcode() != Opcodes.DUP
        || !(copy.getPrevious() instanceof TypeInsnNode made)
        || made.getOpcode() != Opcodes.NEW) {
      return false;
    }
    if (made.desc.equals(type.name())) {
      return true;
    }
    LoadedClass body = world.find(type, made.desc).orElse(null);
    if (body == null || !body.known() || !type.name().equals(body.info().superName())) {
      return false;
    }
    for (MethodInfo method : body.info().methods()) {
      if (method.name().equals("<init>")) {
        MethodNode code = world.code(body, method).orElse(null);
        if (code == null || !passesNameOn(type.name(), code)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isConstant(int access) {
    int wanted = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_ENUM | Opcodes.ACC_PUBLIC;
    return (access & wanted) == wanted;
  }
}
