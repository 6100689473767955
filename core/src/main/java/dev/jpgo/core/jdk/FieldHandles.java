package dev.jpgo.core.jdk;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which fields the {@code VarHandle}s of a class are of, as its initializer says: a handle is what
 * {@code findVarHandle} returns, stored at once in a static final field and never again, and class,
 * name and type of the variable are constants right in front of that call.
 */
final class FieldHandles {
  /** The class of all handles. */
  static final String HANDLE = "java/lang/invoke/VarHandle";

  private static final String HANDLE_TYPE = "L" + HANDLE + ";";
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
  private static final String LOOKUP_TYPE = "L" + LOOKUP + ";";
  private static final String HELPER = "jdk/internal/invoke/MhUtil";
  private static final String STRING_TYPE = "Ljava/lang/String;";
  private static final String CLASS_TYPE = "Ljava/lang/Class;";

  /** Of a class that is named. */
  private static final String NAMED =
      "(" + CLASS_TYPE + STRING_TYPE + CLASS_TYPE + ")" + HANDLE_TYPE;

  /** Of a class that is named, by way of what helps. */
  private static final String NAMED_HELPED = NAMED.replace("(", "(" + LOOKUP_TYPE);

  /** Of the class that looks up. */
  private static final String OWN =
      "(" + LOOKUP_TYPE + STRING_TYPE + CLASS_TYPE + ")" + HANDLE_TYPE;

  /**
   * A field that a handle is of.
   *
   * @param owner internal name of the class that it was looked for in
   * @param type descriptor
   */
  record Variable(String owner, String name, String type) {
    boolean isReference() {
      return type.startsWith("L");
    }
  }

  private FieldHandles() {}

  /** The variables by the names of the fields that have the handles. */
  static Map<String, Variable> of(ClassNode type) {
    Set<String> constants = new HashSet<>();
    int constant = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    for (FieldNode field : type.fields) {
      if (field.desc.equals(HANDLE_TYPE) && (field.access & constant) == constant) {
        constants.add(field.name);
      }
    }
    Map<String, Variable> found = new HashMap<>();
    for (MethodNode method : type.methods) {
      if (method.name.equals("<clinit>")) {
        boolean own = looksUpAsItself(method.instructions);
        for (AbstractInsnNode each : method.instructions) {
          if (each instanceof FieldInsnNode put
              && put.getOpcode() == Opcodes.PUTSTATIC
              && put.owner.equals(type.name)) {
            Variable variable = constants.remove(put.name) ? stored(type.name, put, own) : null;
            if (variable == null) {
              found.remove(put.name);
            } else {
              found.put(put.name, variable);
            }
          }
        }
      }
    }
    return found;
  }

  /** Whether all that looks up does so as the class itself. */
  private static boolean looksUpAsItself(InsnList code) {
    for (AbstractInsnNode each : code) {
      if (each instanceof MethodInsnNode call
          && call.desc.endsWith(")" + LOOKUP_TYPE)
          && !(call.owner.equals("java/lang/invoke/MethodHandles") && call.name.equals("lookup"))) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Variable stored(String self, FieldInsnNode put, boolean own) {
    if (!(before(put) instanceof MethodInsnNode call) || !call.name.equals("findVarHandle")) {
      return null;
    }
    boolean helped = call.owner.equals(HELPER) && call.getOpcode() == Opcodes.INVOKESTATIC;
    boolean ofSelf = helped && own && call.desc.equals(OWN);
    boolean named =
        helped
            ? call.desc.equals(NAMED_HELPED)
            : call.owner.equals(LOOKUP) && call.desc.equals(NAMED);
    if (!ofSelf && !named) {
      return null;
    }
    AbstractInsnNode type = before(call);
    AbstractInsnNode name = before(type);
    String variable = typeOf(type);
    String owner = named ? classOf(before(name)) : self;
    return variable != null
            && owner != null
            && name instanceof LdcInsnNode constant
            && constant.cst instanceof String text
        ? new Variable(owner, text, variable)
        : null;
  }

  /** The instruction before another one, lines and labels left out. */
  private static @Nullable AbstractInsnNode before(@Nullable AbstractInsnNode instruction) {
    AbstractInsnNode at = instruction;
    do {
      at = at == null ? null : at.getPrevious();
    } while (at != null
        && List.of(AbstractInsnNode.LABEL, AbstractInsnNode.LINE).contains(at.getType()));
    return at;
  }

  private static @Nullable String classOf(@Nullable AbstractInsnNode instruction) {
    return instruction instanceof LdcInsnNode constant
            && constant.cst instanceof Type type
            && type.getSort() == Type.OBJECT
        ? type.getInternalName()
        : null;
  }

  /** The descriptor of a class that is pushed; null for kinds that are not known here. */
  private static @Nullable String typeOf(@Nullable AbstractInsnNode instruction) {
    if (instruction instanceof FieldInsnNode get && get.name.equals("TYPE")) {
      return switch (get.owner) {
        case "java/lang/Integer" -> "I";
        case "java/lang/Long" -> "J";
        default -> null;
      };
    }
    String named = classOf(instruction);
    return named == null ? null : "L" + named + ";";
  }
}
