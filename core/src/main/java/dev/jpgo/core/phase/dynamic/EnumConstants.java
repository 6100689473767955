package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.FieldInfo;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Which field of an enum class holds the constant of a name. Compilers give both one name, but
 * nothing says they must, and obfuscators rename the field; so the initializer is read. The JDK
 * finds constants in what {@code values()} gives: where there is no such method, or a constant is
 * not put into an array, it finds none.
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
    boolean values = false;
    Set<String> listed = new HashSet<>();
    for (MethodInfo method : type.info().methods()) {
      MethodNode code = method.hasCode() ? world.code(type, method).orElse(null) : null;
      if (method.name().equals("<init>") && (code == null || !passesNameOn(type.name(), code))) {
        return null;
      }
      String array = "()[L" + type.name() + ';';
      values |= method.name().equals("values") && method.descriptor().equals(array);
      boolean initializes = method.name().equals("<clinit>");
      if (code != null && (initializes || method.descriptor().equals(array))) {
        list(type, code, listed);
      }
      if (initializes) {
        initializer = code;
      } else if (method.hasCode() && (code == null || puts(type, code))) {
        return null; // before class files of version 53 any method may write to a final field
      }
    }
    Map<String, FieldInfo> constants =
        initializer == null || !values ? null : constants(world, type, initializer);
    if (constants != null) {
      constants.keySet().retainAll(listed);
    }
    return constants;
  }

  /** Adds the constants that are read to be put into an array. */
  private static void list(LoadedClass type, MethodNode code, Set<String> listed) {
    for (AbstractInsnNode insn : code.instructions) {
      AbstractInsnNode next = insn.getNext();
      while (next != null && next.getOpcode() < 0) {
        next = next.getNext();
      }
      if (insn instanceof FieldInsnNode get
          && get.getOpcode() == Opcodes.GETSTATIC
          && get.owner.equals(type.name())
          && next != null
          && next.getOpcode() == Opcodes.AASTORE) {
        listed.add(get.name);
      }
    }
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
        return above ? isAllThatIsLoaded(call) : call.owner.equals(type);
      } else if (takesOff(insn.getOpcode())) {
        return false;
      } else if (insn instanceof VarInsnNode store
          && store.getOpcode() >= Opcodes.ISTORE
          && store.var <= 2) {
        return false;
      }
    }
    return false;
  }

  /** Whether the name and the number stand right in front of a call. */
  private static boolean isAllThatIsLoaded(MethodInsnNode call) {
    AbstractInsnNode before = call.getPrevious();
    while (before.getOpcode() < 0) {
      before = before.getPrevious();
    }
    return before.getOpcode() == Opcodes.ILOAD && ((VarInsnNode) before).var == 2;
  }

  /** Whether an instruction may put something else in the place of what was loaded. */
  private static boolean takesOff(int opcode) {
    return switch (opcode) {
      case Opcodes.POP,
          Opcodes.POP2,
          Opcodes.SWAP,
          Opcodes.DUP_X1,
          Opcodes.DUP_X2,
          Opcodes.DUP2_X1,
          Opcodes.DUP2_X2 ->
          true;
      default -> false;
    };
  }

  private static boolean puts(LoadedClass type, MethodNode code) {
    for (AbstractInsnNode insn : code.instructions) {
      if (insn instanceof FieldInsnNode put && constant(type, put) != null) {
        return true;
      }
    }
    return false;
  }

  /** The field of a constant that an instruction writes to; null if it does something else. */
  private static @Nullable FieldInfo constant(LoadedClass type, FieldInsnNode put) {
    FieldInfo field =
        put.getOpcode() == Opcodes.PUTSTATIC
                && put.owner.equals(type.name())
                && put.desc.equals('L' + type.name() + ';')
            ? type.info().field(put.name, put.desc).orElse(null)
            : null;
    return field != null && isConstant(field.access()) ? field : null;
  }

  /** Whether control comes by all that is in front of an instruction, once. */
  private static boolean isStraightUpTo(MethodNode code, AbstractInsnNode last) {
    int end = code.instructions.indexOf(last);
    for (AbstractInsnNode insn : code.instructions) {
      boolean before = code.instructions.indexOf(insn) < end;
      for (LabelNode target : targets(insn)) {
        if (before || code.instructions.indexOf(target) < end) {
          return false;
        }
      }
    }
    return code.tryCatchBlocks.stream()
        .allMatch(range -> code.instructions.indexOf(range.start) > end);
  }

  private static List<LabelNode> targets(AbstractInsnNode insn) {
    if (insn instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    if (insn instanceof TableSwitchInsnNode table) {
      return Stream.concat(table.labels.stream(), Stream.of(table.dflt)).toList();
    }
    return insn instanceof LookupSwitchInsnNode lookup
        ? Stream.concat(lookup.labels.stream(), Stream.of(lookup.dflt)).toList()
        : List.of();
  }

  private static @Nullable Map<String, FieldInfo> constants(
      World world, LoadedClass type, MethodNode initializer) {
    Map<String, FieldInfo> constants = new HashMap<>();
    Set<String> written = new HashSet<>();
    Set<String> names = new HashSet<>();
    AbstractInsnNode last = null;
    String name = null;
    for (AbstractInsnNode insn : initializer.instructions) {
      if (insn instanceof LdcInsnNode text
          && text.cst instanceof String string
          && name == null
          && startsConstant(world, type, text)) {
        name = string;
        if (!names.add(string)) {
          return null;
        }
      } else if (insn instanceof FieldInsnNode put && put.getOpcode() == Opcodes.PUTSTATIC) {
        FieldInfo field = constant(type, put);
        if (field != null) {
          last = put;
          if (!written.add(put.name)) {
            return null;
          }
          if (put.name.equals(name)) {
            constants.put(name, field);
          }
        }
        name = null;
      }
    }
    return last == null || isStraightUpTo(initializer, last) ? constants : null;
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
