package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MemberAccess;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.VariableHandle;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * An access to a field of an object by a handle.
 *
 * <p>A get or set becomes {@code getfield} or {@code putfield}. Those of a volatile field are
 * ordered as those of {@code getVolatile} and {@code setVolatile} are, which is at least what every
 * weaker way of access asks for (documentation of {@code VarHandle}); a field that is not volatile
 * is only accessed so where the handle would order nothing either. The others become calls of the
 * JDK's {@code Unsafe} with the offset of the field, which is what the handle's own code does, in
 * code of the module that may name it.
 *
 * <p>The handle casts what it is given to the types of object and variable. Such a cast cannot
 * fail, and is left out, where the verifier has seen that the value is of a class at or below that
 * type (JVMS 4.10.1.2; interfaces prove nothing), or it is null.
 */
final class FieldHandleCode {
  private static final String OBJECT = "java/lang/Object";
  private static final String OBJECT_TYPE = "Ljava/lang/Object;";

  private final World world;
  private final Site site;
  private final LoadedClass holder;
  private final VariableHandle handle;
  private final Type[] types;
  private final Type result;

  /**
   * @param holder the class that holds the handle, in whose code the names of the handle mean what
   *     they mean
   */
  FieldHandleCode(World world, Site site, LoadedClass holder, VariableHandle handle) {
    this.world = world;
    this.site = site;
    this.holder = holder;
    this.handle = handle;
    String descriptor = ((Operand.Method) site.call().operand()).descriptor();
    this.types = Type.getArgumentTypes(descriptor);
    this.result = Type.getReturnType(descriptor);
  }

  /** Writes the access; returns what takes the place of the result, or null: it is left alone. */
  @Nullable Instr write(HandleOperation operation) {
    HandleOperation.Kind kind = operation.kind();
    boolean known = handle.type().charAt(0) != '[';
    if (!known || types.length != 1 + kind.operands() || !fits(kind)) {
      return null;
    }
    boolean plain = kind == HandleOperation.Kind.GET || kind == HandleOperation.Kind.SET;
    if (plain ? !isField(operation) : unsafe(kind) == null) {
      return null;
    }
    if (isNonNull(site.argument(1))) {
      Instr value = plain ? field(kind) : atomic(kind);
      return site.replaceBy(value == null || result.getSort() == Type.VOID ? site.call() : value);
    }
    Block slow = site.newBlock();
    site.fork(Opcodes.IFNULL, slow, site.argument(1));
    site.leave(plain ? field(kind) : atomic(kind));
    site.placeRare(slow);
    site.leave(site.callAsBefore());
    return site.replaceByResults();
  }

  // --- types

  private boolean fits(HandleOperation.Kind kind) {
    LoadedClass receiver = meant(handle.receiver());
    if (receiver == null || !isBelow(types[0], receiver)) {
      return false;
    }
    for (int i = 1; i < types.length; i++) {
      if (!isValue(types[i], site.argument(i + 1))) {
        return false;
      }
    }
    return result.getSort() == Type.VOID
        || (kind.givesValue()
            ? isResult()
            : kind == HandleOperation.Kind.COMPARE_AND_SET && result.getSort() == Type.BOOLEAN);
  }

  /** The class that a name of the handle means, if it means the same to the code of the site. */
  private @Nullable LoadedClass meant(String name) {
    LoadedClass here = world.find(site.owner(), name).orElse(null);
    return here != null && here.known() && world.find(holder, name).orElse(null) == here
        ? here
        : null;
  }

  private boolean isReference() {
    return handle.type().charAt(0) == 'L';
  }

  /** The class that a type of the call names, if linking the call finds it; null otherwise. */
  private @Nullable LoadedClass linked(Type type) {
    LoadedClass named =
        type.getSort() == Type.OBJECT
            ? world.find(site.owner(), type.getInternalName()).orElse(null)
            : null;
    return named != null && named.known() && MethodResolver.mayAccess(site.owner(), named)
        ? named
        : null;
  }

  /** Whether what the verifier has seen to be of a type is of a class at or below another. */
  private boolean isBelow(Type type, LoadedClass above) {
    LoadedClass named = linked(type);
    return named != null
        && (above.name().equals(OBJECT)
            || (!above.info().isInterface()
                && !named.info().isInterface()
                && HierarchyAnalysis.isSubtype(named, above)));
  }

  /** Whether a value can be stored without a cast or conversion. */
  private boolean isValue(Type type, Instr value) {
    if (!isReference()) {
      return type.getDescriptor().equals(handle.type());
    }
    if (type.getInternalName().equals("java/lang/Void")) {
      return value.isConst() && value.operand() instanceof Operand.Null;
    }
    LoadedClass variable = meant(variable());
    return variable != null && isBelow(type, variable);
  }

  /** Whether the variable's value is a result without conversion. */
  private boolean isResult() {
    if (!isReference()) {
      return result.getDescriptor().equals(handle.type());
    }
    LoadedClass variable = meant(variable());
    LoadedClass wanted = linked(result);
    return variable != null && wanted != null && HierarchyAnalysis.isSubtype(variable, wanted);
  }

  private String variable() {
    return Type.getType(handle.type()).getInternalName();
  }

  private boolean isNonNull(Instr object) {
    return object.op() == Opcodes.NEW || site.isThis(1);
  }

  // --- gets and sets

  /** Whether the code may access the field by name, and that orders as much as the handle does. */
  private boolean isField(HandleOperation operation) {
    LoadedClass receiver = meant(handle.receiver());
    FieldResolver.ResolvedField field =
        receiver == null
            ? null
            : FieldResolver.resolve(receiver, handle.field(), handle.type()).orElse(null);
    int never = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    return field != null
        && receiver != null
        && (field.field().access() & never) == 0
        && (operation.plain() || (field.field().access() & Opcodes.ACC_VOLATILE) != 0)
        && MemberAccess.mayAccess(site.owner(), receiver, field);
  }

  private @Nullable Instr field(HandleOperation.Kind kind) {
    Operand operand = new Operand.Field(handle.receiver(), handle.field(), handle.type());
    if (kind == HandleOperation.Kind.SET) {
      site.add(Opcodes.PUTFIELD, operand, ValueType.VOID, site.argument(1), site.argument(2));
      return null;
    }
    return site.add(
        Opcodes.GETFIELD, operand, ValueType.of(Type.getType(handle.type())), site.argument(1));
  }

  // --- atomic operations

  private @Nullable Instr atomic(HandleOperation.Kind kind) {
    List<Instr> inputs = new ArrayList<>();
    inputs.add(
        site.add(
            Opcodes.GETSTATIC,
            new Operand.Field(
                RuntimeCalls.UNSAFE_HOLDER, RuntimeCalls.UNSAFE_FIELD, RuntimeCalls.UNSAFE_TYPE),
            ValueType.ref(RuntimeCalls.UNSAFE)));
    inputs.add(site.argument(1));
    inputs.add(site.constant(handle.offset()));
    for (int i = 0; i < kind.operands(); i++) {
      inputs.add(site.argument(2 + i));
    }
    Operand.Method method =
        new Operand.Method(RuntimeCalls.UNSAFE, unsafeName(kind), unsafeDescriptor(kind), false);
    Instr value =
        site.add(
            Opcodes.INVOKEVIRTUAL,
            method,
            ValueType.of(Type.getReturnType(method.descriptor())),
            inputs.toArray(new Instr[0]));
    if (!isReference() || !kind.givesValue() || result.getSort() == Type.VOID) {
      return value;
    }
    String wanted = result.getInternalName();
    return wanted.equals(OBJECT)
        ? value
        : site.add(Opcodes.CHECKCAST, new Operand.Class(wanted), ValueType.ref(wanted), value);
  }

  private String unsafeName(HandleOperation.Kind kind) {
    return kind.unsafeName()
        + switch (handle.type().charAt(0)) {
          case 'I' -> "Int";
          case 'J' -> "Long";
          case 'L' -> "Reference";
          default -> "";
        };
  }

  private String unsafeDescriptor(HandleOperation.Kind kind) {
    String value = isReference() ? OBJECT_TYPE : handle.type();
    return "("
        + OBJECT_TYPE
        + "J"
        + value.repeat(kind.operands())
        + ")"
        + (kind.givesValue() ? value : "Z");
  }

  /** The method of the JDK's that does the operation, if the code of the site may call it. */
  private @Nullable MethodInfo unsafe(HandleOperation.Kind kind) {
    LoadedClass unsafe = world.find(site.owner(), RuntimeCalls.UNSAFE).orElse(null);
    if (unsafe == null
        || unsafe.loader() != World.BOOT_LOADER
        || site.owner().loader() != World.BOOT_LOADER
        || !unsafe.known()
        || !MethodResolver.mayAccess(site.owner(), unsafe)
        || world.find(site.owner(), RuntimeCalls.UNSAFE_HOLDER).isEmpty()) {
      return null;
    }
    MethodInfo method = unsafe.info().method(unsafeName(kind), unsafeDescriptor(kind)).orElse(null);
    return method != null && !method.isStatic() && (method.access() & Opcodes.ACC_PUBLIC) != 0
        ? method
        : null;
  }
}
