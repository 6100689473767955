package dev.jpgo.core.jdk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * A class that accesses fields by {@code VarHandle}s of its own does so by {@code Unsafe}, as the
 * handles' own code does in the end; C1 makes a chain of checks, calls and casts of the one, and
 * often a single instruction of the other.
 *
 * <p>Which field a handle is of, the class's initializer says ({@link FieldHandles}). An access is
 * replaced where the handle would convert nothing, and would cast nothing but what the verifier
 * knows to pass; all others stay.
 */
public final class FieldHandlesPatch extends JdkPatch {
  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final String OBJECT_TYPE = "Ljava/lang/Object;";
  private static final String CONCURRENT = "java/util/concurrent/";

  /**
   * The classes, and the nested ones whose fields they access. No method of theirs runs for good.
   */
  private static final Map<String, List<String>> CLASSES =
      Map.ofEntries(
          Map.entry("ConcurrentLinkedQueue", List.of("$Node")),
          Map.entry("ConcurrentLinkedDeque", List.of("$Node")),
          Map.entry("CompletableFuture", List.of("$Completion")),
          Map.entry("FutureTask", List.of()),
          Map.entry("atomic/AtomicBoolean", List.of()),
          Map.entry("atomic/AtomicReference", List.of()),
          Map.entry("atomic/AtomicMarkableReference", List.of()),
          Map.entry("atomic/AtomicStampedReference", List.of()));

  private static final Set<String> OPERATIONS =
      Set.of(
          "get",
          "set",
          "compareAndSet",
          "weakCompareAndSet",
          "compareAndExchange",
          "getAndSet",
          "getAndAdd",
          "getAndBitwiseOr",
          "getAndBitwiseAnd",
          "getAndBitwiseXor");

  /** How they order memory, where a name says so. */
  private static final List<String> ORDERS =
      List.of("Plain", "Opaque", "Acquire", "Release", "Volatile");

  private final UnsafeFields fields;

  FieldHandlesPatch(String className, UnsafeFields fields) {
    super(className);
    this.fields = fields;
  }

  /** The patches of all classes that this JVM has. */
  static List<JdkPatch> all(UnsafeFields fields) {
    List<JdkPatch> patches = new ArrayList<>();
    for (Map.Entry<String, List<String>> entry : CLASSES.entrySet()) {
      String name = CONCURRENT + entry.getKey();
      if (fields.has(name)) {
        entry.getValue().forEach(nested -> fields.has(name + nested));
        patches.add(new FieldHandlesPatch(name, fields));
      }
    }
    return patches;
  }

  @Override
  PatchResult change(ClassReader reader) {
    ClassNode type = new ClassNode();
    reader.accept(type, 0);
    Map<String, FieldHandles.Variable> handles = FieldHandles.of(type);
    Map<String, MethodNode> changed = new HashMap<>();
    for (MethodNode method : type.methods) {
      if (new Code(method, handles).change()) {
        changed.put(method.name + method.desc, method);
      }
    }
    if (changed.isEmpty()) {
      return new PatchResult.Refused("no access by a handle that is known");
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Exchange(writer, changed), 0);
    return new PatchResult.Patched(writer.toByteArray());
  }

  /** Writes the changed methods in place of what is read. */
  private static final class Exchange extends ClassVisitor {
    private final Map<String, MethodNode> changed;

    Exchange(ClassWriter writer, Map<String, MethodNode> changed) {
      super(Opcodes.ASM9, writer);
      this.changed = changed;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      MethodNode method = changed.get(name + descriptor);
      if (method == null) {
        return next;
      }
      method.accept(next);
      return null;
    }
  }

  /** The code of one method. */
  private final class Code {
    private final MethodNode method;
    private final Map<String, FieldHandles.Variable> handles;
    private final int firstLocal;

    Code(MethodNode method, Map<String, FieldHandles.Variable> handles) {
      this.method = method;
      this.handles = handles;
      this.firstLocal = method.maxLocals;
    }

    /** Replaces the accesses that can be; whether there are any. */
    boolean change() {
      boolean any = false;
      for (Map.Entry<MethodInsnNode, FieldInsnNode> site : sites().entrySet()) {
        any |= replace(site.getKey(), site.getValue());
      }
      method.maxStack += any ? 2 : 0; // the offset
      return any;
    }

    /** Calls of handles, each with the instruction that reads the handle from its field. */
    private Map<MethodInsnNode, FieldInsnNode> sites() {
      Map<MethodInsnNode, FieldInsnNode> sites = new LinkedHashMap<>();
      Frame<SourceValue>[] frames = null;
      for (AbstractInsnNode each : method.instructions) {
        if (each instanceof MethodInsnNode call
            && call.getOpcode() == Opcodes.INVOKEVIRTUAL
            && call.owner.equals(FieldHandles.HANDLE)) {
          frames = frames == null ? analyze() : frames;
          Frame<SourceValue> frame = frames[method.instructions.indexOf(call)];
          FieldInsnNode handle = frame == null ? null : handle(call, frame);
          if (handle != null) {
            sites.put(call, handle);
          }
        }
      }
      return sites;
    }

    private Frame<SourceValue>[] analyze() {
      try {
        return new Analyzer<>(new SourceInterpreter()).analyze(className(), method);
      } catch (AnalyzerException e) {
        throw new IllegalArgumentException(e);
      }
    }

    /** What reads the handle of a call from its field, on all ways to the call. */
    private @Nullable FieldInsnNode handle(MethodInsnNode call, Frame<SourceValue> frame) {
      int depth = Type.getArgumentTypes(call.desc).length + 1;
      Set<AbstractInsnNode> sources = frame.getStack(frame.getStackSize() - depth).insns;
      return sources.size() == 1
              && sources.iterator().next() instanceof FieldInsnNode from
              && from.getOpcode() == Opcodes.GETSTATIC
              && from.owner.equals(className())
          ? from
          : null;
    }

    private boolean replace(MethodInsnNode call, FieldInsnNode handle) {
      FieldHandles.Variable variable = handles.get(handle.name);
      String operation = variable == null ? null : operation(call.name, variable.type());
      if (variable == null || operation == null || !fits(call, variable)) {
        return false;
      }
      OptionalLong offset = fields.offset(variable.owner(), variable.name());
      String descriptor = descriptor(call, variable);
      if (offset.isEmpty() || !fields.offers(operation, descriptor)) {
        return false;
      }
      method.instructions.insert(call, access(call, operation, descriptor, offset.getAsLong()));
      method.instructions.remove(call);
      return true;
    }

    /** What does the operation; the handle and the arguments are on the operand stack. */
    private InsnList access(MethodInsnNode call, String operation, String descriptor, long offset) {
      Type[] arguments = Type.getArgumentTypes(call.desc);
      int[] slots = new int[arguments.length];
      int next = firstLocal;
      for (int i = 0; i < slots.length; i++) {
        slots[i] = next;
        next += arguments[i].getSize();
      }
      InsnList code = new InsnList();
      for (int i = slots.length - 1; i >= 0; i--) {
        code.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ISTORE), slots[i]));
      }
      code.add(new InsnNode(Opcodes.POP)); // the handle, which frames between may tell of
      code.add(call(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()L" + UNSAFE + ";"));
      code.add(new VarInsnNode(Opcodes.ALOAD, slots[0]));
      String same = "(" + OBJECT_TYPE + ")" + OBJECT_TYPE;
      code.add(call(Opcodes.INVOKESTATIC, "java/util/Objects", "requireNonNull", same));
      code.add(new LdcInsnNode(offset));
      for (int i = 1; i < slots.length; i++) {
        code.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ILOAD), slots[i]));
      }
      code.add(call(Opcodes.INVOKEVIRTUAL, UNSAFE, operation, descriptor));
      finish(code, Type.getReturnType(descriptor), Type.getReturnType(call.desc));
      method.maxLocals = Math.max(method.maxLocals, next);
      return code;
    }

    /** Makes the result what the call leaves. */
    private static void finish(InsnList code, Type result, Type left) {
      if (left.getSort() == Type.VOID && result.getSort() != Type.VOID) {
        code.add(new InsnNode(result.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
      } else if (left.getSort() == Type.OBJECT && !left.getDescriptor().equals(OBJECT_TYPE)) {
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, left.getInternalName()));
      }
    }

    private static MethodInsnNode call(int opcode, String owner, String name, String descriptor) {
      return new MethodInsnNode(opcode, owner, name, descriptor, false);
    }
  }

  /**
   * The method of {@code Unsafe} that does what one of a handle does; null when it is not known.
   */
  private static @Nullable String operation(String method, String type) {
    String order = "";
    for (String each : ORDERS) {
      order = method.endsWith(each) ? each : order;
    }
    String action = method.substring(0, method.length() - order.length());
    String kind =
        switch (type) {
          case "I" -> "Int";
          case "J" -> "Long";
          default -> "Reference";
        };
    return OPERATIONS.contains(action)
        ? (action.equals("set") ? "put" : action) + kind + order
        : null;
  }

  /** What the method of {@code Unsafe} takes and returns. */
  private static String descriptor(MethodInsnNode call, FieldHandles.Variable variable) {
    String value = variable.isReference() ? OBJECT_TYPE : variable.type();
    int values = Type.getArgumentTypes(call.desc).length - 1;
    return "(" + OBJECT_TYPE + "J" + value.repeat(values) + ")" + result(call.name, value);
  }

  private static String result(String method, String value) {
    if (method.startsWith("compareAndSet") || method.startsWith("weak")) {
      return "Z";
    }
    return method.startsWith("set") ? "V" : value;
  }

  /** Whether the handle would convert nothing, and cast nothing to what it is not known to be. */
  private static boolean fits(MethodInsnNode call, FieldHandles.Variable variable) {
    Type[] arguments = Type.getArgumentTypes(call.desc);
    if (arguments.length == 0
        || !arguments[0].getDescriptor().equals("L" + variable.owner() + ";")) {
      return false;
    }
    for (int i = 1; i < arguments.length; i++) {
      if (!isValue(arguments[i], variable)) {
        return false;
      }
    }
    String left = Type.getReturnType(call.desc).getDescriptor();
    return left.equals("V")
        || left.equals(result(call.name, variable.type()))
        || (variable.isReference() && left.equals(result(call.name, OBJECT_TYPE)));
  }

  private static boolean isValue(Type argument, FieldHandles.Variable variable) {
    String type = argument.getDescriptor();
    return type.equals(variable.type())
        || (type.equals("Ljava/lang/Void;") && variable.isReference()) // null
        || (argument.getSort() >= Type.ARRAY && variable.type().equals(OBJECT_TYPE));
  }
}
